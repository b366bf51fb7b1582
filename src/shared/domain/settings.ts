/** The settings of the Studio: of a person on a server, else of the user of an app. */
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { nullable } from './nullable.ts'

const PanelSize = Type.Integer({ minimum: 1, maximum: 10_000 })
const WEB_ADDRESS = { maxLength: 2000, pattern: '^(https?://[^\\s]+)?$', default: '' }
const CommandKeys = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 8 })

export const Settings = Type.Object(
  {
    theme: Type.Enum(['system', 'dark', 'light'], { default: 'system' }),
    tour_done: Type.Boolean({ default: false, description: 'The guided tour was finished or left' }),
    notify_run_end: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Shows a desktop notification when a run ends while the window is in the background',
      }),
    ),
    updates: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'The packaged app checks daily for a newer version and installs it',
      }),
    ),
    tour_step: Type.Optional(
      Type.String({ default: '', maxLength: 40, description: 'Id of the step that the tour is at; empty at its end' }),
    ),
    shortcuts: Type.Optional(
      Type.Record(Type.String(), CommandKeys, {
        default: {},
        description: 'Keys of editor commands that the user changed, by command id',
      }),
    ),
    outline: Type.Optional(Type.Boolean({ default: false, description: 'The editor shows the outline tree' })),
    panel_sizes: Type.Optional(
      Type.Object(
        {
          palette: Type.Optional(PanelSize),
          outline: Type.Optional(PanelSize),
          settings: Type.Optional(PanelSize),
          dock: Type.Optional(PanelSize),
        },
        {
          additionalProperties: false,
          default: {},
          description: 'Sizes in pixels to which the user resized panels of the editor',
        },
      ),
    ),
    preview: Type.Boolean({ default: true, description: 'The editor shows the result of each block for one frame' }),
    preview_figures: Type.Boolean({ default: true, description: 'Each block shows its figures of that frame' }),
    preview_pictures: Type.Optional(
      Type.Boolean({ default: true, description: 'Each block shows a thumbnail of its result for that frame' }),
    ),
    model_hub: Type.Optional(
      Type.String({
        ...WEB_ADDRESS,
        description:
          'Address of the hub or mirror that models are downloaded from; empty for HF_ENDPOINT, or else huggingface.co',
      }),
    ),
    download_proxy: Type.Optional(
      Type.String({
        ...WEB_ADDRESS,
        description: 'Address of the proxy for downloads of models; empty for HTTPS_PROXY and HTTP_PROXY',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Settings = Static<typeof Settings>

/** The check of a request fills in defaults: in a change, they would reset what it leaves out. */
function withoutDefaults<T extends Record<string, TSchema>>(fields: T): T {
  const entries = Object.entries(fields).map(([name, schema]) => {
    const { default: _default, ...kept } = Object.getOwnPropertyDescriptors(schema) as PropertyDescriptorMap
    return [name, Object.defineProperties({}, kept)]
  })
  return Object.fromEntries(entries)
}

/** Fields to change; records hold only changed keys, so that windows can change different ones. Null removes a key. */
export const SettingsChange = Type.Partial(
  Type.Object({
    ...withoutDefaults(Settings.properties),
    shortcuts: Type.Record(Type.String(), nullable(CommandKeys)),
    panel_sizes: Type.Partial(
      Type.Object({
        palette: nullable(PanelSize),
        outline: nullable(PanelSize),
        settings: nullable(PanelSize),
        dock: nullable(PanelSize),
      }),
      { additionalProperties: false },
    ),
  }),
  { additionalProperties: false },
)
export type SettingsChange = Static<typeof SettingsChange>

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
