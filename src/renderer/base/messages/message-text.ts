/** Texts of the API, the engine and the host in the language of this page. */
import { messageFormatter } from '../../../shared/messages/format.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { type Said, saidOf } from '../../../shared/messages/said.ts'
import { messages as de } from './de/messages/index.ts'
import { language } from './language.ts'

const OWN: Record<Exclude<typeof language, 'en'>, Readonly<Record<string, string>>> = { de }

const own = language === 'en' ? null : messageFormatter(language, OWN[language])

/** Returns the text in the page's language, or in English when it has none. */
export function messageText({ message, text }: Said): string {
  return (own && text && own(text as Message)) ?? message
}

/** The same for a message that the page creates. */
export const textOf = (message: Message): string => messageText(saidOf(message))
