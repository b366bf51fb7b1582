/** Changes of settings: fields one by one, and records among them key by key. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Settings, type SettingsChange } from './settings.ts'

const FIELDS: [string, TSchema][] = Object.entries(Settings.properties)

/** Fields that hold records, which are changed key by key. */
const RECORDS = ['shortcuts', 'panel_sizes'] as const

type Entries = Readonly<Record<string, unknown>>

/** Completes stored settings: the fields that are valid, and defaults for all others. */
export const completeSettings = (stored: Readonly<Record<string, unknown>>): Settings =>
  Object.fromEntries(
    FIELDS.map(([name, schema]) => [name, Value.Check(schema, stored[name]) ? stored[name] : Value.Create(schema)]),
  ) as Settings

/** Returns the settings after a change. Keys that are null in the change are removed. */
export function changedSettings(settings: Settings, change: SettingsChange): Settings {
  const next: Record<string, unknown> = { ...settings, ...change }
  for (const field of RECORDS) {
    if (change[field] === undefined) continue
    const kept = { ...settings[field], ...change[field] }
    next[field] = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))
  }
  return next as Settings
}

/** Returns the change that leads from `settings` to `fields`; records are reduced to the keys that differ. */
export function settingsChange(settings: Settings, fields: Partial<Settings>): SettingsChange {
  const change: Record<string, unknown> = { ...fields }
  for (const field of RECORDS)
    if (fields[field] !== undefined) change[field] = changedKeys(settings[field] ?? {}, fields[field])
  return change as SettingsChange
}

function changedKeys(before: Entries, after: Entries): Entries {
  const entries: [string, unknown][] = []
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = Object.hasOwn(after, key) ? after[key] : null
    if (!Object.hasOwn(before, key) || !Value.Equal(before[key], value)) entries.push([key, value])
  }
  return Object.fromEntries(entries)
}
