/** The series of a run's charts: numbers over media time, each with a name and a colour. */

import { formatDecimal } from '../../../base/format/format.ts'
import type { ColorOfClass } from '../../../base/ui/class-colors.ts'
import { geometryKey, type RunScene } from '../../../parts/run/overlay/run-scene.ts'
import { cumulate } from '../../../parts/run/records/events/cumulative.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import type { FrameIndex } from '../../../parts/run/records/tracks/frame-index.ts'
import { texts } from '../../../texts/texts.ts'

export interface Series {
  label: string
  color: string
  /** The reverse direction of a line that already has this colour. */
  dashed?: boolean
  values: number[]
}

export interface OverTime {
  kind: 'counts' | 'density' | 'occupancy'
  /** Seconds, ascending. */
  times: number[]
  series: readonly Series[]
}

const STROKES = ['#7d93fb', '#f2a33c', '#5cc26f', '#e8637a', '#3fc1c0', '#c58ee8', '#d9c33f', '#8aa4b8'] as const

/** Every series has the colour of its line or zone in the overlay; B to A is dashed. */
export function countsOverTime(events: readonly EventRow[], { geometries }: RunScene, durationS: number): OverTime {
  const { times, series } = cumulate(events, durationS)
  const colored = series.map(({ label, geometry, direction, values }, i): Series => {
    const color = geometries.find((g) => g.name === geometry)?.color || (STROKES[i % STROKES.length] as string)
    return { label, color, dashed: direction === 'b_to_a', values }
  })
  return { kind: 'counts', times, series: colored }
}

/** A chart is a few hundred pixels wide; smaller bins would only add noise. */
const DENSITY_BINS = 240

/** Detections per second of video and class, in bins of equal length; the most frequent class first. */
export function densityOverTime(index: FrameIndex, durationS: number, colorOf: ColorOfClass): OverTime {
  const none: OverTime = { kind: 'density', times: [], series: [] }
  if (durationS <= 0 || index.frameCount === 0) return none
  const binS = Math.max(1, durationS / DENSITY_BINS)
  const bins = Math.max(1, Math.ceil(durationS / binS - 1e-9))
  const found = index.classNames.map(() => new Array<number>(bins).fill(0))
  for (let frame = 0; frame < index.frameCount; frame++) {
    const bin = Math.min(bins - 1, Math.floor(index.timeOf(frame) / binS))
    for (const classId of index.classesOf(frame)) {
      const of = found[classId] as number[]
      of[bin] = (of[bin] as number) + 1
    }
  }
  const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  const lengthOf = (bin: number) => Math.min(durationS, (bin + 1) * binS) - bin * binS
  const series = index.classNames
    .map((label, i) => ({ label, color: colorOf(label), found: found[i] as number[] }))
    .sort((a, b) => total(b.found) - total(a.found))
    .map(({ label, color, found: of }) => ({ label, color, values: of.map((n, bin) => n / lengthOf(bin)) }))
  const times = Array.from({ length: bins }, (_, bin) => bin * binS)
  return { kind: 'density', times: [...times, durationS], series: series.map(withEnd) }
}

const withEnd = ({ label, color, values }: Series): Series => ({
  label,
  color,
  values: [...values, values.at(-1) ?? 0],
})

/** The number of objects in each zone; long series are reduced to the maximum of each bin. */
export function occupancyOverTime(
  events: readonly EventRow[],
  { geometries }: RunScene,
  durationS: number,
  points = 1500,
): OverTime {
  const changes = events.filter((e) => e.type === 'zone_entry' || e.type === 'zone_exit')
  changes.sort((a, b) => a.timeS - b.timeS)
  const zones = new Map<string, Series & { now: number; most: number }>()
  // Zones that nobody entered are included, because their occupancy is reported too.
  for (const { nodeId, geometry } of events.filter((e) => e.type.startsWith('zone_'))) {
    const key = geometryKey(nodeId, geometry)
    if (zones.has(key)) continue
    const color = geometries.find((g) => geometryKey(g.nodeId, g.name) === key)?.color
    const fallback = STROKES[zones.size % STROKES.length] as string
    zones.set(key, { label: geometry, color: color || fallback, values: [], now: 0, most: 0 })
  }
  const end = Math.max(durationS, changes.at(-1)?.timeS ?? 0)
  const binS = changes.length > points ? end / points : 0
  const times: number[] = []
  const mark = (timeS: number) => {
    times.push(timeS)
    for (const zone of zones.values()) {
      zone.values.push(binS > 0 ? zone.most : zone.now)
      zone.most = zone.now
    }
  }
  if (changes[0]?.timeS !== 0) mark(0)
  for (let i = 0; i < changes.length; i++) {
    const { nodeId, geometry, type, timeS } = changes[i] as EventRow
    const zone = zones.get(geometryKey(nodeId, geometry))
    if (zone) {
      zone.now = Math.max(0, zone.now + (type === 'zone_entry' ? 1 : -1))
      zone.most = Math.max(zone.most, zone.now)
    }
    const next = changes[i + 1]
    const ends = !next || (binS === 0 ? next.timeS > timeS : Math.floor(next.timeS / binS) > Math.floor(timeS / binS))
    if (ends) mark(timeS)
  }
  if ((times.at(-1) ?? 0) < end) mark(end)
  const series = [...zones.values()].map(({ label, color, values }) => ({ label, color, values }))
  return { kind: 'occupancy', times, series }
}

/** Formats a value of a chart for screen readers. */
export const valueText = (kind: OverTime['kind'], value: number): string =>
  kind === 'density' ? texts.runs.charts.perSecond(formatDecimal(value, 1)) : texts.runs.charts.plain(value)
