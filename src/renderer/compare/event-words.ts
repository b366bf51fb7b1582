/** Describes an event in words. */
import { texts } from '../messages/texts.ts'
import { directionText } from '../runs/events/cumulative.ts'
import { humanise } from '../ui/format.ts'

/** “A → B” for a crossing, else the name of its type. */
export function whatOf({ type, direction }: { type: string; direction: string }): string {
  if (type === 'line_crossing') return directionText(direction)
  return texts.compare.events.types[type] ?? humanise(type)
}
