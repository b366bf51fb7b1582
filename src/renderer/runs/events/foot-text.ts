/** The line under the events: how many of them the table shows, and whether they are all there are. */
import { formatCount } from '../../messages/plural.ts'
import { texts } from '../../messages/texts.ts'
import type { Records } from '../files/use-records.ts'
import type { EventRow } from './event-row.ts'

/** `all`: of the kind that is listed. */
export function footText(events: Records<EventRow>, shown: number, all: number): string {
  const words = texts.runs.events.panel
  // What is being read grows behind what is shown of it.
  if (!events.done) return words.reading(shown)
  // The table itself says why there is nothing.
  if (events.error && events.items.length === 0) return ''
  const count = words.count(shown === all ? formatCount(all) : texts.runs.words.ofAll(shown, all), all)
  if (events.error) return words.broken(count, events.error)
  return events.truncated ? words.first(count, events.items.length) : count
}
