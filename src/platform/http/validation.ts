/**
 * Checks requests against their declared schemas: JSON as it is, queries and forms with numbers and booleans parsed from
 * text.
 */

import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { ApiError } from '../../shared/api/errors.ts'
import { UI_KEYWORD } from '../../shared/blocks/block.ts'
import { NODE_ID_PATTERN } from '../../shared/graph/graph.ts'
import { englishOf, type Message, message, saidOf } from '../../shared/messages/message.ts'

export type RequestPart = 'body' | 'form' | 'query' | 'params'
export interface Check {
  /** Fills in defaults in place. Returns the error, or null. */
  (data: unknown): ApiError | null
  /** Compiles the schema, which the first call does otherwise. */
  prepare(): void
}

export const MAX_DETAILS = 20
/** Errors that are read for the details; further errors of a thoroughly invalid body add nothing. */
const MAX_ERRORS = 500
/** Values in a request. In a larger one only the first error is searched for: all of them would fill the memory. */
const MAX_EXPLAINED = 50_000
const BASE: Options = {
  useDefaults: true,
  verbose: true,
  addUsedSchema: false,
  strictTuples: false,
  // The compiler checks the keywords and their values. A check against the meta-schema too would take much of a start.
  meta: false,
  validateSchema: false,
}

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ ...BASE, ...options })
  ajv.addKeyword(UI_KEYWORD)
  formats.default(ajv)
  return ajv
}

export const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

export interface InvalidField {
  /** JSON pointer into the body, or into the query or the address as an object. */
  field: string
  problem: Message
}

/** Turns Ajv's errors into one detail per invalid field, also below unions, for which Ajv reports every branch. */
function explain(errors: readonly ErrorObject[]): InvalidField[] {
  const all = resolveUnions(errors).map(invalidField)
  const seen = new Set<string>()
  return all.filter(({ field, problem }) => {
    const key = `${field} ${englishOf(problem)}`
    return seen.has(key) ? false : seen.add(key)
  })
}

function invalidField({ instancePath: at, keyword, params, message: reason }: ErrorObject): InvalidField {
  switch (keyword) {
    case 'required':
      return { field: `${at}/${pointerPart(params.missingProperty)}`, problem: message('invalid.required') }
    case 'additionalProperties':
      return { field: `${at}/${pointerPart(params.additionalProperty)}`, problem: message('invalid.unknown_field') }
    case 'enum':
      return { field: at, problem: message('invalid.not_one_of', { values: params.allowedValues.join(', ') }) }
    case 'const':
      return { field: at, problem: message('invalid.not_equal', { value: JSON.stringify(params.allowedValue) }) }
    case 'pattern':
      return {
        field: at,
        problem:
          params.pattern === NODE_ID_PATTERN
            ? message('invalid.reserved_id')
            : message('invalid.pattern', { pattern: params.pattern }),
      }
    case UNION_TAG:
      return { field: at, problem: message('invalid.not_one_of', { values: params.values }) }
    case UNION_TYPE:
      return { field: at, problem: message('invalid.type', { types: params.types }) }
    case UNION_FORM:
      return { field: at, problem: message('invalid.no_form') }
    default: {
      const problem = reason ? message('invalid.other', { problem: reason }) : message('invalid.value')
      return { field: at, problem }
    }
  }
}

/** Keywords of errors that stand for all branches of a union. */
const UNION_TAG = 'union tag'
const UNION_TYPE = 'union type'
const UNION_FORM = 'union form'

/** Innermost unions first: each keeps the errors of the intended branch, or lists the branches. */
function resolveUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter((e) => e.keyword === 'anyOf').sort((a, b) => depth(b) - depth(a))
  let left = [...errors]
  for (const union of unions) {
    const below = left.filter((e) => isBelow(e, union))
    left = left.filter((e) => e !== union && !isBelow(e, union))
    left.push(...meantBranch(union, below))
  }
  return left
}

const depth = (e: ErrorObject): number => e.schemaPath.length + e.instancePath.length
const isBelow = (e: ErrorObject, union: ErrorObject): boolean =>
  e.schemaPath.startsWith(`${union.schemaPath}/`) && e.instancePath.startsWith(union.instancePath)

function meantBranch(union: ErrorObject, below: readonly ErrorObject[]): ErrorObject[] {
  const branches = new Map<string, ErrorObject[]>()
  for (const e of below) {
    const branch = e.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0] as string
    branches.set(branch, [...(branches.get(branch) ?? []), e])
  }
  const candidates = [...branches.values()]
  const right = candidates.filter((errors) => !errors.some((e) => isWrongBranch(e, union)))
  if (right.length > 0) return right.reduce((a, b) => (b.length < a.length ? b : a))
  const tags = below.filter((e) => e.keyword === 'const' && e.instancePath !== union.instancePath)
  const [tag] = tags
  if (tag) {
    const allowed = [...new Set(tags.map((e) => JSON.stringify(e.params.allowedValue)))]
    return [{ ...tag, keyword: UNION_TAG, params: { values: allowed.join(', ') } }]
  }
  const wanted = below.filter((e) => e.instancePath === union.instancePath && e.keyword === 'type')
  const types = [...new Set(wanted.map((e) => e.params.type))]
  return [
    types.length > 0
      ? { ...union, keyword: UNION_TYPE, params: { types: types.join(' or ') } }
      : { ...union, keyword: UNION_FORM },
  ]
}

/** The value is of another type than the branch, or carries another tag such as `kind`. */
const isWrongBranch = (e: ErrorObject, union: ErrorObject): boolean =>
  (e.keyword === 'type' && e.instancePath === union.instancePath) ||
  (e.keyword === 'const' && e.instancePath.lastIndexOf('/') <= union.instancePath.length)

