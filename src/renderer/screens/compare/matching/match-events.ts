/** Matches the events of two runs: events that both counted, and events that only one of them counted. */
import { humanise } from '../../../base/format/format.ts'
import { directionText } from '../../../parts/run/records/events/cumulative.ts'
import { type EventRow, MOMENTS } from '../../../parts/run/records/events/event-row.ts'
import { texts } from '../../../texts/texts.ts'
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

/** Describes an event in words. “A → B” for a crossing, else the name of its type. */
export function whatOf({ type, direction }: { type: string; direction: string }): string {
  if (type === 'line_crossing') return directionText(direction)
  return texts.compare.events.types[type] ?? humanise(type)
}

/** Aligns two ascending lists of times in order, so that the distances between partners are as small as possible. */

/** Clusters with more pairs than this are matched greedily in order instead of optimally. */
const MAX_CELLS = 4_000_000

/**
 * Returns the index in `b` of the partner of each time of `a`; -1 when none is within the window. Partners are unique
 * and keep their order. A pair is worth more the nearer it is, and two pairs are always worth more than one.
 */
export function alignTimes(a: ArrayLike<number>, b: ArrayLike<number>, windowS: number): Int32Array {
  const partners = new Int32Array(a.length).fill(-1)
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const gap = (b[j] as number) - (a[i] as number)
    if (gap > windowS) i++
    else if (gap < -windowS) j++
    else {
      const [endA, endB] = clusterEnd(a, b, i, j, windowS)
      if ((endA - i) * (endB - j) <= MAX_CELLS) best(a, b, i, endA, j, endB, windowS, partners)
      else inOrder(a, b, i, endA, j, endB, windowS, partners)
      i = endA
      j = endB
    }
  }
  return partners
}

/** Returns the end of a cluster, in which each time follows another one of either list within the window. */
function clusterEnd(a: ArrayLike<number>, b: ArrayLike<number>, i: number, j: number, windowS: number) {
  let last = Math.min(a[i] as number, b[j] as number)
  let [endA, endB] = [i, j]
  for (;;) {
    const nextA = endA < a.length ? (a[endA] as number) : Number.POSITIVE_INFINITY
    const nextB = endB < b.length ? (b[endB] as number) : Number.POSITIVE_INFINITY
    const next = Math.min(nextA, nextB)
    if (!(next - last <= windowS)) return [endA, endB] as const
    last = next
    if (nextA <= nextB) endA++
    else endB++
  }
}

function best(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  fromA: number,
  endA: number,
  fromB: number,
  endB: number,
  windowS: number,
  partners: Int32Array,
): void {
  const [rows, columns] = [endA - fromA, endB - fromB]
  const width = columns + 1
  /** The maximum value of the remaining pairs, from each cell on. */
  const worth = new Float64Array((rows + 1) * width)
  const ofPair = (r: number, c: number) => {
    const distance = Math.abs((a[fromA + r] as number) - (b[fromB + c] as number))
    return distance <= windowS ? 2 * windowS + 1e-9 - distance : Number.NEGATIVE_INFINITY
  }
  const at = (r: number, c: number) => worth[r * width + c] as number
  for (let r = rows - 1; r >= 0; r--) {
    for (let c = columns - 1; c >= 0; c--) {
      worth[r * width + c] = Math.max(at(r + 1, c), at(r, c + 1), ofPair(r, c) + at(r + 1, c + 1))
    }
  }
  let [r, c] = [0, 0]
  while (r < rows && c < columns) {
    const here = at(r, c)
    if (here === ofPair(r, c) + at(r + 1, c + 1)) partners[fromA + r++] = fromB + c++
    else if (here === at(r + 1, c)) r++
    else c++
  }
}

function inOrder(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  fromA: number,
  endA: number,
  fromB: number,
  endB: number,
  windowS: number,
  partners: Int32Array,
): void {
  let [i, j] = [fromA, fromB]
  while (i < endA && j < endB) {
    const gap = (b[j] as number) - (a[i] as number)
    if (gap > windowS) i++
    else if (gap < -windowS) j++
    else partners[i++] = j++
  }
}
