/** Copies of blobs in a folder of this machine. Those that were not used for the longest time are removed when it is full. */
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../machine/log.ts'
import { blobPath, folderBlobs } from './folder-blobs.ts'

export interface BlobCopies {
  /** Absolute, whether or not it exists. */
  pathOf(sha256: string): string
  /** Returns whether there is a copy, and notes that it was used. */
  use(sha256: string): Promise<boolean>
  /** Moves a file in, from the same file system. */
  take(path: string, sha256: string): Promise<void>
  remove(sha256: string): Promise<void>
}

/** A run may still read what it was given within this time. */
const KEPT_FOR_MS = 24 * 60 * 60_000
/** A copy that was used within this time is not noted again. */
const NOTED_FOR_MS = 60 * 60_000
/** How often a folder above its limit is searched for copies to remove. */
const TRIMMED_EVERY_MS = 60_000
/** Part of the limit that stays when copies are removed. */
const KEPT = 0.9

/** `maxBytes`: of all copies together; those that were used within a day stay, even above it. */
export function blobCopies(dir: string, maxBytes: number, log: Log): BlobCopies {
  const folder = folderBlobs(dir)
  const pathOf = (sha256: string) => blobPath(dir, sha256)
  /** Bytes of all copies, once they were counted. */
  let held: number | null = null
  let trimmedAt = Number.NEGATIVE_INFINITY

  async function trim(): Promise<void> {
    const files: { path: string; bytes: number; usedMs: number }[] = []
    const now = new Date()
    for (const name of await readdir(dir, { recursive: true }).catch(() => [])) {
      const path = join(dir, name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) continue
      // A clock that was set back leaves a use in the future: it counts as now.
      const usedMs = Math.min(found.mtimeMs, now.getTime())
      if (found.mtimeMs > usedMs) await utimes(path, now, now).catch(() => undefined)
      files.push({ path, bytes: found.size, usedMs })
    }
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const unused = files.filter(({ usedMs }) => now.getTime() - usedMs > KEPT_FOR_MS)
    if (bytes > maxBytes) {
      for (const file of unused.sort((a, b) => a.usedMs - b.usedMs)) {
        if (bytes <= KEPT * maxBytes) break
        await rm(file.path, { force: true })
        bytes -= file.bytes
      }
    }
    held = bytes
  }

  return {
    pathOf,
    async use(sha256) {
      const found = await stat(pathOf(sha256)).catch(() => null)
      if (!found?.isFile()) return false
      const now = new Date()
      if (now.getTime() - found.mtimeMs > NOTED_FOR_MS) await utimes(pathOf(sha256), now, now).catch(() => undefined)
      return true
    },
    async take(path, sha256) {
      const { size } = await stat(path)
      const now = new Date()
      // A file keeps its time when it is moved.
      await utimes(path, now, now)
      if ((await folder.take(path, sha256)) && held !== null) held += size
      if ((held !== null && held <= maxBytes) || performance.now() - trimmedAt < TRIMMED_EVERY_MS) return
      trimmedAt = performance.now()
      await trim().catch((error) => log('warning', 'Copies of files could not be removed.', error))
    },
    remove: folder.remove,
  }
}
