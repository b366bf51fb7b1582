/** The SHA-256 of files and streams, in hexadecimal digits. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeToFile } from '../../../disk/pipe-to-file.ts'
import { PRIVATE_FILE } from '../../machine/private-folder.ts'

/** Copies a file. */
export const copyHashing = (from: string, to: string): Promise<string> => saveHashing(createReadStream(from), to)

/** Writes a stream to a file, which it creates. */
export async function saveHashing(from: Readable, to: string): Promise<string> {
  const hash = createHash('sha256')
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeToFile([from, tap], to, { mode: PRIVATE_FILE })
  return hash.digest('hex')
}

/** Smaller files are read at once, which takes less time than a stream. */
const MOST_AT_ONCE = 1024 ** 2

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  if ((await stat(path)).size <= MOST_AT_ONCE) return hash.update(await readFile(path)).digest('hex')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
