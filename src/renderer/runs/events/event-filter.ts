/** Which events the table shows, and in what order. Pure: works on indices, so that 200,000 events stay cheap. */
import type { EventRow } from './event-row.ts'

/** Null means all. */
export interface EventFilter {
  type: string | null
  geometry: string | null
  direction: string | null
  className: string | null
}

export const ALL_EVENTS: EventFilter = { type: null, geometry: null, direction: null, className: null }

export const isFiltered = (f: EventFilter): boolean => Object.values(f).some((value) => value !== null)

export type SortKey = 'timeS' | 'type' | 'geometry' | 'direction' | 'className' | 'trackId'
export interface Sort {
  key: SortKey
  descending: boolean
}
export const BY_TIME: Sort = { key: 'timeS', descending: false }

/** Indices of the events that pass, in the order of the file. */
export function filterEvents(events: readonly EventRow[], filter: EventFilter): number[] {
  const { type, geometry, direction, className } = filter
  const found: number[] = []
  for (let i = 0; i < events.length; i++) {
    const e = events[i] as EventRow
    if (type !== null && e.type !== type) continue
    if (geometry !== null && e.geometry !== geometry) continue
    if (direction !== null && e.direction !== direction) continue
    if (className !== null && e.className !== className) continue
    found.push(i)
  }
  return found
}

/** Sorts indices in place; equal keys stay in the order of time, missing values come last. */
export function sortEvents(events: readonly EventRow[], indices: number[], sort: Sort): number[] {
  const sign = sort.descending ? -1 : 1
  const time = (i: number) => (events[i] as EventRow).timeS
  if (sort.key === 'timeS') return indices.sort((a, b) => sign * (time(a) - time(b)) || a - b)
  const key = (i: number) => (events[i] as EventRow)[sort.key]
  return indices.sort((a, b) => {
    const [x, y] = [key(a), key(b)]
    if (x === y) return time(a) - time(b) || a - b
    if (x === null || x === '') return 1
    if (y === null || y === '') return -1
    return sign * (x < y ? -1 : 1)
  })
}

/** The values that occur, most frequent first; for the filter's choices. */
export function valuesOf(events: readonly EventRow[], field: keyof EventFilter): string[] {
  const counts = new Map<string, number>()
  for (const event of events) {
    const value = event[field]
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value)
}

/** Position in `indices` (sorted by ascending time) of the event nearest to `timeS`; -1 when there is none. */
export function nearestInTime(events: readonly EventRow[], indices: readonly number[], timeS: number): number {
  let low = 0
  let high = indices.length
  const at = (position: number) => (events[indices[position] as number] as EventRow).timeS
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(middle) < timeS) low = middle + 1
    else high = middle
  }
  if (low === indices.length) return indices.length - 1
  if (low > 0 && timeS - at(low - 1) <= at(low) - timeS) return low - 1
  return low
}
