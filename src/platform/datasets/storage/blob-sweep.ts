/**
 * Removes blobs that no row names and that no call has asked to delete, as a crash leaves them. A sweep marks them; those that are
 * marked for a day go to the quarantine, and a week later they are removed. A sweep with the wrong database can be undone until then.
 */
import { batchesOf } from '../../../shared/domain/batches.ts'
import { lockingTransaction } from '../../db/database.ts'
import type { BlobRow } from '../../db/schema/blobs.ts'
import { blobPages, hashesOf } from './blob-pages.ts'
import { type BlobRemovalOptions, LOCKED_AT_ONCE, lockBlobs, markAgeMs, SWEPT_AFTER_MS } from './blob-removal.ts'
import { HASHES_AT_ONCE, namedOf, unnamedOf } from './used-hashes.ts'

export const QUARANTINED_FOR_MS = 7 * 24 * 60 * 60_000
/** Hashes in one line of the log. */
const MOST_LOGGED = 50

export interface BlobSweep {
  /** Takes those out of the quarantine that rows name again. */
  bringBack(): Promise<void>
  sweep(): Promise<void>
  /** Removes all of the quarantine, for the sake of room on the disk. */
  empty(): Promise<void>
}

export interface BlobSweepOptions extends BlobRemovalOptions {
  now: () => Date
}

