/** Formats messages in a language. */
import { IntlMessageFormat } from 'intl-messageformat'
import { type Entry, MESSAGES } from './en/index.ts'
import type { Message, Param } from './message.ts'

/** The template of an entry, in the ICU message syntax. */
export const templateOf = (entry: Entry): string => (typeof entry === 'string' ? entry : entry[0])

/**
 * Returns a function that formats messages of these templates in the given language. It returns null for a message
 * without a template here and for one whose parameters don't fit: the English text beside it is shown then.
 */
export function messageFormatter(
  language: string,
  templates: Readonly<Record<string, string>>,
): (message: Message) => string | null {
  const parsed = new Map<string, IntlMessageFormat>()
  // Loading the language's rules takes 13 ms, which few messages need.
  let list: Intl.ListFormat | undefined
  const templateFor = (code: string): IntlMessageFormat | null => {
    const template = Object.hasOwn(templates, code) ? templates[code] : undefined
    if (template === undefined) return null
    const found = parsed.get(code) ?? new IntlMessageFormat(template, language, undefined, { ignoreTag: true })
    parsed.set(code, found)
    return found
  }
  const placeValue = (param: Param): string | number => {
    if (typeof param === 'string' || typeof param === 'number') return param
    if (Array.isArray(param)) {
      list ??= new Intl.ListFormat(language, { type: 'conjunction' })
      return list.format(param.map((item) => String(placeValue(item))))
    }
    const inner = format(param as Message)
    if (inner === null) throw new RangeError(`no text for the message ${(param as Message).code}`)
    return inner
  }
  const format = ({ code, params }: Message): string | null => {
    const template = templateFor(code)
    if (template === null) return null
    try {
      return template.format(
        Object.fromEntries(Object.entries(params).map(([name, param]) => [name, placeValue(param)])),
      ) as string
    } catch {
      return null
    }
  }
  return format
}

const english = messageFormatter(
  'en',
  Object.fromEntries(Object.entries<Entry>(MESSAGES).map(([code, entry]) => [code, templateOf(entry)])),
)

/** The English text of a message of this version; the code itself for one that it does not know. */
export const englishOf = (message: Message): string => english(message) ?? message.code
