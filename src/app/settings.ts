/** The user's settings: one JSON file that may be damaged, by hand or by a crash, without harm. */

import { changedSettings, completeSettings, Settings, type SettingsChange } from '../shared/domain/settings.ts'
import { createJsonFile, type JsonFileOptions } from './host-files.ts'

export interface SettingsStore {
  get(): Promise<Settings>
  /** Changes some fields, or some keys of a record, and returns all fields. Changes are serialized. */
  set(change: SettingsChange): Promise<Settings>
}

/** Settings stored at a path. A file that is not JSON is renamed to `….broken-<time>`, and the defaults apply. */
export function createSettings(path: string, { now }: Pick<JsonFileOptions<Settings>, 'now'> = {}): SettingsStore {
  const file = createJsonFile(path, Settings, {
    decode: (raw) =>
      typeof raw === 'object' && raw !== null && !Array.isArray(raw)
        ? completeSettings(raw as Record<string, unknown>)
        : null,
    indent: 2,
    ...(now && { now }),
  })
  return {
    get: async () => (await file.read()) ?? completeSettings({}),
    set: (change) =>
      file.inTurn(async ({ read, put }) => {
        const next = changedSettings((await read()) ?? completeSettings({}), change)
        await put(next)
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
