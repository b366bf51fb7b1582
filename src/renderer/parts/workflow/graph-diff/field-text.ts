/** Describes the fields and values of a block's settings, based on its schema. */

import { uiOf } from '../../../../shared/blocks/block.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { own } from '../../../../shared/domain/own.ts'
import type { FieldChange } from '../../../../shared/graph/diff.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import type { FieldSchema } from '../../../base/blocks/form-context.ts'
import type { Names } from '../../../base/blocks/names.ts'
import { humanise } from '../../../base/format/format.ts'
import { language } from '../../../texts/language.ts'
import { texts } from '../../../texts/texts.ts'

const { part: PART, value: VALUE } = texts.versions

export interface FieldText {
  /** “minimum confidence”, “line “Main road”, name”. */
  path: string
  schema: FieldSchema
}

/** Describes the changed field. `config` is the one in which the pointer resolves. */
export function fieldText(kind: string, pointer: string, config: unknown): FieldText {
  let schema: FieldSchema & { patternProperties?: Record<string, FieldSchema> } = isBlockKind(kind)
    ? (BLOCKS[kind].config as unknown as FieldSchema)
    : {}
  let value = config
  let list = ''
  let listKey = ''
  const words: string[] = []
  for (const key of pointer.split('/').slice(1).map(unescaped)) {
    const inList = Array.isArray(value)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
    const byName = Object.values(schema.patternProperties ?? {})[0]
    schema = (inList ? schema.items : (byName ?? own(schema.properties, key))) ?? {}
    if (inList) {
      words.pop()
      words.push(thing(list, listKey, Number(key), value))
    } else if (byName) {
      words.pop()
      words.push(PART.named(list, key))
    } else {
      listKey = key
      list = lower(schema.title ?? humanise(key))
      words.push(list)
    }
  }
  return { path: words.reduce((outer, inner) => (outer === '' ? inner : PART.within(outer, inner)), ''), schema }
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** Names an item of a list, by its own name if it has one. */
function thing(list: string, listKey: string, index: number, value: unknown): string {
  const { name, kind } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (listKey === 'rules') return PART.rule(index + 1)
  if (typeof name !== 'string' || name === '') return PART.numbered(list, index + 1)
  if (listKey === 'prompt_classes') return PART.prompt(name)
  return kind === 'line' ? PART.line(name) : kind === 'zone' ? PART.zone(name) : PART.named(list, name)
}

/** Lowercases a title for the middle of a sentence; acronyms and German nouns keep their capitals. */
function lower(title: string): string {
  if (language !== 'en') return title
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
}

/** Formats a value briefly; null for a value that only its drawing or its own fields can describe. */
export function valueText(value: unknown, schema: FieldSchema, names: Names = {}): string | null {
  const { unit, labels = {}, control } = uiOf(schema as Record<string, unknown>)
  if (value === undefined || value === null) return VALUE.none
  if (typeof value === 'boolean') return value ? VALUE.on : VALUE.off
  if (typeof value === 'number') return unit ? `${value} ${unit}` : String(value)
  if (typeof value === 'string') {
    if (value === '') return VALUE.empty
    if (control === 'model') return names.modelName?.(value) ?? value
    if (control === 'source') return names.sourceName?.(value) ?? value.split(/[\\/]/).at(-1) ?? value
    return own(labels, value) ?? (schema.enum ? value.replaceAll('_', ' ') : value)
  }
  if (Array.isArray(value) && value.every((v) => typeof v === 'string'))
    return value.length === 0 ? VALUE.none : value.join(', ')
  return null
}

/** True for the points of a line or zone, which are described as drawn and never as numbers. */
export const isDrawn = ({ before, after }: FieldChange): boolean =>
  [before, after].every((v) => Array.isArray(v) && v.length > 0 && v.every((p) => Array.isArray(p)))

/** True for an object with fields of its own. */
export const isThing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(Array.isArray(value) && value.every((v) => typeof v === 'string'))
