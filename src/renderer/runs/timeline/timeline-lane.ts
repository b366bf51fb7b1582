/** A lane of a time line: its name, what is drawn in it, where its keys stop, and what a press on it means. */
import { lastAtMost } from '../tracks/columns.ts'

export interface TimelineLane {
  key: string
  title: string
  /** Of its line or zone; empty for none. */
  color: string
  /** Figures of the whole lane, beside its title. */
  note: string
  paint: PaintLane
  /** Where the arrow keys stop, ascending. */
  stops: ArrayLike<number>
  /** The mark that is meant by a time, if there is one within reach. */
  markAt(timeS: number, withinS: number): LaneMark | null
  /** What there is at a time without a mark; empty for nothing. */
  textAt(timeS: number): string
}

export interface LaneMark {
  timeS: number
  text: string
  open(): void
}

/** Draws a lane in CSS pixels; what was drawn before is gone. A new function means that there is something else to draw. */
export type PaintLane = (context: CanvasRenderingContext2D, area: LaneArea) => void

export interface LaneArea {
  width: number
  height: number
  durationS: number
  /** Of a colour of the theme, by its name without `--sl-`. */
  color(name: string): string
}

/** Where a mark two pixels wide stands, all of it within the lane. */
export const markX = (timeS: number, { width, durationS }: LaneArea): number =>
  Math.max(1, Math.min(width - 1, Math.round((timeS / durationS) * width)))

const SAME_S = 1e-6

/** The time that a key leads to; null for a key that leads nowhere. */
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
  /** By time. */
  marks: readonly M[]
  times: ArrayLike<number>
}

/** The mark nearest to a time, if it is within reach; O(log n). */
export function nearestMark<M>({ marks, times }: Marks<M>, timeS: number, withinS: number): M | null {
  const before = lastAtMost(times, times.length, timeS)
  const away = (at: number) => Math.abs((times[at] ?? Number.POSITIVE_INFINITY) - timeS)
  const nearest = away(before) <= away(before + 1) ? before : before + 1
  return away(nearest) <= withinS ? (marks[nearest] ?? null) : null
}
