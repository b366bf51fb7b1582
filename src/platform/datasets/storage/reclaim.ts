/**
 * Removes bytes without references. A blob is referred to by the uploads, models, images and exports of its hash; an upload by
 * everything that names its handle. References are read, not counted, so a crash at any point leaves nothing wrong: a later
 * sweep removes the rest.
 */

import type { Transaction } from 'kysely'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { countStored } from '../../accounts/quota/quota.ts'
import { type Database, databaseClock, isPostgres, lockingTransaction } from '../../db/database.ts'
import { createOneAtATime } from '../../db/one-at-a-time.ts'
import type { UploadRow } from '../../db/schema/uploads.ts'
import type { Tables } from '../../db/tables.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Log } from '../../machine/log.ts'
import { countedBytes } from '../uploads/uploads.ts'
import { removeBlobs } from './blob-removal.ts'
import { createBlobSweep } from './blob-sweep.ts'
import type { NamedUploads } from './upload-references.ts'
import { HASHES_AT_ONCE, hashesOfImages, hashesOfResources } from './used-hashes.ts'

const HOUR_MS = 60 * 60_000
/** Retention of an upload without references: an editor can still undo back to it. */
export const UNUSED_FOR_MS = 7 * 24 * HOUR_MS
/** An upload this young may still get its reference. */
const YOUNG_MS = HOUR_MS
const UPLOADS_AT_ONCE = 500

export interface Reclaim {
  /**
   * Removes files that have been unused for long enough; does nothing while a run is live, which may be reading them.
   * Never rejects.
   */
  sweep(): Promise<void>
  /** Takes files out of the quarantine that rows name again. Never rejects. */
  bringBack(): Promise<void>
  /** Makes room on a full disk. Never rejects. */
  emptyQuarantine(): Promise<void>
  /** Removes all uploads of the organization without references, except those of the last hour; of all when omitted. */
  clearUploads(organizationId?: string): Promise<void>
  /** Uploads that `clearUploads` would remove. */
  unusedUploads(organizationId?: string): Promise<UploadRow[]>
  /** Removes those of these hashes that have no references left; returns their number. */
  free(hashes: readonly string[]): Promise<number>
  /** The same: at once, or when no run is live any more, which may be reading them. Never rejects. */
  release(hashes: readonly string[]): Promise<void>
  /** Removes an upload at once, with its bytes, unless something refers to it. Never rejects. */
  releaseUpload(organizationId: string, uploadId: string): Promise<void>
  /** Ends after the removals in progress. */
  close(): Promise<void>
}

export interface ReclaimOptions {
  db: Database
  blobs: BlobStore
  namedUploads: NamedUploads
  isAnyRunLive(): Promise<boolean>
  /** Removes what was derived from images of these hashes, with their thumbnails. */
  removeDerived(hashes: readonly string[]): Promise<void>
  now: () => Date
  log: Log
}

