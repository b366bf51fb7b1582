/** Matches the events of two runs: events that both counted, and events that only one of them counted. */
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { alignTimes } from './align-times.ts'
import type { Places } from './places.ts'

export interface EventPair {
  /** Key of the line or zone. */
  place: string
  type: string
  direction: string
  className: string
  timeS: number
  /** Null when only the other run has the event. */
  a: EventRow | null
  b: EventRow | null
}

/** Event types at a moment; occupancy and totals are emitted at intervals or at the end and are not matched. */
const MOMENTS = new Set(['line_crossing', 'zone_entry', 'zone_exit'])

/** The offered windows within which events of both runs count as the same, in seconds. */
export const WINDOWS_S = [0.1, 0.25, 0.5, 1, 2] as const
export const USUAL_WINDOW_S = 0.5

/**
 * Matches events of the same place, type, direction and class that are near in time; each event has at most one
 * partner. Sorted by time.
 */
export function matchEvents(
  a: readonly EventRow[],
  b: readonly EventRow[],
  places: Places,
  windowS: number,
): EventPair[] {
  const groups = new Map<string, { place: string; a: EventRow[]; b: EventRow[] }>()
  const sort = (side: 'a' | 'b', events: readonly EventRow[]) => {
    for (const event of events) {
      if (!MOMENTS.has(event.type)) continue
      const place = places.keyOf(side, event.nodeId, event.geometry)
      const key = `${place}\n${event.type}\n${event.direction}\n${event.className}`
      const group = groups.get(key) ?? { place, a: [], b: [] }
      groups.set(key, group)
      group[side].push(event)
    }
  }
  sort('a', a)
  sort('b', b)
  return [...groups.values()].flatMap((group) => pairsOf(group, windowS)).sort((x, y) => x.timeS - y.timeS)
}

function pairsOf({ place, a, b }: { place: string; a: EventRow[]; b: EventRow[] }, windowS: number): EventPair[] {
  const byTime = (x: EventRow, y: EventRow) => x.timeS - y.timeS
  a.sort(byTime)
  b.sort(byTime)
  const partners = alignTimes(
    a.map((e) => e.timeS),
    b.map((e) => e.timeS),
    windowS,
  )
  const taken = new Set(partners)
  const of = (one: EventRow | null, other: EventRow | null): EventPair => {
    const { type, direction, className, timeS } = (one ?? other) as EventRow
    return { place, type, direction, className, timeS, a: one, b: other }
  }
  return [
    ...a.map((event, i) => of(event, b[partners[i] as number] ?? null)),
    ...b.filter((_, j) => !taken.has(j)).map((event) => of(null, event)),
  ]
}

export const isDifference = ({ a, b }: EventPair): boolean => a === null || b === null
