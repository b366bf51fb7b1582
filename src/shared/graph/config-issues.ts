/** Checks a node's config against its kind's JSON Schema: one issue for each invalid field. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type FieldUi, uiOf } from '../blocks/block.ts'
import { BLOCKS, type BlockKindName, withDefaults } from '../blocks/catalogue.ts'
import { pointerOfLongList } from '../domain/json-bounds.ts'
import { MAX_LIST } from '../domain/limits.ts'
import type { GraphNode } from './graph.ts'
import { type Issue, issue } from './issue.ts'

/** Messages of empty fields whose value a person chooses from a list. */
const CHOICES: Partial<Record<NonNullable<FieldUi['control']>, string>> = {
  dataset: 'Choose a data set.',
  model: 'Choose a model.',
  source: 'Choose a file.',
}

type SchemaError = ReturnType<typeof Value.Errors>[number]

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

/** A field by its name in the form. */
const named = (at: Record<string, unknown>, pointer: string): string =>
  `“${(at.title as string | undefined) ?? pointer.split('/').at(-1) ?? 'config'}”`

function sentence(schema: TSchema, error: SchemaError): string {
  const at = schemaAt(schema, error.instancePath)
  const name = named(at, error.instancePath)
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'boolean':
      return `There is no field “${error.instancePath.split('/').at(-1)}” here. Remove it, or check its spelling.`
    case 'required':
      return `Fill in ${(params.requiredProperties as string[]).map((p) => `“${p}”`).join(', ')}.`
    case 'enum':
      return `${name} must be one of ${(at.enum as unknown[]).join(', ')}.`
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return `${name} ${error.message.replace('>=', 'at least').replace('<=', 'at most').replace('> ', 'more than ').replace('< ', 'less than ')}.`
    case 'minItems':
      return `${name} needs at least ${params.limit}.`
    case 'maxItems':
    case 'maxProperties':
      return `${name} takes at most ${params.limit}.`
    case 'uniqueItems':
      return `${name} names something twice.`
    case 'maxLength':
      return `${name} takes at most ${params.limit} characters.`
    case 'minLength': {
      const control = uiOf(at).control
      return (control && CHOICES[control]) ?? `${name} must not be empty.`
    }
    case 'pattern':
      return at.pattern === '^https://'
        ? `${name} must start with https://.`
        : `${name} has characters that are not allowed here.`
    default:
      return `${name} ${error.message}.`
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
    return [issue('config.invalid', `${named(at, field)} takes at most ${most}.`, { node_id: node.id, field })]
  }
  const config = withDefaults(node.type, node.config)
  if (Value.Check(schema, config)) return []
  const errors = Value.Errors(schema, config)
  const byField = new Map<string, Issue>()
  for (const error of errors) {
    if (error.keyword === 'additionalProperties') continue
    const field = error.instancePath
    const code = MISSING.has(error.keyword) ? 'config.missing' : 'config.invalid'
    if (!byField.has(field)) byField.set(field, issue(code, sentence(schema, error), { node_id: node.id, field }))
  }
  return [...byField.values()]
}
