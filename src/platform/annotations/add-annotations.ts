/** Adds annotations to those that an image has, leaving out objects that are annotated already. */
import type { Transaction } from 'kysely'
import { ApiError } from '../../shared/api/errors.ts'
import type { BoundingBox } from '../../shared/domain/annotation.ts'
import { iou } from '../../shared/domain/geometry.ts'
import { message } from '../../shared/messages/message.ts'
import type { LabelledRow } from '../datasets/stored-annotation.ts'
import { fromJson } from '../db/json.ts'
import type { Tables } from '../db/tables.ts'
import { countsOf, type ImageChange } from './image-change.ts'
import { labelIds } from './labels.ts'
import { lockedImages } from './locked-images.ts'
import { type Cause, writeChanges } from './write-changes.ts'

/** An annotation of the same class whose box overlaps by this much is of the same object. */
const SAME_OBJECT = 0.5
/** As many as a save takes. */
export const MOST_OF_AN_IMAGE = 10_000

/**
 * Returns the number of added annotations. Must be last in its transaction.
 * @throws ApiError not_found when the image was deleted meanwhile
 */
export async function addAnnotations(
  tx: Transaction<Tables>,
  imageId: string,
  rows: readonly LabelledRow[],
  cause: Cause,
): Promise<number> {
  if (rows.length === 0) return 0
  const image = (await lockedImages(tx, [imageId])).get(imageId)
  if (!image) throw new ApiError('not_found', message('image.missing', { id: imageId }))
  const there = await tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .select(['a.label_id', 'a.position', 'l.name', 'l.removed_at', 'a.geometry'])
    .where('a.image_id', '=', imageId)
    .execute()
  const boxes = new Map<string, (BoundingBox | undefined)[]>()
  let last = -1
  for (const row of there) {
    last = Math.max(last, row.position)
    if (row.removed_at !== null) continue
    const known = boxes.get(row.name)
    if (known) known.push(boxOf(row))
    else boxes.set(row.name, [boxOf(row)])
  }
  const added = rows.filter((row) => {
    const box = boxOf(row)
    return !(boxes.get(row.name) ?? []).some((known) => overlap(known, box) >= SAME_OBJECT)
  })
  const fitting = added.slice(0, Math.max(0, MOST_OF_AN_IMAGE - there.length))
  if (fitting.length === 0) return 0
  const labelOf = await labelIds(tx, image.dataset_id, fitting)
  const created = fitting.map(({ id, name, type, confidence, geometry, extra }, i) => ({
    ...{ id, confidence, geometry, extra, position: last + 1 + i },
    label_id: labelOf({ name, type }),
  }))
  const unchanged = { updated: [], deleted: [], rejected: [], isReplaced: false }
  const change: ImageChange = { ...unchanged, image, created, before: countsOf(there) }
  await writeChanges(tx, [change], cause)
  return fitting.length
}

const boxOf = ({ geometry }: Pick<LabelledRow, 'geometry'>): BoundingBox | undefined =>
  fromJson<{ bounding_box?: BoundingBox }>(geometry).bounding_box

function overlap(a: BoundingBox | undefined, b: BoundingBox | undefined): number {
  const corners = ({ x, y, w, h }: BoundingBox) => ({ x1: x, y1: y, x2: x + w, y2: y + h })
  return a && b ? iou(corners(a), corners(b)) : 0
}
