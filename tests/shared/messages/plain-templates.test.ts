/** Templates of text and names only are formatted without the ICU parser, and yield what it would. */
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { type Entry, MESSAGES } from '../../../src/shared/messages/en/index.ts'
import { messageFormatter, templateOf } from '../../../src/shared/messages/message.ts'

const TEMPLATES = Object.entries<Entry>(MESSAGES).map(([code, entry]) => [code, templateOf(entry)] as const)
const AWKWARD = ['', '{other}', '$& $1', '<b>', "it's", '#'] as const

it.each(TEMPLATES)('formats %s as ICU does', (code, template) => {
  const format = messageFormatter('en', { [code]: template })
  const names = [...new Set([...template.matchAll(/\{\s*(\w+)/g)].map(([, name]) => name as string))]
  const reference = new IntlMessageFormat(template, 'en', undefined, { ignoreTag: true })
  for (const value of [3, ...AWKWARD]) {
    const params = Object.fromEntries(names.map((name) => [name, value]))
    const expected = attempt(() => reference.format(params))
    expect(format({ code, params })).toBe(expected)
  }
  if (names.length > 0) expect(format({ code, params: {} })).toBe(attempt(() => reference.format({})))
})

it.each(["It''s {name}", "'{'{name}'}'", '# | <i>{name}</i>', '{ name }', '{name', '{n, number}'])(
  'formats the template %s as ICU does',
  (template) => {
    const params = { name: 'x', n: 1234.5 }
    const reference = () => new IntlMessageFormat(template, 'en', undefined, { ignoreTag: true }).format(params)
    const format = () => messageFormatter('en', { code: template })({ code: 'code', params })
    expect(attempt(format)).toBe(attempt(reference))
  },
)

/** Null when it fails. */
function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return null
  }
}
