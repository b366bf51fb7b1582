/** Formats messages in a language. */
import { IntlMessageFormat } from 'intl-messageformat'
import { type Entry, MESSAGES } from './en/index.ts'
import type { Message, Param } from './message.ts'

/** A template of text and names in braces, without anything that ICU treats differently. */
const PLAIN = /^(?:[^{}']|\{\w+\})*$/

type Format = (values: Readonly<Record<string, string | number>>) => string

/** Parsing the first template with the rules of a language takes 10 ms and more, at the start of each run. */
function plainFormat(template: string): Format {
  return (values) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (!Object.hasOwn(values, name)) throw new RangeError(`no value for ${name}`)
      return String(values[name])
    })
}

function ruledFormat(template: string, language: string): Format {
  const parsed = new IntlMessageFormat(template, language, undefined, { ignoreTag: true })
  return (values) => parsed.format(values) as string
}

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
  const formats = new Map<string, Format>()
  // Loading the language's rules takes 13 ms, which few messages need.
  let list: Intl.ListFormat | undefined
  const formatFor = (code: string): Format | null => {
    const template = Object.hasOwn(templates, code) ? templates[code] : undefined
    if (template === undefined) return null
    const found = formats.get(code) ?? (PLAIN.test(template) ? plainFormat(template) : ruledFormat(template, language))
    formats.set(code, found)
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
    const formatted = formatFor(code)
    if (formatted === null) return null
    try {
      return formatted(Object.fromEntries(Object.entries(params).map(([name, param]) => [name, placeValue(param)])))
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
