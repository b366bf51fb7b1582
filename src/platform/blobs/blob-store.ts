/** Content-addressed bytes: each blob is named by its SHA-256. Identical bytes are stored once. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../db/ids.ts'
import type { OneAtATime } from '../db/one-at-a-time.ts'
import { copyHashing } from './file-hash.ts'
import type { Quarantine } from './quarantine.ts'

/** Reads and removals of blobs. */
interface Blobs {
  /** The path of these bytes on this machine, to which they are fetched if needed; without a file when the store lacks them. */
  localFile(sha256: string): Promise<string>
  has(sha256: string): Promise<boolean>
  /** Hashes of all blobs. */
  list(): Promise<string[]>
  /** The time at which the bytes were stored; null without them, or when the store does not say. */
  writtenAt(sha256: string): Promise<Date | null>
  /** Bytes of all blobs, by hash. */
  sizes(): Promise<Map<string, number>>
  /** Must run within `alone`. */
  remove(sha256: string): Promise<void>
}

/** Where blobs are: a folder, or a bucket. */
export interface BlobPlace extends Blobs {
  /** Does ahead of `take` what takes long. */
  stage(path: string, sha256: string): Promise<void>
  /** Moves a file of this hash in, from the temporary folder; returns whether its bytes are new in the store. */
  take(path: string, sha256: string): Promise<boolean>
}

export interface BlobStore extends Blobs {
  readonly quarantine: Quarantine
  /**
   * Moves a file of this hash in, from the temporary folder, then calls `work`, which stores the row that refers to it. Removes
   * bytes that are new in the store when it fails.
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
  /** No blob is removed while another one and the row that refers to it are being stored. */
  alone: OneAtATime
}

export function createBlobStore({ place, quarantine, tmpDir, alone }: BlobStoreOptions): BlobStore {
  async function takeFor<T>(path: string, sha256: string, work: () => Promise<T>): Promise<T> {
    await place.stage(path, sha256)
    return alone(async () => {
      const isNew = await place.take(path, sha256)
      try {
        return await work()
      } catch (error) {
        if (isNew) await place.remove(sha256)
        throw error
      }
    })
  }

  const { localFile, has, list, writtenAt, sizes, remove } = place
  return {
    quarantine,
    localFile,
    has,
    list,
    writtenAt,
    sizes,
    remove,
    takeFor,
    async putFor(path, work, storedAs = null) {
      const whenThere = async (sha256: string) => ((await place.has(sha256)) ? { result: await work(sha256) } : null)
      const known = storedAs !== null && (await alone(() => whenThere(storedAs)))
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
