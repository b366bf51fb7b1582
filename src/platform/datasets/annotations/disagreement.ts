/** How far the proposals of a model differ from the reviewed or plain annotations of the same image. */
import type { BoundingBox } from '../../../shared/domain/annotation.ts'
import { iou } from '../../../shared/domain/geometry.ts'
import { fromJson } from '../../db/json.ts'
import type { LabelledRow } from '../stored-annotation.ts'

/** Annotations of the same class whose boxes overlap by this much are of the same object. */
export const SAME_OBJECT = 0.5

type Object = Pick<LabelledRow, 'name' | 'geometry'>

/**
 * The number of proposals without an annotation of the same class at the same place, and of annotations without such a
 * proposal. 0 without annotations, since there is nothing to differ from. Each annotation matches once.
 */
export function disagreementOf(annotations: readonly Object[], proposals: readonly Object[]): number {
  if (annotations.length === 0) return 0
  const free = new Map<string, BoundingBox[]>()
  for (const annotation of annotations) {
    const box = boxOf(annotation)
    if (!box) continue
    const known = free.get(annotation.name)
    if (known) known.push(box)
    else free.set(annotation.name, [box])
  }
  let matches = 0
  for (const proposal of proposals) {
    const boxes = free.get(proposal.name) ?? []
    const box = boxOf(proposal)
    const at = boxes.findIndex((known) => overlap(known, box) >= SAME_OBJECT)
    if (at < 0) continue
    boxes.splice(at, 1)
    matches++
  }
  return annotations.length + proposals.length - 2 * matches
}

export const boxOf = ({ geometry }: Pick<LabelledRow, 'geometry'>): BoundingBox | undefined =>
  fromJson<{ bounding_box?: BoundingBox }>(geometry).bounding_box

export function overlap(a: BoundingBox | undefined, b: BoundingBox | undefined): number {
  const corners = ({ x, y, w, h }: BoundingBox) => ({ x1: x, y1: y, x2: x + w, y2: y + h })
  return a && b ? iou(corners(a), corners(b)) : 0
}
