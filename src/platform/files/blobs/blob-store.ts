/** Content-addressed bytes: each blob is named by its SHA-256. Identical bytes are stored once. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { newId } from '../../db/database.ts'
import { allSettled } from '../../db/one-message.ts'
import type { Tables } from '../../db/tables.ts'
import type { BlobClaims, Claim } from './blob-claims.ts'
import { copyHashing } from './file-hash.ts'
import { BlobGone, nameBlobs } from './name-blobs.ts'
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

/** Bytes that no row may name yet. */
export interface StoredBlob {
  sha256: string
  /** Null for bytes that a row names. */
  claim: Claim | null
  /** Call it in the transaction that stores the row. @throws BlobGone */
  name(tx: Transaction<Tables>): Promise<void>
}

export type StoredBlobs = Pick<StoredBlob, 'name'>

/** A file in the temporary folder, with the hash of its bytes. */
export interface NewBlob {
  path: string
  sha256: string
}

export interface BlobStore extends Blobs {
  readonly quarantine: Quarantine
  /**
   * Moves a file of this hash in, from the temporary folder, then calls `work`, which stores the row that refers to it. Removes
   * bytes that are new in the store when it fails.
   */
  takeFor<T>(path: string, sha256: string, work: (blob: StoredBlob) => Promise<T>): Promise<T>
  /**
   * Moves files in as `takeFor` does, and calls `work` once. All or none of them are stored; files with the same bytes share one
   * blob.
   */
  takeAllFor<T>(files: readonly NewBlob[], work: (blobs: StoredBlobs) => Promise<T>): Promise<T>
  /** Does for blobs of different callers what `name` does for one; the caller of each knows afterwards that it was named. */
  nameAll(tx: Transaction<Tables>, blobs: readonly StoredBlob[]): Promise<void>
  /**
   * Copies a file in, unless it is already `storedAs` this hash, which a row names, and calls `work` in the same way. `work` is
   * called again when the stored bytes were removed meanwhile.
   */
  putFor<T>(path: string, work: (blob: StoredBlob) => Promise<T>, storedAs?: string | null): Promise<T>
}

export interface BlobStoreOptions {
  place: BlobPlace
  quarantine: Quarantine
  /** From which the place can move files. */
  tmpDir: string
  claims: BlobClaims
}

export function createBlobStore({ place, quarantine, tmpDir, claims }: BlobStoreOptions): BlobStore {
  /** Blobs whose claims a transaction has ended. */
  const named = new WeakSet<StoredBlob>()

  /** Calls `use` while nobody removes the blob. `giveUp` is called when it fails. */
  async function claimed<T>(
    path: string,
    sha256: string,
    use: (blob: StoredBlob) => Promise<T>,
    giveUp: (claim: Claim) => Promise<void> = claims.release,
  ): Promise<T> {
    const claim = await claims.claim(sha256, (await stat(path)).size)
    const blob = { sha256, claim, name: (tx: Transaction<Tables>) => nameAll(tx, [blob]) }
    try {
      const result = await use(blob)
      if (!named.has(blob)) await claims.release(claim)
      return result
    } catch (error) {
      // A sweep removes what is left over when the database does not respond.
      await giveUp(claim).catch(() => undefined)
      throw error
    }
  }

  async function nameAll(tx: Transaction<Tables>, blobs: readonly StoredBlob[]): Promise<void> {
    await claims.nameAll(
      tx,
      blobs.flatMap(({ claim }) => claim ?? []),
    )
    const others = blobs.filter(({ claim }) => claim === null)
    await nameBlobs(
      tx,
      others.map(({ sha256 }) => sha256),
    )
    for (const blob of blobs) named.add(blob)
  }

  /** The result of `work` with bytes that a row names; null when the store has them no longer. */
  async function withStored<T>(sha256: string, work: (blob: StoredBlob) => Promise<T>): Promise<{ result: T } | null> {
    if (!(await place.has(sha256))) return null
    const blob: StoredBlob = { sha256, claim: null, name: (tx) => nameBlobs(tx, [sha256]) }
    try {
      return { result: await work(blob) }
    } catch (error) {
      if (error instanceof BlobGone) return null
      throw error
    }
  }

  async function takeFor<T>(path: string, sha256: string, work: (blob: StoredBlob) => Promise<T>): Promise<T> {
    let isNew = false
    const store = async (blob: StoredBlob) => {
      isNew = await place.take(path, sha256)
      return work(blob)
    }
    return claimed(path, sha256, store, (claim) =>
      claim.isNew && isNew ? claims.undo(claim, () => place.remove(sha256)) : claims.release(claim),
    )
  }

  async function takeAllFor<T>(files: readonly NewBlob[], work: (blobs: StoredBlobs) => Promise<T>): Promise<T> {
    const paths = new Map(files.map(({ path, sha256 }) => [sha256, path]))
    const sized = [...paths].map(async ([sha256, path]) => ({ sha256, size: (await stat(path)).size }))
    const claimed = await claims.claimAll(await Promise.all(sized))
    const isNew = new Set<string>()
    let areNamed = false
    const blobs: StoredBlobs = {
      async name(tx) {
        await claims.nameAll(tx, claimed)
        areNamed = true
      },
    }
    try {
      const take = async ({ sha256 }: Claim) => {
        if (await place.take(paths.get(sha256) as string, sha256)) isNew.add(sha256)
      }
      await allSettled(claimed.map(take))
      const result = await work(blobs)
      if (!areNamed) for (const claim of claimed) await claims.release(claim)
      return result
    } catch (error) {
      for (const claim of claimed) {
        const { sha256 } = claim
        const giveUp =
          claim.isNew && isNew.has(sha256) ? claims.undo(claim, () => place.remove(sha256)) : claims.release(claim)
        // A sweep removes what is left over when the database does not respond.
        await giveUp.catch(() => undefined)
      }
      throw error
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
    takeAllFor,
    nameAll,
    async putFor(path, work, storedAs = null) {
      const known = storedAs === null ? null : await withStored(storedAs, work)
      if (known) return known.result
      const tmp = join(tmpDir, newId())
      try {
        const sha256 = await copyHashing(path, tmp)
        return await takeFor(tmp, sha256, work)
      } finally {
        await rm(tmp, { force: true })
      }
    },
  }
}
