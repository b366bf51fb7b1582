/** A text with its English and, if it comes from the catalogue, the message that it was made from. */
import { englishOf } from './format.ts'
import type { Message, MessageText, Param } from './message.ts'

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
