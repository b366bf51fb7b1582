/** The last step of an import that is undone: takes back its annotations, images, directories and classes. */
import { batchesOf } from '../../../../shared/domain/batches.ts'
import type { Cause } from '../../../datasets/annotations/write-changes.ts'
import { lockContents } from '../../../datasets/content-locks.ts'
import { createTally } from '../../../datasets/counters.ts'
import { deleteImages } from '../../../datasets/image-batches/delete-images.ts'
import type { Reclaim } from '../../../datasets/storage/reclaim.ts'
import { type Database, fromJson, fromJsonOrNull, lockingTransaction } from '../../../db/database.ts'
import type { ImageRow } from '../../../db/schema/datasets.ts'
import type { DatasetImportRow } from '../../../db/schema/imports.ts'
import type { Tx } from '../../../work/jobs/job.ts'
import { RecordOver } from '../../../work/jobs/job-record.ts'
import type { ImportRepository, TouchedImage } from '../import-repository.ts'
import { type KnownRow, type LockedPart, lockedParts, type Made } from '../label-rows.ts'
import { takeBackSplit } from '../write/write-splits.ts'
import { laterImports, takeBackFromLater } from './later-imports.ts'
import { rowsWithout, takeBackLabels } from './take-back-labels.ts'
import { lackingPaths, takeBackClasses, takeBackDirectories } from './take-back-lists.ts'

export interface UndoOptions {
  db: Database
  repository: ImportRepository
  free: Reclaim['free']
  /** The person who asked for it; null for a key without a user. */
  userId: string | null
  now: () => Date
  signal: AbortSignal
  progress(done: number): void
}

/** Images, and directories, of one transaction. */
const [PAGE, DIRECTORIES_AT_ONCE] = [20, 50]

export async function undoImport(row: DatasetImportRow, options: UndoOptions): Promise<void> {
  const { db, repository, signal } = options
  const hashes = new Set<string>()
  let done = await repository.countImages(row.id, ['undone'])
  const cause: Cause = { kind: 'import_undone', userId: options.userId, at: options.now().toISOString() }

  const held = <T>(imageIds: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> =>
    lockingTransaction(db, async (tx) => {
      await lockContents(tx, imageIds)
      if (!(await repository.change(tx, row, {}))) throw new RecordOver()
      return work(tx)
    })

  async function undo(tx: Tx, { items: images, there }: LockedPart<TouchedImage>): Promise<void> {
    const changed = new Map<string, readonly KnownRow[]>()
    const emptied: string[] = []
    const later = await laterImports(tx, row.id, images)
    for (const image of images) {
      const { image_id, is_new, made, previous, split, split_set } = image
      const known = there.get(image_id)
      if (!known) continue
      if (split_set === 1) await takeBackSplit(tx, image_id, split)
      const back = { made: fromJson<Made[]>(made ?? '[]'), previous: fromJsonOrNull<KnownRow[]>(previous) ?? [] }
      const beside = await takeBackFromLater(tx, later.get(image_id) ?? [], back)
      const rows = rowsWithout(back, known.rows, beside)
      if (is_new === 1 && rows.length === 0) emptied.push(image_id)
      if (back.made.length > 0 || back.previous.length > 0) changed.set(image_id, rows)
    }
    for (const { id, sha256 } of await removeUnused(tx, row.dataset_id, emptied)) {
      changed.delete(id)
      hashes.add(sha256)
    }
    const left = [...changed].map(([imageId, rows]) => ({ imageId, rows }))
    await takeBackLabels(tx, left, cause)
  }

  for (;;) {
    signal.throwIfAborted()
    const page = await repository.touchedImages(row.id, PAGE)
    if (page.length === 0) break
    const imageIds = page.map(({ image_id }) => image_id)
    await held(imageIds, async (tx) => {
      // The last ones at first: two files of an archive can be the same image.
      for await (const part of lockedParts(tx, page, ({ image_id }) => image_id)) await undo(tx, part)
      const positions = page.map(({ position }) => position)
      const undone = tx.updateTable('import_images').set({ state: 'undone' }).where('import_id', '=', row.id)
      await undone.where('position', 'in', positions).execute()
    })
    done += page.length
    options.progress(done)
  }
  for (const paths of batchesOf(lackingPaths(row), DIRECTORIES_AT_ONCE)) {
    signal.throwIfAborted()
    await held([], (tx) => takeBackDirectories(tx, row.dataset_id, paths))
  }
  await held([], (tx) => takeBackClasses(tx, row, options.now().toISOString()))
  if (hashes.size > 0) await options.free([...hashes])
}

/** Removes locked images, and returns them, except those that people have commented on, archived, or given another status or name. */
async function removeUnused(tx: Tx, datasetId: string, imageIds: readonly string[]): Promise<readonly ImageRow[]> {
  if (imageIds.length === 0) return []
  const images = await tx
    .selectFrom('images')
    .selectAll()
    .where('id', 'in', imageIds)
    .where('status', '=', 'new')
    .where('is_archived', '=', 0)
    .where('display_name', 'is', null)
    .where('id', 'not in', tx.selectFrom('annotation_comments').select('image_id').where('image_id', 'in', imageIds))
    .execute()
  const tally = createTally(datasetId)
  await deleteImages(tx, tally, images)
  await tally.write(tx)
  return images
}
