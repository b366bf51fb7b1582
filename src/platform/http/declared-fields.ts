/**
 * Reduces replies to the fields that their schema declares, so that a column which is added to a table never leaves the
 * server by itself. Values are not checked. A value whose schema is open (`Type.Unknown()`, a record) keeps its fields.
 */
import type { TSchema } from 'typebox'

export type Reduce = (value: unknown) => unknown

/** The parts of JSON Schema that decide which fields a value may have. */
interface Shape {
  type?: string
  const?: unknown
  anyOf?: readonly Shape[]
  properties?: Record<string, Shape>
  required?: readonly string[]
  patternProperties?: Record<string, Shape>
  additionalProperties?: boolean | Shape
  items?: Shape | readonly Shape[]
}

type Fields = Record<string, unknown>

/** The returned function leaves its argument as it is, and shares with it what needs no reduction. */
export function declaredFields(schema: TSchema): Reduce {
  return reducerOf(schema as Shape) ?? ((value) => value)
}

/** Null when a value of the schema has no fields, or may have any. */
function reducerOf(shape: Shape): Reduce | null {
  if (shape.anyOf) return unionReducer(shape.anyOf)
  if (shape.items) return arrayReducer(shape.items)
  if (shape.properties) return objectReducer(shape, shape.properties)
  const [pattern] = Object.values(shape.patternProperties ?? {})
  return pattern ? recordReducer(pattern) : null
}

function objectReducer({ additionalProperties }: Shape, properties: Record<string, Shape>): Reduce {
  const declared = Object.entries(properties).map(([name, shape]) => [name, reducerOf(shape)] as const)
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  return (value) => {
    if (!isFields(value)) return value
    const kept: Fields = isOpen ? { ...value } : {}
    for (const [name, reduce] of declared) {
      const field = value[name]
      if (field !== undefined) kept[name] = reduce ? reduce(field) : field
    }
    return kept
  }
}

function recordReducer(shape: Shape): Reduce | null {
  const reduce = reducerOf(shape)
  return (
    reduce &&
    ((value) =>
      isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, reduce(field)])) : value)
  )
}

function arrayReducer(items: Shape | readonly Shape[]): Reduce | null {
  if (!isTuple(items)) {
    const reduce = reducerOf(items)
    return reduce && ((value) => (Array.isArray(value) ? value.map(reduce) : value))
  }
  const each = items.map(reducerOf)
  if (each.every((reduce) => reduce === null)) return null
  return (value) => (Array.isArray(value) ? value.map((item, i) => each[i]?.(item) ?? item) : value)
}

const isTuple = (items: Shape | readonly Shape[]): items is readonly Shape[] => Array.isArray(items)

/** Takes the first branch that the value can be of; the first of all when it fits none. */
function unionReducer(shapes: readonly Shape[]): Reduce | null {
  const branches = shapes.flatMap((shape) => {
    const reduce = reducerOf(shape)
    return reduce ? [{ shape, reduce }] : []
  })
  const [first] = branches
  if (!first) return null
  if (branches.length === 1) return (value) => (value === null ? null : first.reduce(value))
  return (value) => (value === null ? null : (branches.find(({ shape }) => canBe(shape, value)) ?? first).reduce(value))
}

/** Decides by type, by required fields and by tags such as `kind`. */
function canBe({ type, properties = {}, required = [] }: Shape, value: unknown): boolean {
  if (type === 'array' || Array.isArray(value)) return type === 'array' && Array.isArray(value)
  if (!isFields(value)) return false
  return (
    required.every((name) => value[name] !== undefined) &&
    Object.entries(properties).every(
      ([name, shape]) => !('const' in shape) || value[name] === undefined || value[name] === shape.const,
    )
  )
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
