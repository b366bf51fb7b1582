/**
 * Removes blobs that no row names and that no call has asked to delete, as a crash leaves them: those older than a day go to the
 * quarantine, and a week later they are removed. A sweep with the wrong database can be undone until then.
 */
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Log } from '../machine/log.ts'
import { pagesOf } from './used-hashes.ts'

const DAY_MS = 24 * 60 * 60_000
/** A blob this young may still get its row. */
export const SWEPT_AFTER_MS = DAY_MS
export const QUARANTINED_FOR_MS = 7 * DAY_MS
/** Hashes in one line of the log. */
const MOST_LOGGED = 50

/** Each must run within `alone`. */
export interface BlobSweep {
  /** Takes those out of the quarantine that rows name again. */
  bringBack(): Promise<void>
  sweep(): Promise<void>
  /** Removes all of the quarantine, for the sake of room on the disk. */
  empty(): Promise<void>
}

export interface BlobSweepOptions {
  blobs: BlobStore
  /** Returns the hashes of a page that no row names; null while that is unknown. */
  unnamedOf(page: readonly string[]): Promise<readonly string[] | null>
  /** Removes what was derived from images of these hashes. */
  removeDerived(hashes: readonly string[]): Promise<void>
  now: () => Date
  log: Log
}

export function createBlobSweep({ blobs, unnamedOf, removeDerived, now, log }: BlobSweepOptions): BlobSweep {
  const { quarantine } = blobs
  const ageMs = (time: Date): number => now().getTime() - time.getTime()

  async function unnamedOfAll(hashes: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const page of pagesOf(hashes)) found.push(...((await unnamedOf(page)) ?? []))
    return found
  }

  async function bringBack(): Promise<void> {
    const held = (await quarantine.list()).map(({ sha256 }) => sha256)
    const unnamed = new Set(await unnamedOfAll(held))
    const named = held.filter((sha256) => !unnamed.has(sha256))
    for (const sha256 of named) await quarantine.bringBack(sha256)
    if (named.length > 0)
      log('info', `Files that are named again were brought back from the quarantine: ${listed(named)}`)
  }

  async function remove(hashes: readonly string[], reason: string): Promise<void> {
    const gone: string[] = []
    for (const sha256 of hashes) {
      // A file that is being read on Windows is removed by a later sweep.
      await quarantine.remove(sha256).then(
        () => gone.push(sha256),
        (error) => log('warning', `The file ${sha256} in the quarantine could not be removed.`, error),
      )
    }
    await removeDerived(gone)
    if (gone.length > 0) log('warning', `Files in the quarantine were removed, ${reason}: ${listed(gone)}`)
  }

  return {
    bringBack,
    async sweep() {
      await bringBack()
      const held = await quarantine.list()
      const over = held.filter(({ since }) => ageMs(since) >= QUARANTINED_FOR_MS).map(({ sha256 }) => sha256)
      await remove(over, 'since nothing has named them for a week')
      const known = new Set(held.map(({ sha256 }) => sha256))
      const others = (await blobs.list()).filter((sha256) => !known.has(sha256))
      const taken: string[] = []
      for (const sha256 of await unnamedOfAll(others)) {
        const writtenAt = await blobs.writtenAt(sha256)
        if (writtenAt === null || ageMs(writtenAt) < SWEPT_AFTER_MS) continue
        await quarantine.put(sha256, now())
        taken.push(sha256)
      }
      if (taken.length === 0) return
      log('warning', `Files that nothing names were put into quarantine, and are removed in a week: ${listed(taken)}`)
    },
    async empty() {
      const held = (await quarantine.list()).map(({ sha256 }) => sha256)
      await remove(await unnamedOfAll(held), 'because the disk is full')
    },
  }
}

const listed = (hashes: readonly string[]): string => {
  const more = hashes.length - MOST_LOGGED
  return hashes.slice(0, MOST_LOGGED).join(', ') + (more > 0 ? `, and ${more} more` : '')
}
