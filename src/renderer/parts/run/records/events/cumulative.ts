/** Cumulative counts over time, for the chart. */

import { texts } from '../../../../texts/texts.ts'
import { type EventRow, PlaceMap } from './event-row.ts'

export interface Series {
  label: string
  geometry: string
  direction: string
  /** Running count at each time. */
  values: number[]
}

export interface Cumulative {
  /** Seconds, ascending; starts at 0 and ends at the media's end. */
  times: number[]
  series: Series[]
}

const ARROWS: Record<string, string> = { a_to_b: 'A → B', b_to_a: 'B → A' }
export const directionText = (direction: string): string => ARROWS[direction] ?? direction

/**
 * Running counts of crossings per line and direction, and of entries per zone.
 * At most `points` times: beyond that, events share a bin, and every bin shows the count at its end.
 */
export function cumulate(events: readonly EventRow[], durationS: number, points = 1500): Cumulative {
  const counted = events.filter((e) => e.type === 'line_crossing' || e.type === 'zone_entry')
  counted.sort((a, b) => a.timeS - b.timeS)
  const end = Math.max(durationS, counted.at(-1)?.timeS ?? 0)
  const places = new PlaceMap<Series & { now: number }>()
  const seriesOf = ({ geometry, direction, type }: EventRow) =>
    places.getOrMake('', geometry, direction, () => {
      const what = type === 'zone_entry' ? texts.runs.events.entries : directionText(direction)
      return { label: `${geometry} ${what}`, geometry, direction, values: [], now: 0 }
    })
  const of = counted.map(seriesOf)
  const all = places.all.sort((a, b) => a.label.localeCompare(b.label))
  const times: number[] = []
  const mark = (timeS: number) => {
    times.push(timeS)
    for (const s of all) s.values.push(s.now)
  }
  mark(0)
  const bin = counted.length > points ? end / points : 0
  for (let i = 0; i < counted.length; i++) {
    const e = counted[i] as EventRow
    const s = of[i] as Series & { now: number }
    s.now++
    const next = counted[i + 1]
    const binEnds =
      !next || (bin === 0 ? next.timeS > e.timeS : Math.floor(next.timeS / bin) > Math.floor(e.timeS / bin))
    if (binEnds) mark(e.timeS)
  }
  if ((times.at(-1) ?? 0) < end) mark(end)
  const series = all.map(({ label, geometry, direction, values }) => ({ label, geometry, direction, values }))
  return { times, series }
}
