/** Shapes in formats that hold only boxes. */
import type { Annotation, BoundingBox } from '../../../../shared/domain/annotation.ts'
import type { Holdings } from './format-writer.ts'
import type { Losses } from './losses.ts'

export const BOX_SHAPES: Holdings['shapes'] = {
  box: 'kept',
  outline: 'outlines',
  holes: 'outlines',
  parts: 'outlines',
  polyline: 'polylines',
  keypoint: 'keypoints',
}

/** The box of an annotation, or of its outline; null for one that is left out. Notes the loss. */
export function boxOf({ type, bounding_box }: Annotation, losses: Losses): BoundingBox | null {
  if (type === 'polyline') losses.note('polylines')
  if (type === 'keypoint') losses.note('keypoints')
  if (type === 'polygon') losses.note('outlines')
  return (type === 'bbox' || type === 'polygon') && bounding_box ? bounding_box : null
}
