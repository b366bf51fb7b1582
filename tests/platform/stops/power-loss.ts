/**
 * What a disk has kept of a data folder when the power of its machine fails. No test can take the page cache away from a
 * process, so this is a simulation: a copy of the folder while its processes are stopped, less what nothing has put on
 * the disk. Files that a reply or a row names are synced before (`tests/platform/files/blobs/power-failure.test.ts`), and
 * so is each commit of SQLite; what follows the last commit in its log may be there in part.
 */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const WAL = 'sightline.db-wal'
/** Index of the log, in memory that processes share: SQLite makes it again from the log. */
const INDEX = 'sightline.db-shm'

/** Copies the data folder as a disk keeps it; `keptIn` must not exist. Its processes have to be stopped. */
export function copySynced(dataDir: string, keptIn: string): void {
  cpSync(dataDir, keptIn, { recursive: true, filter: (path) => !path.endsWith(INDEX) })
  const wal = join(keptIn, WAL)
  if (!existsSync(wal)) return
  const bytes = readFileSync(wal)
  const synced = endOfLastCommit(bytes)
  truncateSync(wal, synced + Math.floor(Math.random() * (bytes.length - synced + 1)))
}

/** Puts the copy in the place of the folder, when its processes have ended. */
export function restoreSynced(dataDir: string, keptIn: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  renameSync(keptIn, dataDir)
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Offset after the last frame of a write-ahead log that ends a transaction (https://sqlite.org/fileformat2.html#walformat). */
function endOfLastCommit(wal: Buffer): number {
  if (wal.length < HEADER_BYTES) return wal.length
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8)
  const salts = wal.subarray(16, 24)
  let end = HEADER_BYTES
  for (let at = HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    // Frames of an earlier use of the file have other salts.
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break
    // The number of pages of the database is in the last frame of a transaction only.
    if (wal.readUInt32BE(at + 4) > 0) end = at + frameBytes
  }
  return end
}
