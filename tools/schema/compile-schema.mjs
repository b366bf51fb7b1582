/** Compiles the schema of workflow files to a module that imports nothing and needs no `eval`: the page's policy forbids it. */
import { createRequire } from 'node:module'
import { _, Ajv } from 'ajv'
import { adapted } from './adapt-code.mjs'

const require = createRequire(import.meta.url)
const { default: standalone } = require('ajv/dist/standalone')
const { _Code } = require('ajv/dist/compile/codegen/code')

/** @import { CodeKeywordDefinition } from 'ajv' */
/** @import { Json, JsonObject } from './workflow-schema.mjs' */

const HEAD = `/** Written by \`npm run schema\`: the checks of the schema of workflow files, by ajv. */
// @ts-nocheck: ajv writes JavaScript. The importer declares the types of the checks.`

/** Errors of the entries of a list or object come before those of its size, in the order in which forms show them. */
const ORDER = [
  'required',
  'additionalProperties',
  'patternProperties',
  'properties',
  'maxProperties',
  'additionalItems',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
]

const IS_WITHOUT_REPEATS = '(items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length'

/**
 * In linear time: ajv compares each entry with every other, or texts alone and no class that is named `__proto__`.
 * @type {CodeKeywordDefinition}
 */
const UNIQUE_ITEMS = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  code(context) {
    const code = new _Code(IS_WITHOUT_REPEATS)
    const check = context.gen.scopeValue('func', { key: IS_WITHOUT_REPEATS, ref: IS_WITHOUT_REPEATS, code })
    context.fail(_`!${check}(${context.data})`)
  },
}

/**
 * Returns the code of a module that exports the checks `file`, `graph` and, by the kind of block, `settings`. A check takes
 * any JSON, returns whether it is valid, and keeps the errors in its property `errors`: at most 32 of each
 * definition, of which a file has three.
 * @param {{ definitions: JsonObject }} schema
 * @param {readonly string[]} kinds
 */
export function compileSchema(schema, kinds) {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    // A test has an ajv with its meta-schema read the same schema.
    meta: false,
    validateSchema: false,
    strict: false,
    strictNumbers: true,
    // A definition that others refer to is checked by a function of its own, once in the code.
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  })
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword(UNIQUE_ITEMS)
  for (const { rules } of ajv.RULES.rules) rules.sort((a, b) => ORDER.indexOf(a.keyword) - ORDER.indexOf(b.keyword))
  // Each under a name of its own, so that a definition that is exported and referred to is compiled once.
  for (const [name, definition] of Object.entries(compactObject(schema.definitions, true)))
    ajv.addSchema(/** @type {JsonObject} */ (definition), name)
  const code = standalone(ajv, Object.fromEntries(['file', 'graph', ...kinds].map((name) => [name, name])))
  return `${HEAD}\n${adapted(code)}\nexport const settings = { ${kinds.join(', ')} };\n`
}

const ANNOTATIONS = ['title', 'description', 'default']
/** The keywords whose keys are names, not keywords. */
const BY_NAME = ['properties', 'patternProperties']

/**
 * The schema without what only people read, since the code holds parts of it; its references are names.
 * @param {Json} schema
 * @returns {Json}
 */
function compact(schema, isByName = false) {
  if (typeof schema === 'string') return schema.replace('#/definitions/', '')
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((item) => compact(item))
  return compactObject(schema, isByName)
}

/**
 * @param {JsonObject} schema
 * @param {boolean} isByName
 * @returns {JsonObject}
 */
function compactObject(schema, isByName) {
  const kept = Object.entries(schema).filter(([key]) => isByName || !ANNOTATIONS.includes(key))
  const inner = kept.map(([key, value]) => [key, compact(value, !isByName && BY_NAME.includes(key))])
  return Object.fromEntries(inner)
}
