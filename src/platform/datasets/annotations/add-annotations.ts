/**
 * Adds annotations to those that an image has, leaving out objects that are annotated already. A track that has left the image
 * is no object of it. The proposals of a model
 * replace those that it made before and that nobody has reviewed.
 */
import type { Transaction } from 'kysely'
import { ApiError } from '../../../shared/api/errors.ts'
import type { BoundingBox } from '../../../shared/domain/annotation.ts'
import { iou } from '../../../shared/domain/geometry.ts'
import { message } from '../../../shared/messages/message.ts'
import { fromJson } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { type Extras, isPending, isVisibleRow, type LabelledRow } from '../stored-annotation.ts'
import { countsOf, type ImageChange } from './image-change.ts'
import { labelIds } from './labels.ts'
import { lockedImages } from './locked-images.ts'
import { type Cause, writeChanges } from './write-changes.ts'

/** The most annotations of an image: as many as a save takes. */
export const MOST_OF_AN_IMAGE = 10_000

/** Annotations of the same class whose boxes overlap by this much are of the same object. */
const SAME_OBJECT = 0.5

type Object = Pick<LabelledRow, 'name' | 'geometry'>

/**
 * The number of proposals without an annotation of the same class at the same place, and of annotations without such a
 * proposal. 0 without annotations, since there is nothing to differ from. Each annotation matches once.
 */
function disagreementOf(annotations: readonly Object[], proposals: readonly Object[]): number {
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

const boxOf = ({ geometry }: Pick<LabelledRow, 'geometry'>): BoundingBox | undefined =>
  fromJson<{ bounding_box?: BoundingBox }>(geometry).bounding_box

function overlap(a: BoundingBox | undefined, b: BoundingBox | undefined): number {
  const corners = ({ x, y, w, h }: BoundingBox) => ({ x1: x, y1: y, x2: x + w, y2: y + h })
  return a && b ? iou(corners(a), corners(b)) : 0
}

/**
 * Returns the number of added annotations. Must be last in its transaction.
 * `proposer`: the model whose earlier proposals the rows replace; null when they are no proposals.
 * @throws ApiError not_found when the image was deleted meanwhile
 */
export async function addAnnotations(
  tx: Transaction<Tables>,
  imageId: string,
  rows: readonly LabelledRow[],
  { proposer = null, ...cause }: Cause & { proposer?: string | null },
): Promise<number> {
  if (rows.length === 0 && proposer === null) return 0
  const image = (await lockedImages(tx, [imageId])).get(imageId)
  if (!image) throw new ApiError('not_found', message('image.missing', { id: imageId }))
  const all = await tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .select(['a.id', 'a.label_id', 'a.position', 'a.confidence', 'a.geometry', 'a.extra', 'l.name', 'l.removed_at'])
    .where('a.image_id', '=', imageId)
    .execute()
  const isReplaced = (row: { extra: string | null }) => proposer !== null && isPending(row) && modelOf(row) === proposer
  const deleted = all.filter(isReplaced)
  const there = all.filter((row) => !isReplaced(row))
  if (proposer !== null) {
    const kept = there.filter((row) => row.removed_at === null && isVisibleRow(row) && !isPending(row))
    const disagreement = disagreementOf(kept, rows)
    await tx.updateTable('images').set({ disagreement }).where('id', '=', imageId).execute()
  }
  const boxes = new Map<string, (BoundingBox | undefined)[]>()
  let last = -1
  for (const row of there) {
    last = Math.max(last, row.position)
    if (row.removed_at !== null || !isVisibleRow(row)) continue
    const known = boxes.get(row.name)
    if (known) known.push(boxOf(row))
    else boxes.set(row.name, [boxOf(row)])
  }
  const added = rows.filter((row) => {
    if (!isVisibleRow(row)) return true
    const box = boxOf(row)
    return !(boxes.get(row.name) ?? []).some((known) => overlap(known, box) >= SAME_OBJECT)
  })
  const fitting = added.slice(0, Math.max(0, MOST_OF_AN_IMAGE - there.length))
  if (fitting.length + deleted.length === 0) return 0
  const labelOf = await labelIds(tx, image.dataset_id, fitting)
  const created = fitting.map(({ id, name, type, confidence, geometry, extra }, i) => ({
    id,
    confidence,
    geometry,
    extra,
    position: last + 1 + i,
    label_id: labelOf({ name, type }),
  }))
  const old = deleted.map(({ name: _, removed_at: _removed, ...row }) => row)
  const unchanged = { updated: [], rejected: [], isReplaced: false }
  const change: ImageChange = { ...unchanged, image, created, deleted: old, before: countsOf(all) }
  await writeChanges(tx, [change], cause)
  return fitting.length
}

/** The model that made an annotation; null for one of another origin. */
const modelOf = ({ extra }: { extra: string | null }): string | null =>
  extra === null ? null : (fromJson<Extras>(extra).origin?.model ?? null)
