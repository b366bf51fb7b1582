/** Compares the counts of two runs, figure by figure. */
import type { RunCounts } from '../../../../shared/domain/event.ts'
import type { Places } from './places.ts'

export const FIGURES = ['a_to_b', 'b_to_a', 'visits', 'dwell_s', 'peak_occupancy'] as const
export type Figure = (typeof FIGURES)[number]

export interface CountRow {
  /** Key of the line or zone. */
  place: string
  title: string
  figure: Figure
  /** Null for all classes together. */
  className: string | null
  /** Null when the run has no such line or zone. */
  a: number | null
  b: number | null
  /** B minus A; a place that a run does not have counts as 0. */
  difference: number
}

interface Told {
  place: string
  title: string
  figure: Figure
  className: string | null
  value: number
}

/** Returns every figure of both runs, largest difference first. */
export function countRows(a: RunCounts, b: RunCounts, places: Places): CountRow[] {
  const rows = new Map<string, CountRow>()
  const exists = new Map(places.all.map((p) => [p.key, p]))
  const put = (side: 'a' | 'b', { value, ...told }: Told) => {
    const key = `${told.place}\n${told.figure}\n${told.className ?? ''}`
    const place = exists.get(told.place)
    const row = rows.get(key) ?? { ...told, a: place?.inA ? 0 : null, b: place?.inB ? 0 : null, difference: 0 }
    rows.set(key, { ...row, [side]: value })
  }
  for (const told of figuresOf(a, (id, name) => places.keyOf('a', id, name))) put('a', told)
  for (const told of figuresOf(b, (id, name) => places.keyOf('b', id, name))) put('b', told)
  return [...rows.values()]
    .map((row) => ({ ...row, difference: (row.b ?? 0) - (row.a ?? 0) }))
    .sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference))
}

function figuresOf({ lines, zones }: RunCounts, keyOf: (nodeId: string, name: string) => string): Told[] {
  const told: Told[] = []
  for (const { node_id, name, a_to_b, b_to_a, by_class } of lines) {
    const of = { place: keyOf(node_id, name), title: name }
    const all = Object.entries({ ...by_class, '': { a_to_b, b_to_a } })
    for (const [className, ways] of all) {
      told.push({ ...of, figure: 'a_to_b', className: className || null, value: ways.a_to_b })
      told.push({ ...of, figure: 'b_to_a', className: className || null, value: ways.b_to_a })
    }
  }
  for (const { node_id, name, visits, dwell_s, peak_occupancy, by_class } of zones) {
    const of = { place: keyOf(node_id, name), title: name }
    told.push({ ...of, figure: 'peak_occupancy', className: null, value: peak_occupancy })
    for (const [className, own] of Object.entries({ ...by_class, '': { visits, dwell_s } })) {
      told.push({ ...of, figure: 'visits', className: className || null, value: own.visits })
      told.push({ ...of, figure: 'dwell_s', className: className || null, value: own.dwell_s })
    }
  }
  return told
}
