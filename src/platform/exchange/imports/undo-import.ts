/** The last step of an import that is undone: takes back its annotations, and removes the images that it added. */

import type { Cause } from '../../datasets/annotations/write-changes.ts'
import { removeImage } from '../../datasets/images/remove-image.ts'
import type { Reclaim } from '../../datasets/storage/reclaim.ts'
import type { LabelledRow } from '../../datasets/stored-annotation.ts'
import { type Database, fromJson, fromJsonOrNull } from '../../db/database.ts'
import type { DatasetImportRow, ImportImageRow } from '../../db/schema/imports.ts'
import type { Tx } from '../../work/jobs/job.ts'
import { RecordOver } from '../../work/jobs/job-record.ts'
import type { ImportRepository } from './import-repository.ts'
import { takeBackLabels } from './write-labels.ts'
import { takeBackSplit } from './write-splits.ts'

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

/** Images of one transaction. */
const PAGE = 20

export async function undoImport(row: DatasetImportRow, options: UndoOptions): Promise<void> {
  const { db, repository, signal } = options
  const hashes = new Set<string>()
  let done = await repository.countImages(row.id, ['undone'])

  const cause: Cause = { kind: 'import_undone', userId: options.userId, at: options.now().toISOString() }

  async function undo(
    tx: Tx,
    { image_id, is_new, made, previous, position, split, split_set }: ImportImageRow,
  ): Promise<void> {
    const image =
      image_id === null
        ? undefined
        : await tx.selectFrom('images').selectAll().where('id', '=', image_id).executeTakeFirst()
    if (image) {
      if (split_set === 1) await takeBackSplit(tx, image.id, split)
      const back = { made: fromJson<string[]>(made ?? '[]'), previous: fromJsonOrNull<LabelledRow[]>(previous) ?? [] }
      const left = await takeBackLabels(tx, image.id, back, cause)
      // An image that people have worked on since stays.
      if (is_new === 1 && left === 0 && image.status === 'new') {
        const sha256 = await removeImage(tx, image.id)
        if (sha256 !== null) hashes.add(sha256)
      }
    }
    const undone = tx.updateTable('import_images').set({ state: 'undone' }).where('import_id', '=', row.id)
    await undone.where('position', '=', position).execute()
  }

  for (;;) {
    signal.throwIfAborted()
    const page = await repository.images(row.id, ['done', 'staged'], -1, PAGE)
    if (page.length === 0) break
    await db.transaction().execute(async (tx) => {
      if (!(await repository.change(tx, row, {}))) throw new RecordOver()
      for (const image of page) await undo(tx, image)
    })
    done += page.length
    options.progress(done)
  }
  if (hashes.size > 0) await options.free([...hashes])
}
