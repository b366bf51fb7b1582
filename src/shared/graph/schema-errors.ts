/**
 * Checks JSON against the schema of workflow files. The checks are compiled by `npm run schema`, so that the page needs
 * no `eval` for them.
 */
import type { BlockKindName } from '../blocks/catalogue.ts'
import * as compiled from './compiled-schema.ts'
import type { WorkflowFile } from './graph.ts'

export interface SchemaError {
  /** The keyword of JSON Schema; `unknown` for a field or entry that the schema does not have. */
  keyword: string
  /** JSON pointer of the value that is wrong, or that holds too little. */
  field: string
  params: Readonly<Record<string, unknown>>
  /** The rest of a sentence that begins with the field. */
  problem: string
}

/** An error as ajv reports it; `instancePath` is the JSON pointer of the value, or of the object with an unknown field. */
interface CompiledError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

/** Returns whether JSON is valid, and keeps its errors. */
interface CompiledCheck {
  (json: unknown): boolean
  errors?: CompiledError[] | null
}

/** The errors of one value that are reported: the first ones of a thoroughly broken value say enough. */
const MAX_ERRORS = 8

/** Errors of a graph, without those of the settings of its blocks; empty for a valid one, and at most eight. */
export const graphErrors = (json: unknown): SchemaError[] => errorsOf(compiled.graph, json)

/** Errors of a workflow file, without those of the settings of its blocks. */
export const fileErrors = (json: unknown): SchemaError[] => errorsOf(compiled.file, json)

export const isWorkflowFile = (json: unknown): json is WorkflowFile => fileErrors(json).length === 0

/** Errors of the settings of a block of this kind, whose defaults are filled in. */
export const settingsErrors = (kind: BlockKindName, settings: unknown): SchemaError[] =>
  errorsOf(compiled.settings[kind], settings)

function errorsOf(check: CompiledCheck, json: unknown): SchemaError[] {
  if (check(json)) return []
  const found = check.errors ?? []
  check.errors = null
  return reported(found)
}

/** Unites the missing fields of an object, and names each unknown field by its own pointer. */
function reported(found: readonly CompiledError[]): SchemaError[] {
  const errors: SchemaError[] = []
  let room = MAX_ERRORS
  for (const [index, { keyword, instancePath: at, params }] of found.entries()) {
    const next = found[index + 1]
    const isLast = next?.keyword !== keyword || next.instancePath !== at
    if (keyword === 'required' && !isLast) continue
    if (room-- <= 0) break
    if (keyword === 'required') {
      const ofSame = found.slice(0, index + 1).filter((e) => e.keyword === keyword && e.instancePath === at)
      errors.push(error(keyword, at, { missing: ofSame.map((e) => e.params.missingProperty) }))
    } else if (keyword === 'additionalProperties') {
      errors.push(error('unknown', `${at}/${pointerPart(String(params.additionalProperty))}`, {}))
      // An object with unknown fields counts as an error of its own, which nobody needs to read.
      if (isLast) room--
    } else if (keyword === 'additionalItems') errors.push(error('unknown', `${at}/${params.limit}`, {}))
    else errors.push(error(keyword, at, params))
  }
  return errors
}

const pointerPart = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const error = (keyword: string, field: string, params: SchemaError['params']): SchemaError => ({
  keyword,
  field,
  params,
  problem: problemOf(keyword, params),
})

function problemOf(keyword: string, params: SchemaError['params']): string {
  const { limit } = params
  switch (keyword) {
    case 'unknown':
      return 'schema is false'
    case 'required':
      return `must have required properties ${(params.missing as string[]).join(', ')}`
    case 'type':
      return `must be ${params.type}`
    case 'const':
      return 'must be equal to constant'
    case 'enum':
      return 'must be equal to one of the allowed values'
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${params.comparison} ${limit}`
    case 'minLength':
      return `must not have fewer than ${limit} characters`
    case 'maxLength':
      return `must not have more than ${limit} characters`
    case 'minItems':
      return `must not have fewer than ${limit} items`
    case 'maxItems':
      return `must not have more than ${limit} items`
    case 'maxProperties':
      return `must not have more than ${limit} properties`
    case 'pattern':
      return `must match pattern "${params.pattern}"`
    case 'uniqueItems':
      return 'must not have duplicate items'
    default:
      return 'must match a schema in anyOf'
  }
}
