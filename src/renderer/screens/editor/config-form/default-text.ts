/** Formats the defaults of fields, and detects the fields of a config that differ from them. */
import { uiOf } from '../../../../shared/blocks/block.ts'
import type { FieldSchema } from '../../../base/blocks/form-context.ts'
import { formatNumber } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'

/** `0.25`, `1 s`, `On`, `ByteTrack`, `Empty`. */
export function defaultText(schema: FieldSchema): string {
  const { unit, labels = {} } = uiOf(schema as Record<string, unknown>)
  const value = schema.default
  if (typeof value === 'boolean') return value ? texts.blocks.defaultWords.on : texts.blocks.defaultWords.off
  if (typeof value === 'number') return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
  if (typeof value === 'string')
    return labels[value] ?? (value === '' ? texts.blocks.defaultWords.empty : worded(value))
  if (Array.isArray(value)) return value.length === 0 ? texts.blocks.defaultWords.empty : value.map(String).join(', ')
  return texts.blocks.defaultWords.empty
}

const worded = (value: string) => value.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase())

export const isChanged = (schema: FieldSchema, value: unknown): boolean =>
  value !== undefined && JSON.stringify(value) !== JSON.stringify(schema.default)

/** Excludes drawn and written content and the block's kind, which a reset of all settings keeps. */
export const isSetting = (name: string, { type, items, default: value }: FieldSchema): boolean =>
  value !== undefined && !(type === 'array' && items?.type === 'object') && !/(^|_)kind$/.test(name)

/** Names of the settings that differ from their defaults. */
export const changedSettings = (properties: Record<string, FieldSchema>, config: Record<string, unknown>): string[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    isSetting(name, schema) && isChanged(schema, config[name]) ? [name] : [],
  )
