/** The line below the event table: the number of events shown, and of how many. */

import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import type { Records } from '../../../parts/run/records/use-records.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'

/** @param all number of events of the listed kind */
export function footText(events: Records<EventRow>, shown: number, all: number): string {
  const words = texts.runs.events.panel
  // While events are being read, the table lags behind them.
  if (!events.done) return words.reading(shown)
  // The table itself shows the error.
  if (events.error && events.items.length === 0) return ''
  const count = words.count(shown === all ? formatCount(all) : texts.runs.words.ofAll(shown, all), all)
  if (events.error) return words.broken(count, events.error)
  return events.truncated ? words.first(count, events.items.length) : count
}
