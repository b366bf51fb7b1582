/** JSON files of the host: checked when read, written atomically, each with a revision of its content. */
import { createHash } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { Documents } from '../shared/domain/documents.ts'
import type { Revised } from '../shared/domain/revision.ts'
import { message } from '../shared/messages/message.ts'
import { diskDocuments } from './disk-documents.ts'

export interface JsonFiles<T> {
  /** Returns null for a missing file, and for one whose value is invalid. */
  read(path: string): Promise<Revised<T> | null>
  /**
   * Replaces the file and returns its new revision. Returns the current one where the file holds this value already.
   * @param revision that the value is based on; null where there was no file
   * @throws BridgeFailure stale_revision, file_unreadable, file_unwritable
   */
  write(path: string, value: T, revision: string | null): Promise<string>
  /** Removes the file or the folder, if there is one. */
  remove(path: string): Promise<void>
  /** Runs `work` on several files, or a read and a write, with no other call in between. */
  inTurn<R>(work: (files: FilesInTurn<T>) => Promise<R>): Promise<R>
}

/** The operations available during `inTurn`. */
export interface FilesInTurn<T> extends Pick<JsonFiles<T>, 'read' | 'write' | 'remove'> {
  /** Replaces the file regardless of its content, and returns its revision. */
  put(path: string, value: T): Promise<string>
  /** Ids of the files `<id>.json` in a folder, sorted. */
  ids(folder: string): Promise<string[]>
}

export interface RecordOptions {
  now?: () => Date
  /** Where the files are; on the disk when omitted. */
  documents?: Documents
}

export const SUFFIX = '.json'

export interface JsonFilesOptions<T> extends RecordOptions {
  /** Decodes the JSON of a file; returns null when it is invalid. Checks the schema by default. */
  decode?: (json: unknown, path: string) => T | null
  /** An invalid file is renamed to `….broken-<time>`, so that no write replaces it, or left in place. */
  broken?: 'set-aside' | 'leave'
  /** Spaces per level, for files that people open. */
  indent?: number
}

const revisionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

export function createJsonFiles<S extends TSchema>(
  schema: S,
  options: JsonFilesOptions<Static<S>> = {},
): JsonFiles<Static<S>> {
  type T = Static<S>
  const { broken = 'set-aside', indent = 0, now = () => new Date(), documents: all = diskDocuments } = options
  const decode = options.decode ?? ((json: unknown): T | null => (Value.Check(schema, json) ? json : null))
  const textOf = (value: T): string => `${JSON.stringify(value, null, indent)}\n`

  function decoded(text: string, path: string): T | null {
    try {
      return decode(JSON.parse(text), path)
    } catch {
      return null
    }
  }

  function filesIn(documents: Documents): FilesInTurn<T> {
    async function read(path: string): Promise<Revised<T> | null> {
      const text = await documents.read(path)
      if (text === null) return null
      const value = decoded(text, path)
      if (value !== null) return { value, revision: revisionOf(text) }
      if (broken === 'set-aside') {
        await documents.rename(path, `${path}.broken-${now().toISOString().replace(/[:.]/g, '-')}`)
      }
      return null
    }

    async function put(path: string, value: T): Promise<string> {
      const text = textOf(value)
      await documents.write(path, text)
      return revisionOf(text)
    }

    return {
      read,
      put,
      async write(path, value, revision) {
        const next = revisionOf(textOf(value))
        const current = (await read(path))?.revision ?? null
        // A write that is repeated because its reply was lost finds its own value.
        if (current === next) return next
        if (current !== revision)
          throw new BridgeFailure({ code: 'stale_revision', message: message('host.changed_elsewhere') })
        return put(path, value)
      },
      remove: documents.remove,
      async ids(folder) {
        const names = (await documents.names(folder)).filter((name) => name.endsWith(SUFFIX))
        return names.map((name) => name.slice(0, -SUFFIX.length)).sort()
      },
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Reading may rename a broken file, so reads and writes take turns. */
  const inTurn = <R>(work: (files: FilesInTurn<T>) => Promise<R>): Promise<R> => {
    const mine = last.then(() => all.exclusively((documents) => work(filesIn(documents))))
    last = mine.catch(() => {})
    return mine
  }

  return {
    read: (path) => inTurn((files) => files.read(path)),
    write: (path, value, revision) => inTurn((files) => files.write(path, value, revision)),
    remove: (path) => inTurn((files) => files.remove(path)),
    inTurn,
  }
}
