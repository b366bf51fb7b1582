/** Converts detections of a run to the annotation types that a data set accepts. */
import type { NewAnnotation } from '../../../shared/api/annotations.ts'
import type { Annotation, AnnotationType } from '../../../shared/domain/annotation.ts'

/**
 * An outline is kept when outlines are allowed, otherwise it becomes its box; a box becomes an outline when only those
 * are allowed.
 */
export function fitted(annotation: Annotation, allowed: readonly AnnotationType[]): NewAnnotation {
  const { id, name, confidence, bounding_box } = annotation
  const common = { id, name, confidence }
  if (annotation.type === 'polygon' && annotation.polygon && allowed.includes('polygon')) {
    return { ...common, type: 'polygon', polygon: annotation.polygon }
  }
  if (allowed.includes('bbox') || !bounding_box) return { ...common, type: 'bbox', bounding_box }
  const { x, y, w, h } = bounding_box
  const corners = [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ]
  return { ...common, type: 'polygon', polygon: { paths: [corners] } }
}
