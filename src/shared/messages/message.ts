/**
 * Messages: the code of an entry in the catalogue, and its parameters. API, log and command line format them in English;
 * the page formats them in its own language.
 */
import { type Static, Type } from 'typebox'
import type { Entry, MESSAGES } from './en/index.ts'

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
