/**
 * Blobs as objects of a bucket: blobs/<first two digits>/<SHA-256>. A folder of this machine keeps copies of those that were
 * used; the bucket alone says which blobs there are, so that any number of servers can share it.
 */
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { newId } from '../../db/database.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import type { BlobCopies } from './blob-copies.ts'
import type { BlobPlace } from './blob-store.ts'
import { saveHashing } from './file-hash.ts'
import { type ObjectStore, StoreUnavailable } from './object-store.ts'

export const BLOBS = 'blobs/'
export const blobKey = (sha256: string): string => `${BLOBS}${sha256.slice(0, 2)}/${sha256}`

/** Blobs that are fetched at the same time. */
const AT_ONCE = 16

export function bucketBlobs(objects: ObjectStore, copies: BlobCopies, tmpDir: string): BlobPlace {
  const limited = pLimit(AT_ONCE)
  /** By hash, so that two callers share one transfer. */
  const fetching = new Map<string, Promise<void>>()

  async function fetched(sha256: string): Promise<void> {
    const bytes = await objects.read(blobKey(sha256))
    if (!bytes) return
    await mkdir(tmpDir, { recursive: true, mode: PRIVATE_FOLDER })
    const tmp = join(tmpDir, newId())
    try {
      const saved = await saveHashing(bytes, tmp).catch((error) => {
        throw isOfDisk(error) ? error : new StoreUnavailable({ cause: error })
      })
      if (saved !== sha256) throw new Error(`The store has other bytes than those of ${sha256}.`)
      await copies.take(tmp, sha256)
    } finally {
      await rm(tmp, { force: true })
    }
  }

  async function written(path: string, sha256: string): Promise<boolean> {
    const before = await objects.sizeOf(blobKey(sha256))
    if (before !== (await stat(path)).size) await objects.write(blobKey(sha256), path)
    return before === null
  }

  return {
    async take(path, sha256) {
      // First, since a row never names bytes that only this machine has.
      const isNew = await written(path, sha256)
      await copies.take(path, sha256)
      return isNew
    },
    async localFile(sha256) {
      if (!(await copies.use(sha256))) {
        const transfer = fetching.get(sha256) ?? limited(() => fetched(sha256))
        fetching.set(sha256, transfer)
        await transfer.finally(() => fetching.delete(sha256))
      }
      return copies.pathOf(sha256)
    },
    has: async (sha256) => (await objects.sizeOf(blobKey(sha256))) !== null,
    sizeOf: (sha256) => objects.sizeOf(blobKey(sha256)),
    async list() {
      const hashes: string[] = []
      for await (const { key } of objects.list(BLOBS)) {
        const sha256 = key.slice(-64)
        if (key === blobKey(sha256)) hashes.push(sha256)
      }
      return hashes
    },
    async remove(sha256) {
      await objects.remove(blobKey(sha256))
      await copies.remove(sha256)
    },
  }
}

/** True when writing the file failed, and not the connection. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].includes(String(error.code))
