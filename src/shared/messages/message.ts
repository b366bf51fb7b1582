/**
 * Messages: the code of an entry in the catalogue, and its parameters; and their text in a language. API, log and command
 * line format them in English; the page formats them in its own language.
 */
import { IntlMessageFormat } from 'intl-messageformat'
import { type Static, Type } from 'typebox'
import { type Entry, MESSAGES } from './en/index.ts'

/** A value in a message: a name or a number, a message inside another, or a list of these. */
export type Param = string | number | Message | readonly Param[]

export interface Message {
  readonly code: string
  readonly params: Readonly<Record<string, Param>>
}

/** A message on the wire, beside its English text. A receiver of another version may not know the code. */
export const MessageText = Type.Object(
  {
    code: Type.String({ description: 'Code of the message' }),
    params: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values in the message: strings, numbers, messages, or lists of these',
    }),
  },
  { $id: 'MessageText', description: 'The message as a code with parameters, for other languages' },
)
export type MessageText = Static<typeof MessageText>

type Catalogue = typeof MESSAGES
export type MessageCode = keyof Catalogue
type Names<E extends Entry> = E extends readonly [string, ...infer N extends string[]] ? N[number] : never

/** The parameters of a message: none for an entry without places. */
export type ParamsOf<C extends MessageCode> =
  Names<Catalogue[C]> extends never ? [] : [params: Readonly<Record<Names<Catalogue[C]>, Param>>]

/** The messages without parameters. */
export type PlainCode = { [C in MessageCode]: ParamsOf<C> extends [] ? C : never }[MessageCode]

/** Creates a message; the compiler requires the parameters that its entry names. */
export const message = <C extends MessageCode>(code: C, ...[params]: ParamsOf<C>): Message => ({
  code,
  params: params ?? {},
})

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

/** A text with its English and, if it comes from the catalogue, the message that it was made from. */
export interface Said {
  message: string
  text?: MessageText
}

/** Accepts a message, a text that another process made from one, or a text from elsewhere as it is. */
export function saidOf(source: string | Message | { message: string; text?: MessageText | undefined }): Said {
  if (typeof source === 'string') return { message: source }
  if ('params' in source) return { message: englishOf(source), text: source }
  return source.text ? { message: source.message, text: source.text } : { message: source.message }
}

export type Sayable = Parameters<typeof saidOf>[0]

/** A text as a value in another message. */
export const paramOf = ({ message, text }: Said): Param => (text as Message | undefined) ?? message
