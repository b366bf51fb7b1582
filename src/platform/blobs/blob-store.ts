/** Content-addressed bytes: each blob is named by its SHA-256. Identical bytes are stored once. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../db/ids.ts'
import { copyHashing } from './file-hash.ts'

/** Where blobs are: a folder, or a bucket. */
export interface BlobPlace {
  /** Moves a file of this hash in, from the temporary folder; returns whether its bytes are new in the store. */
  take(path: string, sha256: string): Promise<boolean>
  /** The path of these bytes on this machine, to which they are fetched if needed; without a file when the store lacks them. */
  localFile(sha256: string): Promise<string>
  has(sha256: string): Promise<boolean>
  /** Hashes of all blobs. */
  list(): Promise<string[]>
  /** Bytes of all blobs, by hash. */
  sizes(): Promise<Map<string, number>>
  remove(sha256: string): Promise<void>
}

export interface BlobStore extends BlobPlace {
  /** Copies the file in, unless it is already `storedAs` this hash; returns its hex SHA-256. */
  put(path: string, storedAs?: string | null): Promise<string>
  /** As `put`, then calls `work` with the hash; removes bytes that are new in the store when it fails. */
  putFor<T>(path: string, work: (sha256: string) => Promise<T>, storedAs?: string | null): Promise<T>
}

/** `tmpDir`: from which the place can move files. */
export function createBlobStore(place: BlobPlace, tmpDir: string): BlobStore {
  /** `isNew`: true when the bytes were not in the store before. */
  async function add(path: string, storedAs: string | null): Promise<{ sha256: string; isNew: boolean }> {
    if (storedAs !== null && (await place.has(storedAs))) return { sha256: storedAs, isNew: false }
    const tmp = join(tmpDir, newId())
    try {
      const sha256 = await copyHashing(path, tmp)
      return { sha256, isNew: await place.take(tmp, sha256) }
    } finally {
      await rm(tmp, { force: true })
    }
  }

  return {
    ...place,
    put: async (path, storedAs = null) => (await add(path, storedAs)).sha256,
    async putFor(path, work, storedAs = null) {
      const { sha256, isNew } = await add(path, storedAs)
      try {
        return await work(sha256)
      } catch (error) {
        if (isNew) await place.remove(sha256)
        throw error
      }
    },
  }
}
