/** A lane of a time line: its name, its painter, its keyboard stops, and the action of a press on it. */
import { lastAtMost } from '../records/tracks/columns.ts'

export interface TimelineLane {
  key: string
  title: string
  /** Colour of its line or zone; empty for none. */
  color: string
  /** Totals of the lane, beside its title. */
  note: string
  paint: PaintLane
  /** Stops of the arrow keys, ascending. */
  stops: ArrayLike<number>
  /** Returns the mark nearest to a time, if there is one within reach. */
  markAt(timeS: number, withinS: number): LaneMark | null
  /** The description of a time without a mark; empty for nothing. */
  textAt(timeS: number): string
}

export interface LaneMark {
  timeS: number
  text: string
  open(): void
}

/** Draws a lane in CSS pixels on a cleared canvas. A new function means that its data has changed. */
export type PaintLane = (context: CanvasRenderingContext2D, area: LaneArea) => void

export interface LaneArea {
  width: number
  height: number
  durationS: number
  /** Resolves a colour of the theme, by its name without `--sl-`. */
  color(name: string): string
}

/** Position of a mark two pixels wide, all of it within the lane. */
export const markX = (timeS: number, { width, durationS }: LaneArea): number =>
  Math.max(1, Math.min(width - 1, Math.round((timeS / durationS) * width)))

const SAME_S = 1e-6

/** The time that a key leads to; null for a key without a stop. */
export function laneStop(stops: ArrayLike<number>, key: string, fromS: number, durationS: number): number | null {
  switch (key) {
    case 'Home':
      return stops[0] ?? 0
    case 'End':
      return stops[stops.length - 1] ?? durationS
    case 'ArrowRight':
    case 'ArrowUp':
      return stops[lastAtMost(stops, stops.length, fromS + SAME_S) + 1] ?? fromS
    case 'ArrowLeft':
    case 'ArrowDown':
      return stops[lastAtMost(stops, stops.length, fromS - SAME_S)] ?? fromS
    default:
      return null
  }
}

interface Marks<M> {
  /** In order of time. */
  marks: readonly M[]
  times: ArrayLike<number>
}

/** Returns the mark nearest to a time, if it is within reach; O(log n). */
export function nearestMark<M>({ marks, times }: Marks<M>, timeS: number, withinS: number): M | null {
  const before = lastAtMost(times, times.length, timeS)
  const away = (at: number) => Math.abs((times[at] ?? Number.POSITIVE_INFINITY) - timeS)
  const nearest = away(before) <= away(before + 1) ? before : before + 1
  return away(nearest) <= withinS ? (marks[nearest] ?? null) : null
}
