/**
 * The quarantine of blobs that no row named at a sweep. They stay for a while, since it may have been the wrong database that did
 * not name them.
 */
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { newId } from '../../db/database.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import type { BlobPlace } from './blob-store.ts'
import { blobPath } from './folder-blobs.ts'
import type { ObjectStore } from './object-store.ts'

export interface QuarantinedBlob {
  sha256: string
  /** The time at which it was put there. */
  since: Date
}

/** Call its changes in a transaction that has locked the blob's row. */
export interface Quarantine {
  put(sha256: string, now: Date): Promise<void>
  list(): Promise<QuarantinedBlob[]>
  /** Makes it a blob like the others again. */
  bringBack(sha256: string): Promise<void>
  remove(sha256: string): Promise<void>
}

/** Files that are moved to a folder beside that of the blobs, on the same file system. */
export function folderQuarantine(blobs: string, dir: string): Quarantine {
  return {
    async put(sha256, now) {
      // The modification time of the file records when it was quarantined.
      await utimes(blobPath(blobs, sha256), now, now)
      await mkdir(dirname(blobPath(dir, sha256)), { recursive: true, mode: PRIVATE_FOLDER })
      await rename(blobPath(blobs, sha256), blobPath(dir, sha256))
    },
    async list() {
      const names = await readdir(dir, { recursive: true }).catch(() => [])
      const hashes = names.map((name) => basename(name)).filter((name) => /^[0-9a-f]{64}$/.test(name))
      return Promise.all(hashes.map(async (sha256) => ({ sha256, since: (await stat(blobPath(dir, sha256))).mtime })))
    },
    async bringBack(sha256) {
      await mkdir(dirname(blobPath(blobs, sha256)), { recursive: true, mode: PRIVATE_FOLDER })
      await rename(blobPath(dir, sha256), blobPath(blobs, sha256))
    },
    remove: (sha256) => rm(blobPath(dir, sha256), { force: true }),
  }
}

const MARKS = 'quarantine/'

/** Objects stay where they are, since a store copies what it moves; an empty object marks each. */
export function bucketQuarantine(objects: ObjectStore, bucket: BlobPlace, tmpDir: string): Quarantine {
  const markOf = (sha256: string) => `${MARKS}${sha256}`
  return {
    async put(sha256) {
      await mkdir(tmpDir, { recursive: true, mode: PRIVATE_FOLDER })
      const empty = join(tmpDir, newId())
      try {
        await writeFile(empty, '', { mode: PRIVATE_FILE })
        await objects.write(markOf(sha256), empty)
      } finally {
        await rm(empty, { force: true })
      }
    },
    async list() {
      const found: QuarantinedBlob[] = []
      for await (const { key, writtenAt } of objects.list(MARKS)) {
        found.push({ sha256: key.slice(MARKS.length), since: writtenAt ?? new Date() })
      }
      return found
    },
    bringBack: (sha256) => objects.remove(markOf(sha256)),
    async remove(sha256) {
      await bucket.remove(sha256)
      await objects.remove(markOf(sha256))
    },
  }
}