export function createBlobSweep(options: BlobSweepOptions): BlobSweep {
  const { db, blobs, clock, now, log } = options
  const { quarantine } = blobs
  const at = async () => (await clock()).toISOString()

  const makeRow = (to: Pick<typeof db, 'insertInto'>, row: BlobRow) =>
    to
      .insertInto('blobs')
      .values(row)
      .onConflict((c) => c.column('sha256').doNothing())
      .returning('sha256')
      .executeTakeFirst()

  async function bringBack(): Promise<void> {
    const named: string[] = []
    for (const page of batchesOf(hashesOf(await quarantine.list()), HASHES_AT_ONCE))
      named.push(...(await namedOf(db, page)))
    for (const sha256 of named) {
      const unreferenced_since = await at()
      await lockingTransaction(db, async (tx) => {
        await makeRow(tx, { sha256, size: 0, unreferenced_since })
        await lockBlobs(tx, [sha256])
        await quarantine.bringBack(sha256)
        const size = (await blobs.sizeOf(sha256)) ?? 0
        await tx.updateTable('blobs').set({ size }).where('sha256', '=', sha256).execute()
      })
    }
    if (named.length > 0)
      log('info', `Files that are named again were brought back from the quarantine: ${listed(named)}`)
  }

  /** A blob that has a row again is being written or named: it is not removed with the one in the quarantine. */
  const removeQuarantined = (sha256: string, unreferenced_since: string): Promise<boolean> =>
    lockingTransaction(db, async (tx) => {
      // The row that it makes keeps writers waiting.
      if (!(await makeRow(tx, { sha256, size: 0, unreferenced_since }))) return false
      const isUnnamed = (await unnamedOf(tx, [sha256]))?.length === 1
      if (isUnnamed) await quarantine.remove(sha256)
      await tx.deleteFrom('blobs').where('sha256', '=', sha256).execute()
      return isUnnamed
    })

  async function remove(hashes: readonly string[], reason: string): Promise<void> {
    const gone: string[] = []
    for (const sha256 of hashes) {
      // A file that is being read on Windows is removed by a later sweep.
      await removeQuarantined(sha256, await at()).then(
        (isGone) => isGone && gone.push(sha256),
        (error) => log('warning', `The file ${sha256} in the quarantine could not be removed.`, error),
      )
    }
    await options.removeDerived(gone)
    if (gone.length > 0) log('warning', `Files in the quarantine were removed, ${reason}: ${listed(gone)}`)
  }

  /** Files without a row: those of a folder that another database has used, or of a restored backup. */
  async function makeRows(quarantined: ReadonlySet<string>): Promise<void> {
    const others = (await blobs.list()).filter((sha256) => !quarantined.has(sha256))
    for (const page of batchesOf(others, HASHES_AT_ONCE)) {
      const rows = await db.selectFrom('blobs').select('sha256').where('sha256', 'in', page).execute()
      const known = new Set(rows.map(({ sha256 }) => sha256))
      for (const sha256 of page) {
        const size = known.has(sha256) ? null : await blobs.sizeOf(sha256)
        if (size !== null) await makeRow(db, { sha256, size, unreferenced_since: await at() })
      }
    }
  }

  const isOver = (row: BlobRow, time: Date): boolean => (markAgeMs(row, time) ?? 0) >= SWEPT_AFTER_MS

  /** A clock that was set back leaves a mark in the future: the day begins now. */
  const isUnmarked = (row: BlobRow, time: Date): boolean => (markAgeMs(row, time) ?? -Infinity) <= -SWEPT_AFTER_MS

  /** Marks these blobs, or puts them into the quarantine; returns those that are in there now. */
  const settle = (hashes: readonly string[], time: Date): Promise<string[]> =>
    lockingTransaction(db, async (tx) => {
      const rows = await lockBlobs(tx, hashes)
      const unnamed = new Set(await unnamedOf(tx, hashesOf(rows)))
      const left = rows.filter(({ sha256 }) => unnamed.has(sha256))
      const unmarked = hashesOf(left.filter((row) => isUnmarked(row, time)))
      const over = hashesOf(left.filter((row) => isOver(row, time)))
      if (unmarked.length > 0) {
        const marked = { unreferenced_since: time.toISOString() }
        await tx.updateTable('blobs').set(marked).where('sha256', 'in', unmarked).execute()
      }
      const taken: string[] = []
      for (const sha256 of over) {
        // A crash leaves rows without bytes too.
        if (!(await blobs.has(sha256))) continue
        await quarantine.put(sha256, now())
        taken.push(sha256)
      }
      if (over.length > 0) await tx.deleteFrom('blobs').where('sha256', 'in', over).execute()
      return taken
    })

  /** The marks of writers that have failed, or that were not needed. */
  async function unmark(rows: readonly BlobRow[], time: Date): Promise<void> {
    const over = hashesOf(rows.filter((row) => isOver(row, time)))
    if (over.length === 0) return
    const until = new Date(time.getTime() - SWEPT_AFTER_MS).toISOString()
    const marked = db.updateTable('blobs').set({ unreferenced_since: null }).where('sha256', 'in', over)
    await marked.where('unreferenced_since', '<=', until).execute()
  }

  return {
    bringBack,
    async sweep() {
      await bringBack()
      const held = await quarantine.list()
      const over = held.filter(({ since }) => now().getTime() - since.getTime() >= QUARANTINED_FOR_MS)
      await remove(hashesOf(over), 'since nothing has named them for a week')
      await makeRows(new Set(hashesOf(held)))
      const taken: string[] = []
      const time = await clock()
      for await (const rows of blobPages(db)) {
        const unnamed = await unnamedOf(db, hashesOf(rows))
        // A later sweep continues.
        if (unnamed === null) break
        const others = new Set(unnamed)
        const named = rows.filter(({ sha256 }) => !others.has(sha256))
        await unmark(named, time)
        const left = rows.filter(({ sha256 }) => others.has(sha256))
        const due = hashesOf(left.filter((row) => isUnmarked(row, time) || isOver(row, time)))
        for (const some of batchesOf(due, LOCKED_AT_ONCE)) taken.push(...(await settle(some, time)))
      }
      if (taken.length === 0) return
      log('warning', `Files that nothing names were put into quarantine, and are removed in a week: ${listed(taken)}`)
    },
    async empty() {
      await remove(hashesOf(await quarantine.list()), 'because the disk is full')
    },
  }
}

const listed = (hashes: readonly string[]): string => {
  const more = hashes.length - MOST_LOGGED
  return hashes.slice(0, MOST_LOGGED).join(', ') + (more > 0 ? `, and ${more} more` : '')
}
