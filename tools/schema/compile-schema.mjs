/** Compiles the schema of workflow files to a module that imports nothing and needs no `eval`: the page's policy forbids it. */
import { _, Ajv } from 'ajv'
import codegen from 'ajv/dist/compile/codegen/code.js'
import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import standalone from 'ajv/dist/standalone/index.js'

const HEAD = '/** Written by `npm run schema`: the checks of schemas/workflow-1.json, by ajv. */'

/** More errors of one value than are ever reported. What a hostile file adds to them would only fill the memory. */
const MAX_ERRORS = 32

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

const isWithoutRepeats = (items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length

/** In linear time: ajv compares each entry with every other, or texts alone and no class that is named `__proto__`. */
const UNIQUE_ITEMS = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  code(context) {
    const source = new codegen._Code(isWithoutRepeats.toString())
    const check = context.gen.scopeValue('func', { key: isWithoutRepeats, ref: isWithoutRepeats, code: source })
    context.fail(_`!${check}(${context.data})`)
  },
}

/**
 * Returns the code of a module that exports the checks `file`, `graph` and, by the kind of block, `settings`. A check takes
 * any JSON, returns whether it is valid, and keeps the errors in its property `errors`: at most `MAX_ERRORS` of each
 * definition, a file having three.
 */
export function compileSchema(schema, kinds) {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
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
  for (const [name, definition] of Object.entries(compact(schema.definitions, true))) ajv.addSchema(definition, name)
  const code = standalone(ajv, Object.fromEntries(['file', 'graph', ...kinds].map((name) => [name, name])))
  return `${HEAD}\n${adapted(code)}\nexport const settings = { ${kinds.join(', ')} };\n`
}

const ANNOTATIONS = ['title', 'description', 'default']
/** The keywords whose keys are names, not keywords. */
const BY_NAME = ['properties', 'patternProperties']

/** The schema without what only people read, since the code holds parts of it; its references are names. */
function compact(schema, isByName = false) {
  if (typeof schema === 'string') return schema.replace('#/definitions/', '')
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((item) => compact(item))
  const kept = Object.entries(schema).filter(([key]) => isByName || !ANNOTATIONS.includes(key))
  const inner = kept.map(([key, value]) => [key, compact(value, !isByName && BY_NAME.includes(key))])
  return Object.fromEntries(inner)
}

const ERROR = new RegExp(
  [
    /const (err\d+) = \{(instancePath[^\n]*?),schemaPath:"[^"\n]*",(keyword:"\w+",params:[^\n]*)\};/,
    /if\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;/,
  ]
    .map((part) => part.source)
    .join('\\n'),
  'g',
)

/** What differs from ajv’s own code. Each part is found, or the code of ajv has changed: then this throws. */
const CHANGES = [
  // The only import, of a function that counts the characters of a text.
  [/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, ucs2length.default.toString()],
  [ERROR, `if((vErrors ??= []).length < ${MAX_ERRORS}) vErrors.push({$2,$3});\nerrors = vErrors.length;`],
]

function adapted(code) {
  const changed = CHANGES.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) < 0) throw new Error(`The code that ajv writes has no ${pattern.source}`)
    return text.replace(pattern, replacement)
  }, code)
  const isUsed = (name) => changed.split(new RegExp(`\\b${name}\\b`)).length > 2
  const used = changed.replace(/^const (schema\d+) = .*;\n/gm, (line, name) => (isUsed(name) ? line : ''))
  const left = /\brequire\(|errors\+\+/.exec(used)
  if (left) throw new Error(`The code that ajv writes has another ${left[0]}`)
  return used
}
