/** Event types as text; a newer server may have others, which are named as they are. */
import { texts } from '../../../texts/texts.ts'

const known: Readonly<Record<string, string>> = texts.webhooks.eventTypes

export const eventText = (type: string): string => known[type] ?? type
