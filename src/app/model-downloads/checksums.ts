/** Checksums of files without a published one, recorded at their first download. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../../disk/atomic-file.ts'

const Known = Type.Record(
  Type.String(),
  Type.Object({ sha256: Type.String(), size_bytes: Type.Integer(), recorded_at: Type.String() }),
)
type Known = Static<typeof Known>

export interface Checksums {
  /** By the address of the file. */
  all(): Promise<Known>
  record(url: string, file: { sha256: string; sizeBytes: number }): Promise<void>
}

export function createChecksums(downloadsDir: string, now: () => Date): Checksums {
  const path = join(downloadsDir, 'known.json')
  let last: Promise<unknown> = Promise.resolve()
  const all = async (): Promise<Known> => {
    const known: unknown = await readFile(path, 'utf8').then(JSON.parse, () => ({}))
    return Value.Check(Known, known) ? known : {}
  }
  return {
    all,
    record(url, { sha256, sizeBytes }) {
      const write = last.then(async () => {
        const entry = { sha256, size_bytes: sizeBytes, recorded_at: now().toISOString() }
        await writeFileAtomic(path, `${JSON.stringify({ ...(await all()), [url]: entry }, null, 2)}\n`)
      })
      last = write.catch(() => {})
      return write
    },
  }
}

export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer)
  }
  return hash.digest('hex')
}
