/** Copies files and computes their checksums on the way. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pipeToFile } from '../../../disk/pipe-to-file.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../machine/private-folder.ts'

export interface Copied {
  size_bytes: number
  sha256: string
}

/** Creates the folders of `to`, which must not exist. */
export async function copyFile(from: string, to: string, signal?: AbortSignal): Promise<Copied> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
  return saveStream(createReadStream(from), to, signal)
}

/** Writes a stream to `to`, which must not exist, in a folder that exists. */
export async function saveStream(from: NodeJS.ReadableStream, to: string, signal?: AbortSignal): Promise<Copied> {
  const tap = counting()
  await pipeToFile([from, tap.stream], to, { flags: 'wx', mode: PRIVATE_FILE, flush: true, signal })
  return tap.copied()
}

export async function hashFile(path: string, signal?: AbortSignal): Promise<Copied> {
  const tap = counting()
  tap.stream.resume()
  await pipeline(createReadStream(path), tap.stream, { signal })
  return tap.copied()
}

/** Counts and hashes the bytes that pass. */
function counting(): { stream: Transform; copied(): Copied } {
  const hash = createHash('sha256')
  let size_bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size_bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, copied: () => ({ size_bytes, sha256: hash.digest('hex') }) }
}
