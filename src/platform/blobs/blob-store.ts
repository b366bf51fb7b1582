/** Files kept by what is in them: <dir>/<first two digits>/<SHA-256>. Same bytes are stored once. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '../db/ids.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-folder.ts'

export interface BlobStore {
  /** Copies the file in; answers its hex SHA-256. */
  put(path: string): Promise<string>
  /** Where the bytes of a hash are, whether or not they are there. */
  pathOf(sha256: string): string
  has(sha256: string): Promise<boolean>
  /** Hashes of everything stored. */
  list(): Promise<string[]>
  remove(sha256: string): Promise<void>
}

/** `tmpDir` must be on the same file system, so that a blob appears whole by being renamed. */
export function createBlobStore(dir: string, tmpDir: string): BlobStore {
  const pathOf = (sha256: string) => join(dir, sha256.slice(0, 2), sha256)
  const has = (sha256: string) =>
    access(pathOf(sha256)).then(
      () => true,
      () => false,
    )

  return {
    pathOf,
    has,
    async list() {
      const names = await readdir(dir, { recursive: true }).catch(() => [])
      return names.map((name) => basename(name)).filter((name) => /^[0-9a-f]{64}$/.test(name))
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async put(path) {
      const tmp = join(tmpDir, newId())
      try {
        const sha256 = await copyHashing(path, tmp)
        if (!(await has(sha256))) {
          await mkdir(dirname(pathOf(sha256)), { recursive: true, mode: PRIVATE_FOLDER })
          await rename(tmp, pathOf(sha256))
        }
        return sha256
      } finally {
        await rm(tmp, { force: true })
      }
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
