/** Helpers for tests: walks tracks past lines and zones. */
import { createMeasurer, type Measurer } from '../../../src/engine/measure/measurer.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Geometry } from '../../../src/shared/blocks/measure.ts'
import type { TrackedDetection } from '../../../src/shared/domain/detection.ts'
import type { MeasureEvent } from '../../../src/shared/domain/event.ts'

export const FRAME = { width: 1000, height: 1000 }
export const FPS = 30

/** A line through pixel points of FRAME. */
export const line = (points: [number, number][], more: Partial<Geometry> = {}): Geometry => ({
  kind: 'line',
  name: 'gate',
  points: points.map(([x, y]) => [x / FRAME.width, y / FRAME.height]),
  ...more,
})
export const zone = (points: [number, number][], more: Partial<Geometry> = {}): Geometry => ({
  ...line(points, more),
  kind: 'zone',
  name: more.name ?? 'yard',
})

/** A box whose bottom centre is at (x, y). */
export const standing = (x: number, y: number, more: Partial<TrackedDetection> & { height?: number } = {}) => {
  const { height = 100, ...rest } = more
  return {
    box: { x1: x - 20, y1: y - height, x2: x + 20, y2: y },
    score: 0.9,
    classId: 0,
    className: 'person',
    modelNodeId: 'model',
    id: 0,
    trackId: 1,
    ...rest,
  } satisfies TrackedDetection
}

/** Position of a track in one frame; null when it is not seen. */
export type Spot = readonly [number, number] | null

export const measurer = (geometries: Geometry[], config: Partial<ConfigOf<'measure'>> = {}): Measurer =>
  createMeasurer('measure', withDefaults('measure', { geometries, ...config }))

interface WalkOptions {
  fps?: number
  /** Times of the frames in seconds, instead of `fps`. */
  times?: readonly number[]
  height?: number
  className?: string
}

/** One track along the spots, one spot a frame; ends the media with the last frame. */
export function walk(
  m: Measurer,
  spots: readonly Spot[],
  { fps = FPS, times = spots.map((_, k) => k / fps), height = 100, className = 'person' }: WalkOptions = {},
): MeasureEvent[] {
  const at = (index: number) => times[index] ?? 0
  const events = spots.flatMap((spot, index) =>
    m.update(spot === null ? [] : [standing(spot[0], spot[1], { height, className })], {
      index,
      ptsS: at(index),
      ...FRAME,
    }),
  )
  return [...events, ...m.finish(at(spots.length - 1))]
}

/** `n` spots evenly from a to b, both included. */
export const path = (a: readonly [number, number], b: readonly [number, number], n: number): [number, number][] =>
  Array.from({ length: n }, (_, k) => [a[0] + ((b[0] - a[0]) * k) / (n - 1), a[1] + ((b[1] - a[1]) * k) / (n - 1)])

export const stay = (at: readonly [number, number], n: number): [number, number][] =>
  Array.from({ length: n }, () => [at[0], at[1]])

export const crossings = (events: readonly MeasureEvent[]) => events.filter((e) => e.type === 'line_crossing')
export const ofType = (events: readonly MeasureEvent[], type: MeasureEvent['type']) =>
  events.filter((e) => e.type === type)
