/** Checks requests against their declared schemas: bodies as they are, queries with numbers and booleans read from text. */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { ApiError, type ErrorDetail } from '../../shared/api/errors.ts'
import { UI_KEYWORD } from '../../shared/blocks/block.ts'
import { explain } from './validation-errors.ts'

export type RequestPart = 'body' | 'query' | 'params'
/** Fills in defaults in place. Answers what is wrong, or null. */
export type Check = (data: unknown) => ApiError | null

const MAX_DETAILS = 20
const BASE: Options = { allErrors: true, useDefaults: true, verbose: true, addUsedSchema: false, strictTuples: false }

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ ...BASE, ...options })
  ajv.addKeyword(UI_KEYWORD)
  formats.default(ajv)
  return ajv
}

export function createRequestChecks(): (schema: TSchema, part: RequestPart) => Check {
  const strict = createAjv({})
  const coercing = createAjv({ coerceTypes: true })
  return (schema, part) => {
    // Compiled when first asked: the start does not wait for the checks of calls that may never be made.
    let validate: ValidateFunction | undefined
    return (data) => {
      validate ??= (part === 'body' ? strict : coercing).compile(withoutIds(schema))
      return check(validate, data, part)
    }
  }
}

function check(validate: ValidateFunction, data: unknown, part: RequestPart): ApiError | null {
  if (part === 'body' && data === undefined) {
    return new ApiError('malformed_request', 'This call needs a JSON body, with Content-Type: application/json.')
  }
  if (validate(data)) return null
  const details = explain(validate.errors as ErrorObject[]).slice(0, MAX_DETAILS)
  return new ApiError('invalid_field', sentence(details, part), details)
}

function sentence(details: readonly ErrorDetail[], part: RequestPart): string {
  const where = part === 'query' ? 'Query' : part === 'params' ? 'Address' : 'Body'
  return `${where}: ${details.map((d) => `${d.field || 'the whole'} ${d.message}`).join('; ')}.`
}

/** Ajv registers every $id; ours name schemas for OpenAPI and stand in many places. */
function withoutIds(schema: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value && typeof value === 'object' && typeof value.$id === 'string') delete value.$id
    return value
  })
}
