/** Texts of the API, the engine and the host in the language of this page. */
import { type Message, messageFormatter, type Said, saidOf } from '../../shared/messages/message.ts'
import { language } from './language.ts'
import { ownTexts } from './own-texts.ts'

const templates = ownTexts()?.messages
const own = templates ? messageFormatter(language, templates) : null

/** Returns the text in the page's language, or in English when it has none. */
export function messageText({ message, text }: Said): string {
  return (own && text && own(text as Message)) ?? message
}

/** The same for a message that the page creates. */
export const textOf = (message: Message): string => messageText(saidOf(message))
