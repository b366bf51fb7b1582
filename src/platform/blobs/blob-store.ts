/** Content-addressed bytes: each blob is named by its SHA-256. Identical bytes are stored once. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../db/ids.ts'
import type { BlobClaims, Claim } from './blob-claims.ts'
import { copyHashing } from './file-hash.ts'
import type { Quarantine } from './quarantine.ts'

/** Reads and removals of blobs. */
interface Blobs {
  /** The path of these bytes on this machine, to which they are fetched if needed; without a file when the store lacks them. */
  localFile(sha256: string): Promise<string>
  has(sha256: string): Promise<boolean>
  /** In bytes; null without these bytes. */
  sizeOf(sha256: string): Promise<number | null>
  /** Hashes of all blobs. */
  list(): Promise<string[]>
  /** Call it in a transaction that has locked the blob's row. */
  remove(sha256: string): Promise<void>
}

/** Where blobs are: a folder, or a bucket. */
export interface BlobPlace extends Blobs {
  /** Moves a file of this hash in, from the temporary folder; returns whether its bytes are new in the store. */
  take(path: string, sha256: string): Promise<boolean>
}

export interface BlobStore extends Blobs {
  readonly quarantine: Quarantine
  /**
   * Moves a file of this hash in, from the temporary folder, then calls `work`, which stores the row that refers to it, in a
   * transaction with `nameBlobs`. Removes bytes that are new in the store when it fails.
   */
  takeFor<T>(path: string, sha256: string, work: () => Promise<T>): Promise<T>
  /** Copies a file in, unless it is already `storedAs` this hash, and calls `work` in the same way. */
  putFor<T>(path: string, work: (sha256: string) => Promise<T>, storedAs?: string | null): Promise<T>
}

export interface BlobStoreOptions {
  place: BlobPlace
  quarantine: Quarantine
  /** From which the place can move files. */
  tmpDir: string
  claims: BlobClaims
}

export function createBlobStore({ place, quarantine, tmpDir, claims }: BlobStoreOptions): BlobStore {
  const claimOf = async (path: string, sha256: string) => claims.claim(sha256, (await stat(path)).size)

  /** A sweep removes what is left over when the database does not respond. */
  async function release(claim: Claim): Promise<void> {
    if (!claim.isNew) await claims.release(claim).catch(() => undefined)
  }

  async function takeFor<T>(path: string, sha256: string, work: () => Promise<T>): Promise<T> {
    const claim = await claimOf(path, sha256)
    let isNew = false
    try {
      isNew = await place.take(path, sha256)
      return await work()
    } catch (error) {
      if (isNew && claim.isNew) await claims.undo(claim, () => place.remove(sha256)).catch(() => undefined)
      throw error
    } finally {
      await release(claim)
    }
  }

  async function useStored<T>(path: string, sha256: string, work: () => Promise<T>): Promise<{ result: T } | null> {
    const claim = await claimOf(path, sha256)
    try {
      return (await place.has(sha256)) ? { result: await work() } : null
    } finally {
      await release(claim)
    }
  }

  const { localFile, has, sizeOf, list, remove } = place
  return {
    quarantine,
    localFile,
    has,
    sizeOf,
    list,
    remove,
    takeFor,
    async putFor(path, work, storedAs = null) {
      const known = storedAs === null ? null : await useStored(path, storedAs, () => work(storedAs))
      if (known) return known.result
      const tmp = join(tmpDir, newId())
      try {
        const sha256 = await copyHashing(path, tmp)
        return await takeFor(tmp, sha256, () => work(sha256))
      } finally {
        await rm(tmp, { force: true })
      }
    },
  }
}
