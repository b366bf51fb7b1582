/** The body with the most entries that a schema allows, each of usual size. */
import type { TSchema } from 'typebox'

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema | Schema[]
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  maxProperties?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

/** Characters of a name, an id or a path in a list. */
const USUAL_TEXT = 40
/** Entries of a list in a list, and of one without a limit. */
const USUAL_ENTRIES = 3

/** A character of a text that people write: three bytes. */
const LETTER = '車'

/** Texts of the patterns that schemas have. */
const PATTERNED = ['cpu', '#a1b2c3', 'https://example.com/x', 'a'.repeat(64)]
const idOf = (n: number) => `0190c6d4-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

export function largestBody(schema: TSchema): unknown {
  let made = 0
  return largest(schema as Schema, false)

  function largest(at: Schema, isEntry: boolean): unknown {
    if ('const' in at) return at.const
    if (at.enum) return longest(at.enum)
    if (at.anyOf) return longest(at.anyOf.map((one) => largest(one, isEntry)))
    switch (at.type) {
      case 'object':
        return { ...fieldsOf(at, isEntry), ...recordOf(at, isEntry) }
      case 'array':
        return listOf(at, isEntry)
      case 'string':
        return textOf(at, isEntry)
      case 'integer':
        return Math.floor(within(at, 1234))
      case 'number':
        return within(at, 1234.5678)
      case 'boolean':
        return false
      default:
        return null
    }
  }

  /** An entry has only the fields that it needs. */
  function fieldsOf({ properties = {}, required = [] }: Schema, isEntry: boolean) {
    const fields = Object.entries(properties).filter(([name]) => !isEntry || required.includes(name))
    return Object.fromEntries(fields.map(([name, one]) => [name, largest(one, isEntry)]))
  }

  function recordOf({ patternProperties = {}, maxProperties = USUAL_ENTRIES }: Schema, isEntry: boolean) {
    const count = isEntry ? USUAL_ENTRIES : maxProperties
    const entries = Object.values(patternProperties).flatMap((one) =>
      times(count, () => [textOf({}, true), largest(one, true)]),
    )
    return Object.fromEntries(entries)
  }

  function listOf({ items, minItems = 0, maxItems = USUAL_ENTRIES, uniqueItems }: Schema, isEntry: boolean): unknown[] {
    if (Array.isArray(items)) return items.map((one) => largest(one, true))
    const one = items as Schema
    if (uniqueItems && one.enum) return one.enum.slice(0, maxItems)
    return times(isEntry ? Math.max(minItems, Math.min(maxItems, USUAL_ENTRIES)) : maxItems, () => largest(one, true))
  }

  function textOf({ minLength = 0, maxLength = USUAL_TEXT, pattern, format }: Schema, isEntry: boolean): string {
    made++
    if (format === 'date-time') return '2030-01-01T00:00:00Z'
    if (format === 'email') return `person-${made}@example.com`
    const length = Math.max(minLength, isEntry ? Math.min(maxLength, USUAL_TEXT) : maxLength)
    const text = `${made}`.padStart(length, 'x').slice(-length || length)
    if (pattern === undefined) return isEntry ? text : LETTER.repeat(length)
    return [text, idOf(made), ...PATTERNED].find((one) => new RegExp(pattern).test(one)) ?? text
  }
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

const longest = (values: unknown[]): unknown =>
  values.reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a))

function within({ minimum, exclusiveMinimum, maximum }: Schema, usual: number): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? usual : exclusiveMinimum + 0.5)
  return Math.min(Math.max(usual, least), maximum ?? usual)
}
