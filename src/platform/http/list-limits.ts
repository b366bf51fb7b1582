/** The longest lists that a schema allows, by which a large body is refused before it is parsed. */
import type { TSchema } from 'typebox'

/** The parts of JSON Schema that declarations are made of. */
interface Schema {
  type?: string
  maxItems?: number
  items?: Schema | Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  allOf?: Schema[]
}

const known = new WeakMap<TSchema, number[]>()

/**
 * Items of the longest list at each depth, from 0, endless where some list has no limit. Lists are compared by depth alone: to
 * follow the schema by the names in a body would cost more than its objects.
 */
export function longestLists(schema: TSchema, levels: number): readonly number[] {
  const longest = known.get(schema) ?? longestAt([schema as Schema], levels)
  known.set(schema, longest)
  return longest
}

/** The most items of the list that this path leads to; null when the schema has none there. */
export function mostItemsAt(schema: TSchema, path: readonly (string | number)[]): number | null {
  let at = branches([schema as Schema])
  for (const part of path) {
    const [list, name] = typeof part === 'number' ? [true, ''] : [false, part]
    at = branches(at.flatMap((one) => (list ? itemsOf(one) : memberOf(one, name))))
  }
  const limits = at.filter(({ type }) => type === 'array').map(limitOf)
  return limits.length === 0 ? null : Math.max(...limits)
}

function longestAt(whole: readonly Schema[], levels: number): number[] {
  const longest: number[] = []
  let at = branches(whole)
  for (let depth = 0; depth < levels; depth++) {
    if (at.some(isAnything)) return longest
    longest.push(Math.max(0, ...at.filter(({ type }) => type === 'array').map(limitOf)))
    if (at.some(isOpen)) return longest
    at = branches(at.flatMap((one) => [...itemsOf(one), ...membersOf(one)]))
  }
  return longest
}

const isAnything = (schema: Schema): boolean => schema.type === undefined && !('const' in schema || 'enum' in schema)

/** True for one whose members may have any name, or whose items may be of any kind. */
const isOpen = ({ type, additionalProperties, items }: Schema): boolean =>
  (type === 'object' && additionalProperties !== false) || (type === 'array' && items === undefined)

const limitOf = ({ maxItems = Number.POSITIVE_INFINITY }: Schema): number => maxItems

const itemsOf = ({ items = [] }: Schema): Schema[] => (Array.isArray(items) ? items : [items])

const membersOf = ({ properties = {} }: Schema): Schema[] => Object.values(properties)

const memberOf = ({ properties = {} }: Schema, name: string): Schema[] =>
  Object.hasOwn(properties, name) ? [properties[name] as Schema] : []

/** Unions and intersections stand for their parts. */
function branches(schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap((schema) => {
    const parts = schema.anyOf ?? schema.allOf
    return parts ? branches(parts) : [schema]
  })
}
