/** Names of event types. */
import { texts } from '../../messages/texts.ts'
import { humanise } from '../../ui/format.ts'

const TITLES: Record<string, string> = texts.runs.words.eventTypes

/** A newer engine may write types that this page does not know. */
export const eventTitle = (type: string): string => TITLES[type] ?? humanise(type)
