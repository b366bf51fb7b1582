/**
 * Removes blobs that no row names, each while its row is locked: whoever names one waits for that, and whoever writes the same
 * bytes makes a new row afterwards. Blobs whose rows others have locked are being named, and are left alone.
 */

import type { Transaction } from 'kysely'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { type Database, isPostgres, lockingTransaction } from '../../db/database.ts'
import type { BlobRow } from '../../db/schema/blobs.ts'
import type { Tables } from '../../db/tables.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Log } from '../../machine/log.ts'
import { hashesOf } from './blob-pages.ts'
import { unnamedOf } from './used-hashes.ts'

type Tx = Transaction<Tables>

/** A blob that is marked this recently may still be written, and get its row. */
export const SWEPT_AFTER_MS = 24 * 60 * 60_000

/** Rows of one transaction. SQLite has one writer, which waits while their files are removed. */
export const LOCKED_AT_ONCE = 32

/** Locks the rows of those of these blobs that nobody else has locked, until the transaction ends. */
export function lockBlobs(tx: Tx, hashes: readonly string[]): Promise<BlobRow[]> {
  const rows = tx.selectFrom('blobs').selectAll().where('sha256', 'in', hashes)
  return (isPostgres(tx) ? rows.forUpdate().skipLocked() : rows).execute()
}

/** The milliseconds since the blob was marked; null without a mark. */
export const markAgeMs = ({ unreferenced_since }: BlobRow, now: Date): number | null =>
  unreferenced_since === null ? null : now.getTime() - Date.parse(unreferenced_since)

export interface BlobRemovalOptions {
  db: Database
  blobs: BlobStore
  clock(): Promise<Date>
  /** Removes what was derived from images of these hashes. */
  removeDerived(hashes: readonly string[]): Promise<void>
  log: Log
}

/** Returns the number of removed blobs: those of these hashes that no row names and that nobody is writing. */
export async function removeBlobs(hashes: readonly string[], options: BlobRemovalOptions): Promise<number> {
  const { db, blobs, log } = options
  const now = await options.clock()
  const isWritten = (row: BlobRow): boolean => (markAgeMs(row, now) ?? SWEPT_AFTER_MS) < SWEPT_AFTER_MS

  /** Returns the hashes of the removed blobs; null while no blob can be removed. */
  async function removed(tx: Tx, page: readonly string[]): Promise<string[] | null> {
    const rows = (await lockBlobs(tx, page)).filter((row) => !isWritten(row))
    const unnamed = await unnamedOf(tx, hashesOf(rows))
    if (unnamed === null) return null
    const gone: string[] = []
    for (const sha256 of unnamed) {
      // A file that is being read on Windows is removed by a later sweep.
      await blobs.remove(sha256).then(
        () => gone.push(sha256),
        (error) => log('warning', `The file ${sha256} that nobody uses could not be removed.`, error),
      )
    }
    if (gone.length > 0) await tx.deleteFrom('blobs').where('sha256', 'in', gone).execute()
    return gone
  }

  let count = 0
  for (const page of batchesOf(hashes, LOCKED_AT_ONCE)) {
    const gone = await lockingTransaction(db, (tx) => removed(tx, page))
    // A later sweep removes the files.
    if (gone === null) return count
    await options.removeDerived(gone)
    count += gone.length
  }
  return count
}
