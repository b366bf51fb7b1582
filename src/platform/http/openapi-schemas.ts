/** Translates the schemas of the declarations to those of OpenAPI 3.1, which are JSON Schema 2020-12. */
export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Schemas with an $id become components of that name, used by reference. */
export function createComponents() {
  const schemas = new Map<string, Json>()
  const sources = new Map<string, string>()

  function add(schema: unknown): Json {
    if (!isObject(schema)) return {}
    const { $id: id } = schema
    if (typeof id !== 'string') return translate(schema)
    const source = JSON.stringify(schema)
    if (sources.has(id) && sources.get(id) !== source) throw new Error(`Two schemas have the $id “${id}”.`)
    if (!sources.has(id)) {
      sources.set(id, source)
      schemas.set(id, translate(schema))
    }
    return { $ref: `#/components/schemas/${id}` }
  }

  /** Tuples are written as `prefixItems`, records as `additionalProperties`. */
  function translate(schema: Json): Json {
    const out: Json = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$id' || keyword === 'additionalItems') continue
      if (keyword === 'properties' && isObject(value)) {
        out.properties = Object.fromEntries(Object.entries(value).map(([name, s]) => [name, add(s)]))
      } else if (keyword === 'patternProperties' && isObject(value)) {
        out.additionalProperties = add(Object.values(value)[0])
      } else if (keyword === 'items' && Array.isArray(value)) {
        out.prefixItems = value.map(add)
        out.maxItems = value.length
      } else if (keyword === 'items' || (keyword === 'additionalProperties' && isObject(value))) {
        out[keyword] = add(value)
      } else if (keyword === 'anyOf' && Array.isArray(value)) {
        out.anyOf = value.map(add)
      } else out[keyword] = value
    }
    return out
  }

  return { add, components: (): Json => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) }
}
