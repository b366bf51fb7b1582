/** Describes an event in words. */

import { humanise } from '../../../base/format/format.ts'
import { directionText } from '../../../parts/run/records/events/cumulative.ts'
import { texts } from '../../../texts/texts.ts'

/** “A → B” for a crossing, else the name of its type. */
export function whatOf({ type, direction }: { type: string; direction: string }): string {
  if (type === 'line_crossing') return directionText(direction)
  return texts.compare.events.types[type] ?? humanise(type)
}
