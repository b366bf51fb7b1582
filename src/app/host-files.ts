/** The files in which a host keeps its state: JSON, and secrets. A data folder belongs to one process. */
import { readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { message } from '../shared/messages/message.ts'

export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** A failure that names the file that could not be read or written, and the reason. */
export function fileError(action: 'read' | 'write', path: string, error: unknown): BridgeFailure {
  const errno = errnoOf(error)
  const code = action === 'read' ? 'file_unreadable' : 'file_unwritable'
  return new BridgeFailure({
    code: action === 'read' && errno === 'ENOENT' ? 'not_found' : code,
    message: message(`host.${code}`, { name: basename(path), errno }),
  })
}

export interface FileInTurn<T> {
  /** Returns null for a missing file, and for one whose value is invalid. @throws BridgeFailure file_unreadable */
  read(): Promise<T | null>
  /** Replaces the file. @throws BridgeFailure file_unwritable */
  put(value: T): Promise<void>
}

export interface JsonFile<T> extends Pick<FileInTurn<T>, 'read'> {
  /** Runs `work`, such as a read and a write, with no other call in between. */
  inTurn<R>(work: (file: FileInTurn<T>) => Promise<R>): Promise<R>
}

export interface JsonFileOptions<T> {
  now?: () => Date
  /** Decodes the JSON; returns null when it is invalid. Checks the schema by default. */
  decode?: (json: unknown) => T | null
  /** Spaces per level, for files that people open. */
  indent?: number
}

/**
 * A JSON file that is checked when read, and written atomically. An invalid file is renamed to `….broken-<time>`, so
 * that no write replaces it.
 */
export function createJsonFile<S extends TSchema>(
  path: string,
  schema: S,
  options: JsonFileOptions<Static<S>> = {},
): JsonFile<Static<S>> {
  type T = Static<S>
  const { indent = 0, now = () => new Date() } = options
  const decode = options.decode ?? ((json: unknown): T | null => (Value.Check(schema, json) ? json : null))

  function decoded(text: string): T | null {
    try {
      return decode(JSON.parse(text))
    } catch {
      return null
    }
  }

  const unwritable = (error: unknown) => {
    throw fileError('write', path, error)
  }

  async function textOfFile(): Promise<string | null> {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw fileError('read', path, error)
    }
  }

  const file: FileInTurn<T> = {
    async read() {
      const text = await textOfFile()
      const value = text === null ? null : decoded(text)
      if (text !== null && value === null)
        await rename(path, `${path}.broken-${now().toISOString().replace(/[:.]/g, '-')}`).catch(unwritable)
      return value
    },
    put: (value) => writeFileAtomic(path, `${JSON.stringify(value, null, indent)}\n`).catch(unwritable),
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Reading may rename a broken file, so reads and writes take turns. */
  const inTurn = <R>(work: (file: FileInTurn<T>) => Promise<R>): Promise<R> => {
    const mine = last.then(() => work(file))
    last = mine.catch(() => {})
    return mine
  }
  return { read: () => inTurn(file.read), inTurn }
}

/** The host's store of secrets, such as the platform's API key. */
export interface SecretStore {
  /** The secret; null when it is missing or can no longer be read. */
  get(name: string): Promise<string | null>
  set(name: string, secret: string): Promise<void>
  delete(name: string): Promise<void>
}

/** Secrets as files that only their owner may read, for hosts without the system's key ring. */
export function fileSecrets(folder: string): SecretStore {
  return {
    async get(name) {
      try {
        return (await readFile(join(folder, name), 'utf8')).trim() || null
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return null
        throw error
      }
    },
    set: (name, secret) => writeFileAtomic(join(folder, name), `${secret}\n`),
    delete: (name) => rm(join(folder, name), { force: true }),
  }
}
