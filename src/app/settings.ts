/** The user's settings: one JSON file that survives being broken, by hand or by a crash. */
import { readFile, rename } from 'node:fs/promises'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Settings } from '../shared/bridge/studio.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { errnoOf, fileTrouble } from './file-trouble.ts'

export interface SettingsStore {
  get(): Promise<Settings>
  /** Changes some fields and answers all of them. Changes are written one after the other. */
  set(change: Partial<Settings>): Promise<Settings>
}

const FIELDS: [string, TSchema][] = Object.entries(Settings.properties)

/** Every field: what the file says where that is valid, the default elsewhere. */
const complete = (raw: Record<string, unknown>): Settings =>
  Object.fromEntries(
    FIELDS.map(([name, schema]) => [name, Value.Check(schema, raw[name]) ? raw[name] : Value.Create(schema)]),
  ) as Settings

/** Settings kept at a path. A file that is not JSON is renamed to `….broken-<time>`, and the defaults hold. */
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
  /** Reading may move a broken file aside, so reads and writes take turns. */
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

/** The same settings; the listener hears of them at once and after each change. */
export function followSettings(store: SettingsStore, listener: (settings: Settings) => void): SettingsStore {
  // The page that reads them next hears of an error.
  store.get().then(listener, () => {})
  return {
    get: store.get,
    async set(change) {
      const all = await store.set(change)
      listener(all)
      return all
    },
  }
}
