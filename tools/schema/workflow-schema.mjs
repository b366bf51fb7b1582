/** Makes the JSON Schema of workflow files from the declarations of the file and of the blocks. */

/** @typedef {null | boolean | number | string | Json[] | JsonObject} Json */
/** @typedef {{ [key: string]: Json }} JsonObject */
/** @typedef {{ title: string, docs: string, config: object }} BlockDeclaration */
/**
 * The declaration of each block kind by its name, and the TypeBox schema of a workflow file.
 * @typedef {object} Declarations
 * @property {Readonly<Record<string, BlockDeclaration>>} blocks
 * @property {{ properties: { version: { const: number } } }} file
 */

/** The keyword with the hints for forms, which no reader of the schema knows. */
const UI = 'x-ui'
/** @param {string} name */
const reference = (name) => ({ $ref: `#/definitions/${name}` })

/**
 * Returns the schema of a `.sightline.json` file, in draft 7, which editors know best. `definitions` has `file` and `graph`
 * without the settings of blocks, and the settings of each kind by its name.
 * @param {Declarations} declarations
 */
export function workflowSchema({ blocks, file }) {
  const { graph, layout, ...fields } = plain(file).properties
  const settings = Object.entries(blocks).map(([kind, block]) => [kind, settingsOf(block)])
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Sightline workflow',
    description: `A workflow file of Sightline, version ${fields.version.const}`,
    allOf: [reference('file'), reference('settings')],
    definitions: {
      file: {
        ...plain(file),
        properties: {
          $schema: {
            type: 'string',
            description: 'The address of this schema, for editors; Sightline does not keep it',
          },
          ...fields,
          graph: reference('graph'),
          layout: reference('layout'),
        },
      },
      graph,
      layout,
      settings: settingsByKind(Object.keys(blocks)),
      ...Object.fromEntries(settings),
    },
  }
}

/**
 * The settings of a block, whose fields with a default may be left out.
 * @param {BlockDeclaration} block
 */
function settingsOf({ title, docs, config }) {
  return { title, description: docs, ...optionalDefaults(plain(config)) }
}

/**
 * Checks the settings of each block of a file by its kind.
 * @param {readonly string[]} kinds
 */
function settingsByKind(kinds) {
  const conditions = kinds.map((kind) => ({
    if: { type: 'object', required: ['type'], properties: { type: { const: kind } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { type: 'object', properties: { config: reference(kind) } },
  }))
  const node = { type: 'object', properties: { type: { enum: kinds } }, allOf: conditions }
  const graph = { type: 'object', properties: { nodes: { type: 'array', items: node } } }
  return { description: 'The settings of each block', type: 'object', properties: { graph } }
}

/**
 * The schema as JSON, without names for OpenAPI and hints for forms; the unit of a number goes into its description.
 * @param {object} schema
 */
const plain = (schema) =>
  JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { $id, [UI]: ui, ...rest } = value
    return ui?.unit ? { ...rest, description: `${rest.description}. Unit: ${ui.unit}` } : rest
  })

/**
 * @param {Json} schema
 * @returns {Json}
 */
function withoutRequiredDefaults(schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(withoutRequiredDefaults)
  return optionalDefaults(schema)
}

/**
 * @param {JsonObject} schema
 * @returns {JsonObject}
 */
function optionalDefaults(schema) {
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutRequiredDefaults(value)]))
  if (!Array.isArray(inner.required)) return inner
  const { required, ...rest } = inner
  const properties = /** @type {Record<string, JsonObject>} */ (schema.properties)
  const needed = required.filter((name) => properties[String(name)]?.default === undefined)
  return needed.length > 0 ? { ...rest, required: needed } : rest
}
