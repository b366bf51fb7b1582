/** Adds annotations to those that an image has, leaving out objects that are annotated already. */
import type { Transaction } from 'kysely'
import type { BoundingBox } from '../../shared/domain/annotation.ts'
import { iou } from '../../shared/domain/geometry.ts'
import type { LabelledRow } from '../datasets/stored-annotation.ts'
import { fromJson } from '../db/json.ts'
import type { Tables } from '../db/tables.ts'
import { lockedImage, replaceAnnotations } from './replace-annotations.ts'

/** An annotation of the same class whose box overlaps by this much is of the same object. */
const SAME_OBJECT = 0.5
/** As many as a save takes. */
const MOST_OF_AN_IMAGE = 10_000

/** Returns the number of added annotations. @throws ApiError not_found when the image was deleted meanwhile */
export async function addAnnotations(
  tx: Transaction<Tables>,
  imageId: string,
  rows: readonly LabelledRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  await lockedImage(tx, imageId)
  const there = await tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .select(['a.id', 'a.position', 'l.name', 'l.type', 'a.confidence', 'a.geometry'])
    .where('a.image_id', '=', imageId)
    .where('l.removed_at', 'is', null)
    .orderBy('a.position')
    .execute()
  const boxes = new Map<string, (BoundingBox | undefined)[]>()
  for (const row of there) {
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
  const all = [...there, ...fitting].map((row, position) => ({ ...row, position }))
  await replaceAnnotations(tx, imageId, all)
  return fitting.length
}

const boxOf = ({ geometry }: Pick<LabelledRow, 'geometry'>): BoundingBox | undefined =>
  fromJson<{ bounding_box?: BoundingBox }>(geometry).bounding_box

function overlap(a: BoundingBox | undefined, b: BoundingBox | undefined): number {
  const corners = ({ x, y, w, h }: BoundingBox) => ({ x1: x, y1: y, x2: x + w, y2: y + h })
  return a && b ? iou(corners(a), corners(b)) : 0
}
