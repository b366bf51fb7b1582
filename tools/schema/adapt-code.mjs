/** Changes the code that ajv writes, so that it imports nothing and a hostile file can't fill the memory with errors. */
import { createRequire } from 'node:module'

const { default: countCharacters } = createRequire(import.meta.url)('ajv/dist/runtime/ucs2length')

/** More errors of one value than are ever reported, also where an object misses several fields. */
const MAX_ERRORS = 32

/** Returns the list with one more error, unless it is full. */
const WITH_ERROR = `function withError(errors, instancePath, keyword, params) {
const list = errors ?? [];
if (list.length < ${MAX_ERRORS}) list.push({ instancePath, keyword, params });
return list;
}`

/** How ajv adds an error. */
const ERROR = new RegExp(
  [
    String.raw`const (err\d+) = \{instancePath(?::([^\n]*?))?,schemaPath:"[^"\n]*",keyword:("\w+"),params:([^\n]*)\};`,
    String.raw`if\(vErrors === null\)\{`,
    String.raw`vErrors = \[\1\];`,
    String.raw`\}`,
    String.raw`else \{`,
    String.raw`vErrors\.push\(\1\);`,
    String.raw`\}`,
    String.raw`errors\+\+;`,
  ].join('\n'),
  'g',
)

/**
 * @param {string} _code
 * @param {string} _name
 * @param {string | undefined} path
 * @param {string} keyword
 * @param {string} params
 */
function addingError(_code, _name, path, keyword, params) {
  // Whoever reads an error has the declaration, whose values the code need not hold again.
  const kept = params.includes('allowedValues') ? '{}' : params
  return `vErrors = withError(vErrors, ${path ?? 'instancePath'}, ${keyword}, ${kept});\nerrors = vErrors.length;`
}

const COUNT_CHARACTERS = /require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g
const SCHEMA = /^const (schema\d+) = .*;\n/gm

/**
 * Throws where ajv writes other code than this function knows.
 * @param {string} code
 */
export function adapted(code) {
  const changed = code.replace(COUNT_CHARACTERS, countCharacters.toString()).replace(ERROR, addingError)
  /** @param {string} name */
  const isUsed = (name) => changed.split(new RegExp(`\\b${name}\\b`)).length > 2
  const used = changed.replace(SCHEMA, (line, name) => (isUsed(name) ? line : ''))
  const left = /\brequire\(|\berr\d+\b|errors\+\+/.exec(used)
  if (left) throw new Error(`The code that ajv writes has a part that is not known: ${left[0]}`)
  return `${WITH_ERROR}\n${used}`
}
