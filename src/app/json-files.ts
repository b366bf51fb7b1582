/** JSON files of the host: checked by a schema, written atomically one at a time, each with a revision of its content. */
import { createHash } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { Revised } from '../shared/bridge/revision.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { errnoOf, fileTrouble } from './file-trouble.ts'

export interface JsonFiles<T> {
  /** Returns null where there is no file. Renames a file that does not match the schema to `….broken-<time>`. */
  read(path: string): Promise<Revised<T> | null>
  /**
   * Replaces the file and returns its new revision. Returns the current one where the file holds this value already.
   * @param revision that the value is based on; null where there was no file
   * @throws BridgeFailure stale_revision, file_unreadable, file_unwritable
   */
  write(path: string, value: T, revision: string | null): Promise<string>
  /** Removes the file, if there is one. */
  remove(path: string): Promise<void>
}

const revisionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

export function createJsonFiles<S extends TSchema>(
  schema: S,
  now: () => Date = () => new Date(),
): JsonFiles<Static<S>> {
  async function read(path: string): Promise<Revised<Static<S>> | null> {
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw fileTrouble('read', path, error)
    }
    try {
      const value: unknown = JSON.parse(text)
      if (Value.Check(schema, value)) return { value, revision: revisionOf(text) }
    } catch {}
    await rename(path, `${path}.broken-${now().toISOString().replace(/[:.]/g, '-')}`).catch((error) => {
      throw fileTrouble('write', path, error)
    })
    return null
  }

  async function write(path: string, value: Static<S>, revision: string | null): Promise<string> {
    const text = `${JSON.stringify(value)}\n`
    const next = revisionOf(text)
    const current = (await read(path))?.revision ?? null
    // A write that is repeated because its reply was lost finds its own value.
    if (current === next) return next
    if (current !== revision)
      throw new BridgeFailure({ code: 'stale_revision', message: 'This was changed in another window. Read it again.' })
    await writeFileAtomic(path, text).catch((error) => {
      throw fileTrouble('write', path, error)
    })
    return next
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Reading may rename a broken file, so reads and writes take turns. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    read: (path) => inTurn(() => read(path)),
    write: (path, value, revision) => inTurn(() => write(path, value, revision)),
    remove: (path) =>
      inTurn(async () => {
        await rm(path, { force: true }).catch((error) => {
          throw fileTrouble('write', path, error)
        })
      }),
  }
}
