/** The user's settings: one JSON file that may be damaged, by hand or by a crash, without harm. */
import { readFile, rename } from 'node:fs/promises'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Settings } from '../shared/bridge/studio.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { errnoOf, fileTrouble } from './file-trouble.ts'

export interface SettingsStore {
  get(): Promise<Settings>
  /** Changes some fields and returns all of them. Changes are serialized. */
  set(change: Partial<Settings>): Promise<Settings>
}

const FIELDS: [string, TSchema][] = Object.entries(Settings.properties)

/** Completes the settings: valid fields of the file, defaults for all others. */
const complete = (raw: Record<string, unknown>): Settings =>
  Object.fromEntries(
    FIELDS.map(([name, schema]) => [name, Value.Check(schema, raw[name]) ? raw[name] : Value.Create(schema)]),
  ) as Settings

/** Settings stored at a path. A file that is not JSON is renamed to `….broken-<time>`, and the defaults apply. */
export function createSettings(path: string, now: () => Date = () => new Date()): SettingsStore {
  async function read(): Promise<Settings> {
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return complete({})
      throw fileTrouble('read', path, error)
    }
    try {
      const raw: unknown = JSON.parse(text)
      if (typeof raw === 'object' && raw !== null && !Array.isArray(raw))
        return complete(raw as Record<string, unknown>)
    } catch {}
    await rename(path, `${path}.broken-${now().toISOString().replace(/[:.]/g, '-')}`)
    return complete({})
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Reading may rename a broken file, so reads and writes are serialized. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    get: () => inTurn(read),
    set: (change) =>
      inTurn(async () => {
        const next = { ...(await read()), ...change }
        try {
          await writeFileAtomic(path, `${JSON.stringify(next, null, 2)}\n`)
        } catch (error) {
          throw fileTrouble('write', path, error)
        }
        return next
      }),
  }
}
