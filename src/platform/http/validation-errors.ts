/** Turns Ajv's errors into one detail per invalid field, also below unions, for which Ajv reports every branch. */
import type { ErrorObject } from 'ajv'
import type { ErrorDetail } from '../../shared/api/errors.ts'

const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** `field` is a JSON pointer into the body, or into the query or the address as an object. */
export function explain(errors: readonly ErrorObject[]): ErrorDetail[] {
  const details = resolveUnions(errors).map(detailOf)
  const seen = new Set<string>()
  return details.filter((d) => {
    const key = `${d.field} ${d.message}`
    return seen.has(key) ? false : seen.add(key)
  })
}

function detailOf(error: ErrorObject): ErrorDetail {
  const at = error.instancePath
  switch (error.keyword) {
    case 'required':
      return { field: `${at}/${pointerPart(error.params.missingProperty)}`, message: 'is required' }
    case 'additionalProperties':
      return { field: `${at}/${pointerPart(error.params.additionalProperty)}`, message: 'is not a known field' }
    case 'enum':
      return { field: at, message: `must be one of ${error.params.allowedValues.join(', ')}` }
    case 'const':
      return { field: at, message: `must be ${JSON.stringify(error.params.allowedValue)}` }
    case 'pattern':
      return { field: at, message: `must match ${error.params.pattern}` }
    default:
      return { field: at, message: error.message ?? 'is not valid' }
  }
}

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
    return [{ ...tag, keyword: 'union', message: `must be one of ${allowed.join(', ')}` }]
  }
  const wanted = below.filter((e) => e.instancePath === union.instancePath && e.keyword === 'type')
  const types = [...new Set(wanted.map((e) => e.params.type))]
  return [{ ...union, message: types.length > 0 ? `must be ${types.join(' or ')}` : 'fits none of the allowed forms' }]
}

/** The value is of another type than the branch, or carries another tag such as `kind`. */
const isWrongBranch = (e: ErrorObject, union: ErrorObject): boolean =>
  (e.keyword === 'type' && e.instancePath === union.instancePath) ||
  (e.keyword === 'const' && e.instancePath.lastIndexOf('/') <= union.instancePath.length)
