/** The user's settings: one JSON file that may be damaged, by hand or by a crash, without harm. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { changedSettings } from '../shared/bridge/settings-change.ts'
import { Settings, type SettingsChange } from '../shared/bridge/studio.ts'
import { createJsonFiles, type RecordOptions } from './json-files.ts'

export interface SettingsStore {
  get(): Promise<Settings>
  /** Changes some fields, or some keys of a record, and returns all fields. Changes are serialized. */
  set(change: SettingsChange): Promise<Settings>
}

const FIELDS: [string, TSchema][] = Object.entries(Settings.properties)

/** Completes the settings: valid fields of the file, defaults for all others. */
const complete = (raw: Record<string, unknown>): Settings =>
  Object.fromEntries(
    FIELDS.map(([name, schema]) => [name, Value.Check(schema, raw[name]) ? raw[name] : Value.Create(schema)]),
  ) as Settings

/** Settings stored at a path. A file that is not JSON is renamed to `….broken-<time>`, and the defaults apply. */
export function createSettings(path: string, options: RecordOptions = {}): SettingsStore {
  const files = createJsonFiles(Settings, {
    decode: (raw) =>
      typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? complete(raw as Record<string, unknown>) : null,
    indent: 2,
    ...options,
  })
  return {
    get: async () => (await files.read(path))?.value ?? complete({}),
    set: (change) =>
      files.inTurn(async (turn) => {
        const kept = (await turn.read(path))?.value ?? complete({})
        const next = changedSettings(kept, change)
        await turn.put(path, next)
        return next
      }),
  }
}

/** Wraps a store; calls the listener with the settings at once and after each change. */
export function followSettings(store: SettingsStore, listener: (settings: Settings) => void): SettingsStore {
  // The next read by the page reports the error.
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
