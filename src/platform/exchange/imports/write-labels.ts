/** Writes the labels of an image in the mode of an import, and takes them back. */
import type { ImportMode } from '../../../shared/api/imports.ts'
import { LABELLED, savedOr } from '../../datasets/annotations/annotations.ts'
import { lockedImages } from '../../datasets/annotations/locked-images.ts'
import { saveAnnotations } from '../../datasets/annotations/save-annotations.ts'
import type { Cause } from '../../datasets/annotations/write-changes.ts'
import type { LabelledRow } from '../../datasets/stored-annotation.ts'
import { type Database, newId } from '../../db/database.ts'
import type { Tx } from '../../work/jobs/job.ts'
import { MOST_OF_AN_IMAGE } from './plan-import.ts'

export interface Written {
  /** Ids of the annotations of the import. */
  made: string[]
  /** Annotations that were replaced. */
  previous: LabelledRow[]
  /** More than an image can have. */
  dropped: number
}

/** @throws ApiError not_found when the image was deleted meanwhile */
export async function writeLabels(
  tx: Tx,
  imageId: string,
  mode: ImportMode,
  rows: readonly LabelledRow[],
  cause: Cause,
): Promise<Written> {
  await lockedImages(tx, [imageId])
  const there = await labelledRows(tx, imageId)
  const known = new Set(there.map(({ id }) => id))
  const ids = new Set(rows.map(({ id }) => id))
  const previous = mode === 'replace' ? there : mode === 'merge' ? there.filter(({ id }) => ids.has(id)) : []
  const added = mode === 'append' ? rows.map((row) => (known.has(row.id) ? { ...row, id: newId() } : row)) : rows
  const gone = new Set(previous.map(({ id }) => id))
  const stay = there.filter(({ id }) => !gone.has(id))
  const fitting = added.slice(0, Math.max(0, MOST_OF_AN_IMAGE - stay.length))
  if (previous.length > 0 || fitting.length > 0) {
    await save(tx, imageId, [...stay, ...fitting], cause)
  }
  return { made: fitting.map(({ id }) => id), previous, dropped: added.length - fitting.length }
}

/** Returns the number of annotations that the image has afterwards. */
export async function takeBackLabels(
  tx: Tx,
  imageId: string,
  { made, previous }: Pick<Written, 'made' | 'previous'>,
  cause: Cause,
): Promise<number> {
  await lockedImages(tx, [imageId])
  const gone = new Set(made)
  const there = await labelledRows(tx, imageId)
  const stay = there.filter(({ id }) => !gone.has(id))
  const ids = new Set(stay.map(({ id }) => id))
  const back = previous.filter(({ id }) => !ids.has(id))
  if (back.length === 0 && stay.length === there.length) return there.length
  await save(tx, imageId, [...back, ...stay], cause)
  return back.length + stay.length
}

/** Annotations with ids that the image has are changed in place, so that their comments stay. */
async function save(tx: Tx, imageId: string, labelled: readonly LabelledRow[], cause: Cause): Promise<void> {
  const rows = labelled.map((row, position) => ({ ...row, position, isNamed: true, isRejected: false }))
  const [outcome] = await saveAnnotations(tx, [{ imageId, rows }], cause)
  savedOr(outcome, imageId)
}

/** The annotations of an image in their order. */
const labelledRows = (tx: Pick<Database, 'selectFrom'>, imageId: string): Promise<LabelledRow[]> =>
  tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .select(LABELLED)
    .where('a.image_id', '=', imageId)
    .where('l.removed_at', 'is', null)
    .orderBy('a.position')
    .execute()
