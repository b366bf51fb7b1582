/** Schemas of the declarations as JSON Schema 2020-12 without references, as agents and their clients read them. */
import { UI_KEYWORD } from '../../../shared/blocks/block.ts'

export type JsonSchema = Record<string, unknown>

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tuples are written as `prefixItems`; ids and hints for forms are left out. A field with a default is not required. */
export function plainSchema(schema: unknown): JsonSchema {
  if (!isObject(schema)) return {}
  const out: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$id' || keyword === 'additionalItems' || keyword === UI_KEYWORD) continue
    if (keyword === 'required' && Array.isArray(value)) {
      const required = value.filter((name) => !hasDefault(schema, name))
      if (required.length > 0) out.required = required
    } else if ((keyword === 'properties' || keyword === 'patternProperties') && isObject(value)) {
      out[keyword] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainSchema(inner)]))
    } else if (keyword === 'items' && Array.isArray(value)) {
      out.prefixItems = value.map(plainSchema)
    } else if ((keyword === 'items' || keyword === 'additionalProperties') && isObject(value)) {
      out[keyword] = plainSchema(value)
    } else if ((keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') && Array.isArray(value)) {
      out[keyword] = value.map(plainSchema)
    } else out[keyword] = value
  }
  return out
}

const hasDefault = ({ properties }: JsonSchema, name: string): boolean => {
  const field = isObject(properties) ? properties[name] : undefined
  return isObject(field) && 'default' in field
}
