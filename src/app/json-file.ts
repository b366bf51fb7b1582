/** A JSON file of the host: checked when read, written atomically. A data folder belongs to one process. */
import { readFile, rename } from 'node:fs/promises'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../disk/atomic-file.ts'
import { errnoOf, fileError } from './file-error.ts'

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

/** An invalid file is renamed to `….broken-<time>`, so that no write replaces it. */
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
