/** Secrets of this install: files beside the database, so that a copy of the database exposes none. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../disk/atomic-file.ts'

const BYTES = 32
const WHOLE = /^[\w-]{43}$/

/** The secret in `<folder>/<name>`; created if there is none. Only for the holder of the data folder's lock. */
export async function installSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const kept = (await readFile(path, 'utf8').catch(onlyMissing)).trim()
  if (WHOLE.test(kept)) return kept
  const made = randomBytes(BYTES).toString('base64url')
  await writeFileAtomic(path, `${made}\n`)
  return made
}

function onlyMissing(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return ''
}