export function createReclaim(options: ReclaimOptions): Reclaim {
  const { db, namedUploads, log } = options
  const nowMs = () => options.now().getTime()

  const blobRemoval = { ...options, clock: databaseClock(db, options.now) }
  const blobSweep = createBlobSweep(blobRemoval)

  /** Blobs of the store are left to `removeBlobs`, since other rows may have the same bytes. */
  async function removeUploads(rows: readonly UploadRow[]): Promise<void> {
    for (const row of rows) {
      await db.transaction().execute((tx) => removeRow(tx, row.id))
    }
  }

  /** An extraction that begins meanwhile waits for the row of its video: it is found among the jobs, or finds no video. */
  const removeUnlessNamed = (organizationId: string, uploadId: string): Promise<UploadRow | undefined> =>
    lockingTransaction(db, async (tx) => {
      const found = tx.selectFrom('uploads').selectAll().where('id', '=', uploadId)
      const own = found.where('organization_id', '=', organizationId)
      const row = await (isPostgres(tx) ? own.forUpdate() : own).executeTakeFirst()
      if (!row || (await namedUploads({ tx, uploadId })).has(uploadId)) return undefined
      await removeRow(tx, uploadId)
      return row
    })

  /**
   * Returns the uploads that nothing names. One with the bytes of a model, an image or an export is not among them: its
   * handle takes no room of its own.
   */
  async function unusedOf(rows: readonly UploadRow[], named: ReadonlySet<string>): Promise<UploadRow[]> {
    const used = await hashesOfResources(db, hashesIn(rows))
    return rows.filter(({ id, sha256 }) => !named.has(id) && (sha256 === null || !used.has(sha256)))
  }

  /** Uploads of the organization, or of all, in pages, each with those of it that are unused. */
  async function* uploadPages(organizationId?: string): AsyncGenerator<{ rows: UploadRow[]; unused: UploadRow[] }> {
    const named = await namedUploads()
    const all = db.selectFrom('uploads').selectAll().orderBy('id').limit(UPLOADS_AT_ONCE)
    const some = organizationId === undefined ? all : all.where('organization_id', '=', organizationId)
    for (let after = ''; ; ) {
      const rows = await some.where('id', '>', after).execute()
      const last = rows.at(-1)
      if (!last) return
      yield { rows, unused: await unusedOf(rows, named) }
      after = last.id
    }
  }

  async function unusedUploads(organizationId?: string): Promise<UploadRow[]> {
    const found: UploadRow[] = []
    for await (const { unused } of uploadPages(organizationId)) found.push(...unused.filter((row) => !isYoung(row)))
    return found
  }

  const ageMs = (time: string): number => nowMs() - Date.parse(time)
  /** One of the far future began before the clock was set back. */
  const isYoung = (row: UploadRow): boolean => Math.abs(ageMs(row.created_at)) < YOUNG_MS

  /** Records the time since which an upload is unused; an imported one existed for its model or image alone. */
  async function removeLongUnused(): Promise<void> {
    const isOver = ({ unused_since }: UploadRow) => unused_since !== null && ageMs(unused_since) >= UNUSED_FOR_MS
    const note = (id: string, unused_since: string | null) =>
      db.updateTable('uploads').set({ unused_since }).where('id', '=', id).execute()
    for await (const { rows, unused } of uploadPages()) {
      const ids = new Set(unused.map(({ id }) => id))
      for (const { id, unused_since } of rows) if (unused_since !== null && !ids.has(id)) await note(id, null)
      for (const { id, unused_since } of unused) {
        // A clock that was set back leaves a start in the future: the period restarts now.
        if (unused_since === null || ageMs(unused_since) < 0) await note(id, options.now().toISOString())
      }
      await removeUploads(unused.filter((row) => row.imported === 1 || isOver(row)))
    }
  }

  /** Hashes that were released while a run was live. After a crash, they are unnamed blobs like others. */
  const pending = new Set<string>()

  async function freePending(): Promise<void> {
    const hashes = [...pending]
    pending.clear()
    await free(hashes)
  }

  const inProgress = new Set<Promise<void>>()
  /** Sweeps of this process, which look at the whole store. */
  const inTurn = createOneAtATime()

  /** Never rejects. */
  function safely(work: () => Promise<unknown>): Promise<void> {
    const ended = work()
      .then(() => undefined)
      .catch((error) => log('warning', 'Files that nobody uses could not be removed.', error))
      .finally(() => inProgress.delete(ended))
    inProgress.add(ended)
    return ended
  }

  const unlessLive = async (work: () => Promise<unknown>): Promise<void> => {
    if (!(await options.isAnyRunLive())) await work()
  }

  return {
    sweep: () =>
      safely(() =>
        inTurn(() =>
          unlessLive(async () => {
            await freePending()
            await removeLongUnused()
            await blobSweep.sweep()
          }),
        ),
      ),
    bringBack: () => safely(() => inTurn(blobSweep.bringBack)),
    emptyQuarantine: () => safely(() => inTurn(blobSweep.empty)),
    async clearUploads(organizationId) {
      const unused = await unusedUploads(organizationId)
      await removeUploads(unused)
      // A run of another organization may be reading the same bytes.
      if (await options.isAnyRunLive()) for (const sha256 of hashesIn(unused)) pending.add(sha256)
      else await removeBlobs(hashesIn(unused), blobRemoval)
    },
    unusedUploads,
    release,
    releaseUpload: (organizationId, uploadId) =>
      safely(async () => {
        const gone = await removeUnlessNamed(organizationId, uploadId)
        if (gone) await release(hashesIn([gone]))
      }),
    free,
    async close() {
      await Promise.all(inProgress)
    },
  }

  function release(hashes: readonly string[]): Promise<void> {
    for (const sha256 of hashes) pending.add(sha256)
    return safely(() => unlessLive(freePending))
  }

  async function free(hashes: readonly string[]): Promise<number> {
    let named: Set<string> | null = null
    for (const page of batchesOf(hashes, HASHES_AT_ONCE)) {
      const imported = db.selectFrom('uploads').selectAll().where('imported', '=', 1).where('sha256', 'in', page)
      const rows = await imported.execute()
      if (rows.length === 0) continue
      named ??= await namedUploads()
      await removeUploads(await unusedOf(rows, named))
    }
    // An export may keep the bytes.
    for (const page of batchesOf(hashes, HASHES_AT_ONCE)) {
      const images = await hashesOfImages(db, page)
      await options.removeDerived(page.filter((hash) => !images.has(hash)))
    }
    return removeBlobs(hashes, blobRemoval)
  }
}

async function removeRow(tx: Transaction<Tables>, uploadId: string): Promise<void> {
  const gone = await tx.deleteFrom('uploads').where('id', '=', uploadId).returningAll().executeTakeFirst()
  if (gone) await countStored(tx, gone.organization_id, 'uploads', -countedBytes(gone))
}

const hashesIn = (rows: readonly UploadRow[]) => rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]))
