/** Turns Ajv's errors into one detail per invalid field, also below unions, for which Ajv reports every branch. */
import type { ErrorObject } from 'ajv'
import { NODE_ID_PATTERN } from '../../shared/graph/graph.ts'
import { englishOf } from '../../shared/messages/format.ts'
import { type Message, message } from '../../shared/messages/message.ts'

export const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

export interface InvalidField {
  /** JSON pointer into the body, or into the query or the address as an object. */
  field: string
  problem: Message
}

export function explain(errors: readonly ErrorObject[]): InvalidField[] {
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
