/** The master key: given by the environment, or in a private file of the data folder. */
import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeFileAtomic } from '../../../disk/atomic-file.ts'
import { message } from '../../../shared/messages/message.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import { KEY_BYTES } from './sealing.ts'

const BASE64URL = /^[\w-]{43}$/
const HEX = /^[0-9a-f]{64}$/i

export interface MasterKeySource {
  /** True when the key comes from outside the data folder, where it can't be replaced. */
  readonly isGiven: boolean
  /** The keys that may be the one of the database, the likeliest first; none where none was made yet. @throws StartFailure */
  candidates(): Promise<Buffer[]>
  /** The key for a database without data keys; made unless there is one. */
  first(): Promise<Buffer>
  /** Called with the key that fits the database: replaces the file when a rotation was interrupted before that. */
  confirm(key: Buffer): Promise<void>
}

type Variable = 'SIGHTLINE_MASTER_KEY' | 'SIGHTLINE_NEW_MASTER_KEY'

/**
 * The key in a variable, which is removed from `env`, since child processes inherit it, or in the file that the variable
 * with `_FILE` names; undefined without both.
 */
export async function masterKeyOf(
  env: NodeJS.ProcessEnv,
  variable: Variable = 'SIGHTLINE_MASTER_KEY',
): Promise<string | undefined> {
  const { [variable]: given, [`${variable}_FILE`]: file } = env
  delete env[variable]
  if (given) return given
  if (!file) return undefined
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const params = { file, variable: `${variable}_FILE`, errno: error.code ?? 'unknown' }
    throw new StartFailure(message('host.master_key_file', params))
  })
}

/** @throws StartFailure for another form */
export function masterKeyFrom(text: string): Buffer {
  const trimmed = text.trim()
  const isHex = HEX.test(trimmed)
  const key = isHex ? Buffer.from(trimmed, 'hex') : Buffer.from(BASE64URL.test(trimmed) ? trimmed : '', 'base64url')
  if (key.length === KEY_BYTES) return key
  throw new StartFailure(message('host.master_key_form'))
}

export const newMasterKey = (): Buffer => randomBytes(KEY_BYTES)
export const textOf = (key: Buffer): string => key.toString('base64url')

export function givenMasterKey(text: string): MasterKeySource {
  const key = masterKeyFrom(text)
  return { isGiven: true, candidates: async () => [key], first: async () => key, confirm: async () => {} }
}

const CURRENT = 'master-key'
/** Written before the data keys are wrapped by it, and renamed afterwards. */
const NEXT = 'master-key.next'

export const writeNextKey = async (folder: string, key: Buffer): Promise<void> => {
  await writeFileAtomic(join(folder, NEXT), `${textOf(key)}\n`)
  await syncFolder(folder)
}

export function masterKeyIn(folder: string): MasterKeySource {
  const [current, next] = [join(folder, CURRENT), join(folder, NEXT)]
  const read = async (path: string): Promise<Buffer | null> => {
    const text = await readFile(path, 'utf8').catch(onlyMissing)
    return text === null ? null : masterKeyFrom(text)
  }
  const candidates = async () => {
    // The next one first: it is renamed to the current one, never the other way.
    const [ofRotation, kept] = [await read(next), await read(current)]
    return [kept, ofRotation].filter((key) => key !== null)
  }
  return {
    isGiven: false,
    candidates,
    async first() {
      const [kept] = await candidates()
      if (kept) return kept
      const made = newMasterKey()
      await writeFileAtomic(current, `${textOf(made)}\n`)
      return made
    },
    async confirm(key) {
      if ((await read(current))?.equals(key)) return
      // A server that starts at the same moment does the same.
      await rename(next, current).catch(onlyMissing)
      await syncFolder(folder)
      if (!(await read(current))?.equals(key)) throw new Error(`${current} is not the key of the database.`)
    },
  }
}

function onlyMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return null
}
