/** Lanes of a comparison: the counts of both runs at each line and zone, run 1 above the middle and run 2 below. */
import { lastAtMost } from '../../../parts/run/records/tracks/columns.ts'
import type { RunNumber } from '../comparison/use-side.ts'
import { type EventPair, isDifference } from '../matching/match-events.ts'
import type { Place, Places } from '../matching/places.ts'

export interface PairLane extends Place {
  /** Sorted by time. */
  pairs: readonly EventPair[]
  times: Float64Array
  counts: Record<RunNumber, number>
}

/** Returns a lane for each place, including those without events. Exits are not counts, so they have marks only. */
export function pairLanes(places: Places, pairs: readonly EventPair[]): PairLane[] {
  const byPlace = new Map<string, EventPair[]>(places.all.map((p) => [p.key, []]))
  for (const pair of pairs) byPlace.get(pair.place)?.push(pair)
  return places.all.map((place) => {
    const own = byPlace.get(place.key) ?? []
    const counted = own.filter((p) => p.type !== 'zone_exit')
    const counts = { 1: counted.filter((p) => p.a).length, 2: counted.filter((p) => p.b).length }
    return { ...place, pairs: own, times: Float64Array.from(own, (p) => p.timeS), counts }
  })
}

/** The nearest pair within reach of a time; a difference counts half its distance. O(log n + pairs within reach). */
export function nearestPair({ pairs, times }: PairLane, timeS: number, withinS: number): EventPair | null {
  let best: EventPair | null = null
  let worth = Number.POSITIVE_INFINITY
  for (let i = lastAtMost(times, times.length, timeS - withinS - 1e-9) + 1; i < pairs.length; i++) {
    const pair = pairs[i] as EventPair
    const away = Math.abs(pair.timeS - timeS)
    if (pair.timeS > timeS + withinS) break
    const cost = isDifference(pair) ? away / 2 : away
    if (cost < worth) {
      best = pair
      worth = cost
    }
  }
  return best
}
