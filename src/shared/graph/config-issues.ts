/** Checks a node's config against its kind's JSON Schema: one issue for each invalid field. */
import type { TSchema } from 'typebox'
import { type FieldUi, uiOf } from '../blocks/block.ts'
import { BLOCKS, type BlockKindName, withDefaults } from '../blocks/catalogue.ts'
import { fieldName } from '../blocks/names.ts'
import { pointerOfLongList } from '../domain/json-bounds.ts'
import { MAX_LIST } from '../domain/limits.ts'
import { type Message, message, type Param } from '../messages/message.ts'
import type { GraphNode } from './graph.ts'
import { type Issue, issue } from './issue.ts'
import { type SchemaError, settingsErrors } from './schema-errors.ts'

/** Messages of empty fields whose value a person chooses from a list. */
const CHOICES: Partial<Record<NonNullable<FieldUi['control']>, Message>> = {
  dataset: message('field.choose_dataset'),
  model: message('field.choose_model'),
  source: message('field.choose_file'),
}

/** The schema at a JSON pointer, as far as it can be followed. */
function schemaAt(schema: TSchema, pointer: string): Record<string, unknown> {
  let at = schema as unknown as Record<string, unknown>
  for (const part of pointer.split('/').slice(1)) {
    const properties = at.properties as Record<string, Record<string, unknown>> | undefined
    const items = at.items as Record<string, unknown> | undefined
    const next =
      properties && Object.hasOwn(properties, part)
        ? properties[part]
        : Array.isArray(items)
          ? items[Number(part)]
          : items
    if (!next) return {}
    at = next
  }
  return at
}

/** A field by its title in the form; one without a title by its name. */
function named(kind: BlockKindName, at: Record<string, unknown>, pointer: string): Param {
  const title = at.title as string | undefined
  return title === undefined ? (pointer.split('/').at(-1) ?? 'config') : fieldName(kind, pointer, title)
}

function sentence(kind: BlockKindName, { keyword, field: pointer, params, problem }: SchemaError): Message {
  const at = schemaAt(BLOCKS[kind].config, pointer)
  const field = named(kind, at, pointer)
  const limit = params.limit as number
  switch (keyword) {
    case 'unknown':
      return message('field.unknown', { name: pointer.split('/').at(-1) ?? '' })
    case 'required':
      return message('field.required', {
        names: (params.missing as string[]).map((p) => `“${p}”`).join(', '),
      })
    case 'enum':
      return message('field.not_one_of', { field, values: (at.enum as unknown[]).join(', ') })
    case 'minimum':
      return message('field.below_minimum', { field, limit })
    case 'maximum':
      return message('field.above_maximum', { field, limit })
    case 'exclusiveMinimum':
      return message('field.not_more_than', { field, limit })
    case 'exclusiveMaximum':
      return message('field.not_less_than', { field, limit })
    case 'minItems':
      return message('field.too_few', { field, limit })
    case 'maxItems':
    case 'maxProperties':
      return message('field.too_many', { field, limit })
    case 'uniqueItems':
      return message('field.names_twice', { field })
    case 'maxLength':
      return message('field.too_long', { field, limit })
    case 'minLength': {
      const control = uiOf(at).control
      return (control && CHOICES[control]) ?? message('field.empty', { field })
    }
    case 'pattern':
      return message(at.pattern === '^https://' ? 'field.not_https' : 'field.characters', { field })
    default:
      return message('field.invalid', { field, problem })
  }
}

/** Keywords that report a missing value, such as the first line of a measure block. */
const MISSING: ReadonlySet<string> = new Set(['required', 'minItems', 'minLength'])

/** `graph.shape` only allows objects, so config is a record here; its fields may be anything. */
export function configIssues(node: GraphNode & { type: BlockKindName }): Issue[] {
  const schema = BLOCKS[node.type].config as TSchema
  // Reported before the schema is checked: some of its checks compare each entry with every other.
  const field = pointerOfLongList(node.config, MAX_LIST)
  if (field !== null) {
    const at = schemaAt(schema, field)
    const most = (at.maxItems as number | undefined) ?? MAX_LIST
    const reason = message('field.too_many', { field: named(node.type, at, field), limit: most })
    return [issue('config.invalid', reason, { node_id: node.id, field })]
  }
  const byField = new Map<string, Issue>()
  for (const error of settingsErrors(node.type, withDefaults(node.type, node.config))) {
    const { keyword, field } = error
    const code = MISSING.has(keyword) ? 'config.missing' : 'config.invalid'
    if (!byField.has(field)) byField.set(field, issue(code, sentence(node.type, error), { node_id: node.id, field }))
  }
  return [...byField.values()]
}
