/**
 * Removes bytes without references. A blob is referred to by the uploads, models and images of its hash; an upload by
 * everything that names its handle. References are read, not counted, so a crash at any point leaves nothing wrong: the
 * next sweep removes the rest.
 */
import { rm } from 'node:fs/promises'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { OneAtATime } from '../db/one-at-a-time.ts'
import type { UploadRow } from '../db/tables.ts'
import type { Log } from '../machine/log.ts'
import type { NamedUploads } from './upload-references.ts'

const HOUR_MS = 60 * 60_000
/** Retention of an upload without references: an editor can still undo back to it. */
export const UNUSED_FOR_MS = 7 * 24 * HOUR_MS
/** An upload this young may still get its reference. */
const YOUNG_MS = HOUR_MS

export interface Reclaim {
  /**
   * Removes files that have been unused for long enough; does nothing while a run is live, which may be reading them.
   * Never rejects.
   */
  sweep(): Promise<void>
  /** Removes all uploads without references, except those of the last hour. */
  clearUploads(): Promise<void>
  /** Uploads that `clearUploads` would remove. */
  unusedUploads(): Promise<UploadRow[]>
  /** Removes those of these hashes that have no references left; returns their number. Must run within `alone`. */
  free(hashes: readonly string[]): Promise<number>
}

export interface ReclaimOptions {
  db: Database
  blobs: BlobStore
  namedUploads: NamedUploads
  /** Path of an upload that is not in the blob store. */
  uploadPath(row: Pick<UploadRow, 'id' | 'filename'>): string
  /** Shared with all code that stores a blob before the row that refers to it. */
  alone: OneAtATime
  isAnyRunLive(): Promise<boolean>
  now: () => Date
  log: Log
}

export function createReclaim(options: ReclaimOptions): Reclaim {
  const { db, blobs, namedUploads, alone, log } = options
  const nowMs = () => options.now().getTime()

  async function hashesOfResources(): Promise<Set<string>> {
    const models = await db.selectFrom('models').select('file_sha256').distinct().execute()
    const images = await db.selectFrom('images').select('sha256').distinct().execute()
    return new Set([...models.map((row) => row.file_sha256), ...images.map((row) => row.sha256)])
  }

  /** Blobs of the store are left to `removeBlobs`, since other rows may have the same bytes. */
  async function removeUploads(rows: readonly UploadRow[]): Promise<void> {
    for (const row of rows) {
      await db.deleteFrom('uploads').where('id', '=', row.id).execute()
      if (row.sha256 === null) await rm(options.uploadPath(row), { force: true })
    }
  }

  async function removeBlobs(candidates: readonly string[]): Promise<number> {
    const uploads = await db.selectFrom('uploads').select('sha256').distinct().where('sha256', 'is not', null).execute()
    const used = await hashesOfResources()
    for (const { sha256 } of uploads) if (sha256 !== null) used.add(sha256)
    let removed = 0
    for (const sha256 of candidates.filter((hash) => !used.has(hash))) {
      // A file that is being read on Windows is removed by a later sweep.
      await blobs.remove(sha256).then(
        () => removed++,
        (error) => log('warning', `The file ${sha256} that nobody uses could not be removed.`, error),
      )
    }
    return removed
  }

  /** Uploads that are neither named nor the bytes of a model or an image, beside which the handle costs nothing. */
  async function unused(): Promise<UploadRow[]> {
    const [named, used] = [await namedUploads(), await hashesOfResources()]
    const rows = await db.selectFrom('uploads').selectAll().execute()
    return rows.filter(({ id, sha256 }) => !named.has(id) && (sha256 === null || !used.has(sha256)))
  }

  const ageMs = (time: string): number => nowMs() - Date.parse(time)
  const isYoung = (row: UploadRow): boolean => ageMs(row.created_at) < YOUNG_MS

  /** Records the time since which an upload is unused; an imported one existed for its model or image alone. */
  async function removeLongUnused(): Promise<void> {
    const rows = await unused()
    const ids = new Set(rows.map(({ id }) => id))
    const noted = await db.selectFrom('uploads').select('id').where('unused_since', 'is not', null).execute()
    const note = (id: string, unused_since: string | null) =>
      db.updateTable('uploads').set({ unused_since }).where('id', '=', id).execute()
    for (const { id } of noted) if (!ids.has(id)) await note(id, null)
    for (const { id, unused_since } of rows) if (unused_since === null) await note(id, options.now().toISOString())
    const isOver = ({ unused_since }: UploadRow) => unused_since !== null && ageMs(unused_since) >= UNUSED_FOR_MS
    await removeUploads(rows.filter((row) => row.imported === 1 || isOver(row)))
  }

  return {
    sweep: () =>
      alone(async () => {
        if (await options.isAnyRunLive()) return
        await removeLongUnused()
        await removeBlobs(await blobs.list())
      }).catch((error) => log('warning', 'Files that nobody uses could not be removed.', error)),
    clearUploads: () =>
      alone(async () => {
        await removeUploads((await unused()).filter((row) => !isYoung(row)))
        await removeBlobs(await blobs.list())
      }),
    unusedUploads: async () => (await unused()).filter((row) => !isYoung(row)),
    async free(hashes) {
      const of = new Set(hashes)
      const rows = (await unused()).filter(
        ({ imported, sha256 }) => imported === 1 && sha256 !== null && of.has(sha256),
      )
      await removeUploads(rows)
      return removeBlobs(hashes)
    },
  }
}
