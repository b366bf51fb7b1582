/** Copies files and computes their checksums on the way. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../machine/private-folder.ts'

export interface Copied {
  size_bytes: number
  sha256: string
}

/** Creates the folders of `to`, which must not exist. */
export async function copyFile(from: string, to: string, signal?: AbortSignal): Promise<Copied> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
  return saveStream(createReadStream(from), to, signal)
}

/** As `copyFile`, in a folder that exists. */
export const saveStream = (from: NodeJS.ReadableStream, to: string, signal?: AbortSignal): Promise<Copied> =>
  streamed(from, [createWriteStream(to, { flags: 'wx', mode: PRIVATE_FILE, flush: true })], signal)

export const hashFile = (path: string, signal?: AbortSignal): Promise<Copied> =>
  streamed(createReadStream(path), [], signal)

async function streamed(
  from: NodeJS.ReadableStream,
  to: NodeJS.WritableStream[],
  signal?: AbortSignal,
): Promise<Copied> {
  const hash = createHash('sha256')
  let size_bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size_bytes += chunk.length
      done(null, to.length > 0 ? chunk : undefined)
    },
  })
  if (to.length === 0) counted.resume()
  await pipeline([from, counted, ...to] as never, { signal })
  return { size_bytes, sha256: hash.digest('hex') }
}
