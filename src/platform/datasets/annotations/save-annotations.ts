/** Replaces all annotations of images. Annotations whose ids an image has are changed in place. */

import type { Transaction } from 'kysely'
import type { SaveResult } from '../../../shared/api/annotations.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { derivedId, newId } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { storedCount } from '../stored-annotation.ts'
import type { CheckedRow } from './annotation-check.ts'
import { countAfter, type ImageChange, imageChange, isEmptyChange, lowestOf } from './image-change.ts'
import type { StoredRow } from './inverse.ts'
import { labelIds } from './labels.ts'
import { labelCounts, lockedImages, storedRows } from './locked-images.ts'
import { type Cause, writeChanges } from './write-changes.ts'

type Tx = Transaction<Tables>

export interface ImageSave {
  imageId: string
  rows: readonly CheckedRow[]
  /** The revision that the save is based on; any when undefined. */
  ifRevision?: string | undefined
}

/** A save of an image that was deleted, or of one that was changed meanwhile, stores nothing. */
export type SaveOutcome = SaveResult | 'missing' | 'stale'

/** `saves`: of different images. Must be last in its transaction. */
export async function saveAnnotations(tx: Tx, saves: readonly ImageSave[], cause: Cause): Promise<SaveOutcome[]> {
  const images = await lockedImages(
    tx,
    saves.map(({ imageId }) => imageId),
  )
  const live = saves.filter(({ imageId }) => images.has(imageId))
  const countOf = (imageId: string): number => {
    const image = images.get(imageId)
    return image ? storedCount(image) : 0
  }
  const filled = live.filter(({ imageId }) => countOf(imageId) > 0)
  // Without an id of the request nothing stays, and what is there need not be read.
  const replaced = filled.filter(({ rows }) => !rows.some(({ isNamed }) => isNamed)).map(({ imageId }) => imageId)
  const counts = await labelCounts(tx, replaced)
  const compared = filled.map(({ imageId }) => imageId).filter((id) => !counts.has(id))
  const there = await storedRows(
    tx,
    compared,
    compared.reduce((sum, id) => sum + countOf(id), 0),
  )
  const named = await ownIds(tx, live, there)
  const labelOf = await labelsOf(tx, live, (id) => images.get(id)?.dataset_id as string)
  const changes: ImageChange[] = []
  const outcomes = saves.map(({ imageId, ifRevision }): SaveOutcome => {
    const image = images.get(imageId)
    if (!image) return 'missing'
    const rows: StoredRow[] = []
    const rejectedIds: string[] = []
    for (const row of named.get(imageId) ?? []) {
      if (row.isRejected) rejectedIds.push(row.id)
      else rows.push(storedRow(row, rows.length, labelOf(image.dataset_id, row)))
    }
    const before = counts.get(imageId)
    const change: ImageChange = before
      ? {
          image,
          created: rows,
          updated: [],
          deleted: [],
          rejected: [],
          isReplaced: true,
          before,
          lowest: lowestOf(rows),
        }
      : imageChange(image, there.get(imageId) ?? [], rows, rejectedIds)
    const isUnchanged = isEmptyChange(change)
    // A repetition of a save whose answer was lost is not stale.
    if (!isUnchanged && ifRevision !== undefined && ifRevision !== `${image.revision}`) return 'stale'
    if (!isUnchanged) changes.push(change)
    return {
      image_id: imageId,
      previous_count: storedCount(image),
      new_count: countAfter(change),
      status: 'saved',
      revision: image.revision + (isUnchanged ? 0 : 1),
    }
  })
  await writeChanges(tx, changes, cause)
  return outcomes
}

const storedRow = ({ id, confidence, geometry, extra }: CheckedRow, position: number, label_id: string): StoredRow => ({
  id,
  label_id,
  position,
  confidence,
  geometry,
  extra,
})

async function labelsOf(tx: Tx, saves: readonly ImageSave[], datasetOf: (imageId: string) => string) {
  const byDataset = new Map<string, CheckedRow[]>()
  for (const { imageId, rows } of saves) {
    const dataset = datasetOf(imageId)
    const known = byDataset.get(dataset)
    if (known) known.push(...rows)
    else byDataset.set(dataset, [...rows])
  }
  const found = new Map<string, Awaited<ReturnType<typeof labelIds>>>()
  for (const [dataset, rows] of [...byDataset].sort(([a], [b]) => (a < b ? -1 : 1))) {
    found.set(dataset, await labelIds(tx, dataset, rows))
  }
  return (dataset: string, label: Pick<CheckedRow, 'name' | 'type'>) => {
    const labelOf = found.get(dataset) as Awaited<ReturnType<typeof labelIds>>
    return labelOf(label)
  }
}

/**
 * The annotations of each image, where an id of another image's annotation is replaced by one that is derived from both,
 * so that a copied annotation keeps its id when it is saved again.
 */
async function ownIds(
  tx: Tx,
  saves: readonly ImageSave[],
  there: ReadonlyMap<string, readonly StoredRow[]>,
): Promise<Map<string, readonly CheckedRow[]>> {
  const fresh: string[] = []
  const known = new Map<string, Set<string>>()
  for (const { imageId, rows } of saves) {
    const ids = new Set((there.get(imageId) ?? []).map(({ id }) => id))
    known.set(imageId, ids)
    for (const { id, isNamed } of rows) if (isNamed && !ids.has(id)) fresh.push(id)
  }
  const taken = await takenIds(tx, fresh)
  const owned = new Map<string, readonly CheckedRow[]>()
  for (const { imageId, rows } of saves) {
    const ids = known.get(imageId) as Set<string>
    const isFresh = ({ id, isNamed }: CheckedRow) => isNamed && !ids.has(id)
    if (!rows.some((row) => isFresh(row) && taken.has(row.id))) owned.set(imageId, rows)
    else {
      const sent = new Set(rows.map(({ id }) => id))
      const free = (id: string) => (sent.has(id) ? newId() : id)
      owned.set(
        imageId,
        rows.map((row) => (isFresh(row) && taken.has(row.id) ? { ...row, id: free(derivedId(imageId, row.id)) } : row)),
      )
    }
    for (const row of rows) if (isFresh(row)) taken.add(row.id)
  }
  return owned
}

/** Ids of one query. */
const IDS_AT_ONCE = 500

/** Returns the ids among these that annotations have already. */
export async function takenIds(tx: Pick<Tx, 'selectFrom'>, ids: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const some of batchesOf(ids, IDS_AT_ONCE)) {
    const rows = await tx.selectFrom('annotations').select('id').where('id', 'in', some).execute()
    for (const { id } of rows) taken.add(id)
  }
  return taken
}
