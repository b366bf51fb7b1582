/** Names of event types. */

import { humanise } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'

const TITLES: Record<string, string> = texts.runs.words.eventTypes

/** The title of an event type; types written by a newer engine are humanised. */
export const eventTitle = (type: string): string => TITLES[type] ?? humanise(type)
