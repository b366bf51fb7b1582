/**
 * Checks a node's config: against its kind's JSON Schema, one issue for each invalid field; then its lines and zones.
 */
import type { TSchema } from 'typebox'
import { type FieldUi, uiOf } from '../blocks/block.ts'
import { BLOCKS, type BlockKindName, withDefaults } from '../blocks/catalogue.ts'
import { fieldName } from '../blocks/names.ts'
import type { NormPoint } from '../domain/geometry.ts'
import { pointerOfLongList } from '../domain/json-bounds.ts'
import { MAX_LIST } from '../domain/limits.ts'
import { crossesItself } from '../domain/self-crossing.ts'
import { type Message, message, type Param } from '../messages/message.ts'
import type { KnownNode } from './flow.ts'
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

interface Shape {
  kind: 'line' | 'zone'
  /** The name of a geometry, or the number of a condition's rule. */
  named: { name: string } | { rule: number }
  points: readonly NormPoint[]
  field: string
}

const isInside = ([x, y]: NormPoint) => x >= 0 && x <= 1 && y >= 0 && y <= 1
const distinct = (points: readonly NormPoint[]) => new Set(points.map((p) => `${p[0]},${p[1]}`)).size

const about = ({ named }: Shape, problem: 'line_points' | 'zone_points' | 'zone_crosses_itself'): Message =>
  'name' in named ? message(`field.${problem}`, named) : message(`field.rule_${problem}`, named)

const outside = ({ kind, named }: Shape): Message =>
  'name' in named
    ? message('field.shape_outside', named)
    : message('field.rule_shape_outside', { kind, rule: named.rule })

function shapeIssues(node: KnownNode, shape: Shape): Issue[] {
  const at = { node_id: node.id, field: `${shape.field}/points` }
  const found: Issue[] = []
  if (!shape.points.every(isInside)) {
    found.push(issue('geometry.outside', outside(shape), at))
  }
  if (shape.kind === 'line' && (shape.points.length < 2 || distinct(shape.points) < 2)) {
    found.push(issue('geometry.line', about(shape, 'line_points'), at))
  }
  if (shape.kind === 'zone') {
    if (distinct(shape.points) < 3) {
      found.push(issue('geometry.zone', about(shape, 'zone_points'), at))
    } else if (crossesItself(shape.points.map(([x, y]) => ({ x, y })))) {
      found.push(issue('geometry.zone', about(shape, 'zone_crosses_itself'), at))
    }
  }
  return found
}

/**
 * Checks lines and zones: enough distinct points, inside the frame, zones that do not cross themselves. For a measure
 * or condition block whose config fits its schema.
 */
export function geometryIssues(node: KnownNode): Issue[] {
  if (node.type === 'measure') {
    const { geometries } = withDefaults('measure', node.config)
    const shapes = geometries.map((g, i) => ({ ...g, named: { name: g.name }, field: `/geometries/${i}` }))
    return [...shapes.flatMap((s) => shapeIssues(node, s)), ...duplicateNames(node, geometries)]
  }
  if (node.type === 'condition') {
    return withDefaults('condition', node.config).rules.flatMap((rule, i) =>
      rule.subject === 'line' || rule.subject === 'zone'
        ? shapeIssues(node, {
            kind: rule.subject,
            named: { rule: i + 1 },
            points: rule.points ?? [],
            field: `/rules/${i}`,
          })
        : [],
    )
  }
  return []
}

function duplicateNames(node: KnownNode, geometries: readonly { name: string }[]): Issue[] {
  const seen = new Set<string>()
  return geometries.flatMap((g, i) => {
    if (!seen.has(g.name)) {
      seen.add(g.name)
      return []
    }
    const reason = message('field.duplicate_name', { name: g.name })
    return [issue('geometry.duplicate_name', reason, { node_id: node.id, field: `/geometries/${i}/name` })]
  })
}