/** Checks of one schema share what was compiled for it, as declarations are constants. */
export function requestCheck(schema: TSchema, part: RequestPart): Check {
  const { first, all } = (part === 'body' ? strict : coercing)(schema)
  const numeric = part === 'body' ? [] : fieldsOf(schema, 'integer', 'number')
  const lists = part === 'query' ? fieldsOf(schema, 'array') : []
  const check = (data: unknown): ApiError | null => {
    if (part === 'body' && data === undefined) {
      return new ApiError('malformed_request', message('api.no_body'))
    }
    refuseOtherNotations(data, numeric)
    wrapSingleValues(data, lists)
    const found = first(data)
    if (found.length === 0) return null
    let invalid = explain(holdsMoreThan(data, MAX_EXPLAINED) ? found : wholeUnions(all(data)))
    // All of the errors that are read can be of one union whose own error comes after them.
    if (invalid.length === 0) invalid = explain(found)
    return refusal(invalid.slice(0, MAX_DETAILS), part)
  }
  return Object.assign(check, { prepare: first.prepare })
}

/** The refusal of a body for one list in it, worded as the check of its schema does. `most`: null where no list is expected. */
export function unexpectedList(path: readonly (string | number)[], most: number | null): ApiError {
  const field = path.map((part) => `/${pointerPart(String(part))}`).join('')
  const problem =
    most === null
      ? message('invalid.value')
      : message('invalid.other', { problem: `must NOT have more than ${most} items` })
  return refusal([{ field, problem }], 'body')
}

export function refusal(invalid: readonly InvalidField[], part: RequestPart): ApiError {
  const details = invalid.map(({ field, problem }) => ({ field, ...saidOf(problem) }))
  return new ApiError('invalid_field', sentence(invalid, part), details)
}

type Validate = ((data: unknown) => readonly ErrorObject[]) & { prepare(): void }

interface Validators {
  first: Validate
  all: Validate
}

/**
 * Stops at the first error, or finds all. Compiled on first use, unless it is prepared: the start does not wait for
 * checks of calls that may never be made.
 */
function validators(options: Options): (schema: TSchema) => Validators {
  const [first, all] = [createAjv(options), createAjv({ ...options, allErrors: true })]
  const known = new WeakMap<TSchema, Validators>()
  return (schema) => {
    const validate = known.get(schema) ?? { first: lazily(first, schema), all: lazily(all, schema) }
    known.set(schema, validate)
    return validate
  }
}

const strict = validators({})
const coercing = validators({ coerceTypes: true })

function lazily(ajv: Ajv, schema: TSchema): Validate {
  let compiled: ValidateFunction | undefined
  const prepared = (): ValidateFunction => {
    compiled ??= ajv.compile(withoutIds(schema))
    return compiled
  }
  const validate = (data: unknown) => {
    const check = prepared()
    check(data)
    const errors = check.errors ?? []
    // They hold the data, which Ajv would keep until its next check.
    check.errors = null
    return errors
  }
  return Object.assign(validate, { prepare: () => void prepared() })
}

const DECIMAL = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i
const NO_NUMBER = 'not a number'

const fieldsOf = (
  { properties = {} }: TSchema & { properties?: Record<string, { type?: string }> },
  ...types: string[]
): string[] => Object.entries(properties).flatMap(([name, { type }]) => (types.includes(type ?? '') ? [name] : []))

/** A field that may be repeated in a query is a text when it is given once. */
function wrapSingleValues(data: unknown, lists: readonly string[]): void {
  const fields = data as Record<string, unknown>
  for (const name of lists) if (typeof fields[name] === 'string') fields[name] = [fields[name]]
}

/** Ajv takes `Infinity`, a blank and `0x10` for numbers, and does not compare the first with the limits of its field. */
function refuseOtherNotations(data: unknown, numeric: readonly string[]): void {
  const fields = data as Record<string, unknown>
  for (const name of numeric) {
    const value = fields[name]
    if (typeof value === 'string' && !DECIMAL.test(value)) fields[name] = NO_NUMBER
  }
}

/** Stops counting at the limit. */
function holdsMoreThan(data: unknown, limit: number): boolean {
  let left = limit
  const open: unknown[] = [data ?? {}]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const inner of Object.values(value as object)) {
      if (--left < 0) return true
      if (typeof inner === 'object' && inner !== null) open.push(inner)
    }
  }
  return false
}

/** The first errors, without those of a union whose own error, which Ajv appends after them, was cut off. */
function wholeUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  if (errors.length <= MAX_ERRORS) return [...errors]
  const last = errors
    .slice(0, MAX_ERRORS)
    .findLastIndex((e) => e.keyword === 'anyOf' || !e.schemaPath.includes('/anyOf/'))
  return errors.slice(0, last + 1)
}

const SENTENCES = {
  body: 'invalid.body',
  form: 'invalid.body',
  query: 'invalid.query',
  params: 'invalid.address',
} as const

function sentence(invalid: readonly InvalidField[], part: RequestPart): Message {
  const problems = invalid.map(({ field, problem }) =>
    field === '' ? message('invalid.whole', { problem }) : message('invalid.at', { field, problem }),
  )
  return message(SENTENCES[part], {
    problems: problems.reduceRight((rest, first) => message('invalid.and_more', { first, rest })),
  })
}

/** Ajv registers every $id; here they name schemas for OpenAPI and occur in many places. */
function withoutIds(schema: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value && typeof value === 'object' && typeof value.$id === 'string') delete value.$id
    return value
  })
}
