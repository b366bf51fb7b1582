/** Filters and sorts the rows of the event table. Pure: works on indices, so that 200,000 events stay cheap. */
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'

/** Emitted at every interval; charted, but listed in the table only on request. */
const OCCUPANCY = 'zone_occupancy'

/** Null matches every value. */
export interface EventFilter {
  /** Null matches every type except occupancy readings. */
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

/** Returns the indices of the matching events, in the order of the file. */
export function filterEvents(events: readonly EventRow[], filter: EventFilter): number[] {
  const { type, geometry, direction, className } = filter
  const found: number[] = []
  for (let i = 0; i < events.length; i++) {
    const e = events[i] as EventRow
    if (type === null ? e.type === OCCUPANCY : e.type !== type) continue
    if (geometry !== null && e.geometry !== geometry) continue
    if (direction !== null && e.direction !== direction) continue
    if (className !== null && e.className !== className) continue
    found.push(i)
  }
  return found
}

/** Returns sorted indices; ties stay in time order, missing values are last. O(n) for few distinct values. */
export function sortEvents(events: readonly EventRow[], indices: readonly number[], sort: Sort): number[] {
  const { key, descending } = sort
  const sign = descending ? -1 : 1
  const time = (i: number) => (events[i] as EventRow).timeS
  if (key === 'timeS') return indices.toSorted((a, b) => sign * (time(a) - time(b)) || a - b)
  const groups = new Map<EventRow[typeof key], number[]>()
  for (const i of indices.toSorted((a, b) => time(a) - time(b) || a - b)) {
    const value = (events[i] as EventRow)[key]
    const group = groups.get(value)
    if (group) group.push(i)
    else groups.set(value, [i])
  }
  const isMissing = (value: EventRow[typeof key]) => value === null || value === ''
  return [...groups]
    .sort(([x], [y]) => {
      if (isMissing(x) || isMissing(y)) return Number(isMissing(x)) - Number(isMissing(y))
      return sign * ((x as string) < (y as string) ? -1 : 1)
    })
    .flatMap(([, group]) => group)
}

/** Returns the number of events of the filtered type, ignoring the rest of the filter. */
export const countOfKind = (events: readonly EventRow[], { type }: EventFilter): number =>
  filterEvents(events, { ...ALL_EVENTS, type: type === OCCUPANCY ? type : null }).length

/** Returns the values that occur, most frequent first and occupancy readings last; for the filter's choices. */
export function valuesOf(events: readonly EventRow[], field: keyof EventFilter): string[] {
  const counts = new Map<string, { of: number }>()
  for (const event of events) {
    const value = event[field]
    const known = counts.get(value)
    if (known) known.of++
    else if (value !== '') counts.set(value, { of: 1 })
  }
  const isLast = (value: string) => Number(field === 'type' && value === OCCUPANCY)
  return [...counts].sort(([x, a], [y, b]) => isLast(x) - isLast(y) || b.of - a.of).map(([value]) => value)
}

/** Index into `indices` (sorted by ascending time) of the event nearest to `timeS`; -1 when there is none. */
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
