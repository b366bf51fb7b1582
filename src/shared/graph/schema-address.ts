/** The address of a JSON Schema at the top of a file, by which an editor finds the schema. Sightline writes none. */

/** Returns the JSON of a file without such an address; any other JSON as it is. */
export function withoutSchemaAddress(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('$schema' in json)) return json
  const { $schema, ...rest } = json
  return typeof $schema === 'string' ? rest : json
}
