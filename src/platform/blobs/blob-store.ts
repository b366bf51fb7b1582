/** Content-addressed files: <dir>/<first two digits>/<SHA-256>. Identical bytes are stored once. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '../db/ids.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../machine/private-folder.ts'

export interface BlobStore {
  /** Copies the file in, unless it is already `storedAs` this hash; returns its hex SHA-256. */
  put(path: string, storedAs?: string | null): Promise<string>
  /** As `put`, then calls `work` with the hash; removes bytes that are new in the store when it fails. */
  putFor<T>(path: string, work: (sha256: string) => Promise<T>, storedAs?: string | null): Promise<T>
  /** Moves a file of this hash in, from the same file system; returns whether its bytes are new in the store. */
  take(path: string, sha256: string): Promise<boolean>
  /** The path for the bytes of a hash, whether or not they exist. */
  pathOf(sha256: string): string
  has(sha256: string): Promise<boolean>
  /** Hashes of all blobs. */
  list(): Promise<string[]>
  remove(sha256: string): Promise<void>
}

/** Size in bytes; null when there is no such file. */
const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** `tmpDir` must be on the same file system, so that renaming makes a blob appear atomically. */
export function createBlobStore(dir: string, tmpDir: string): BlobStore {
  const pathOf = (sha256: string) => join(dir, sha256.slice(0, 2), sha256)
  const has = (sha256: string) =>
    access(pathOf(sha256)).then(
      () => true,
      () => false,
    )

  const remove = (sha256: string) => rm(pathOf(sha256), { force: true })

  async function take(path: string, sha256: string): Promise<boolean> {
    const before = await sizeOf(pathOf(sha256))
    // A file that was truncated on the disk is not a copy of these bytes and is replaced.
    if (before !== (await sizeOf(path))) {
      await mkdir(dirname(pathOf(sha256)), { recursive: true, mode: PRIVATE_FOLDER })
      await rename(path, pathOf(sha256))
    } else await rm(path, { force: true })
    return before === null
  }

  /** `isNew`: true when the bytes were not in the store before. */
  async function add(path: string, storedAs: string | null): Promise<{ sha256: string; isNew: boolean }> {
    if (storedAs !== null && (await has(storedAs))) return { sha256: storedAs, isNew: false }
    const tmp = join(tmpDir, newId())
    try {
      const sha256 = await copyHashing(path, tmp)
      return { sha256, isNew: await take(tmp, sha256) }
    } finally {
      await rm(tmp, { force: true })
    }
  }

  return {
    pathOf,
    has,
    remove,
    take,
    put: async (path, storedAs = null) => (await add(path, storedAs)).sha256,
    async putFor(path, work, storedAs = null) {
      const { sha256, isNew } = await add(path, storedAs)
      try {
        return await work(sha256)
      } catch (error) {
        if (isNew) await remove(sha256)
        throw error
      }
    },
    async list() {
      const names = await readdir(dir, { recursive: true }).catch(() => [])
      return names.map((name) => basename(name)).filter((name) => /^[0-9a-f]{64}$/.test(name))
    },
  }
}

async function copyHashing(from: string, to: string): Promise<string> {
  const hash = createHash('sha256')
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(createReadStream(from), tap, createWriteStream(to, { mode: PRIVATE_FILE }))
  return hash.digest('hex')
}

/** Hex SHA-256 of a file. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
