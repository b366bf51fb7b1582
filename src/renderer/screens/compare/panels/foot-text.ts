/** The totals under the events of both runs, of the selected line or zone, or of all. */
import { texts } from '../../../texts/texts.ts'
import type { EventPair } from '../matching/match-events.ts'

export function footText(pairs: readonly EventPair[]): string {
  const onlyA = pairs.filter(({ b }) => b === null).length
  const onlyB = pairs.filter(({ a }) => a === null).length
  return texts.compare.events.foot(onlyA + onlyB, onlyA, onlyB, pairs.length - onlyA - onlyB)
}
