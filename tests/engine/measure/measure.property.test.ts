import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMeasurer } from '../../../src/engine/measure/measurer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { MeasureEvent } from '../../../src/shared/domain/event.ts'
import type { Point } from '../../../src/shared/domain/geometry.ts'
import { isInside, meetingsOf, outlineDistance, positionAt, type Sight, slowCrossings, slowVisits } from './oracle.ts'
import { crossings, FRAME, line, measurer, ofType, type Spot, standing, walk, zone } from './walk.ts'

/** Off the grid of the geometry, so that no path runs through a corner or along a line; in the precision of a line. */
const offGrid = (k: number): number => Math.round((k * 0.731_058_6 + 0.123_456) * 1024) / 1024

/** Walks about (500, 500) in steps from a pixel to a leap, with frames in which it is not seen. */
const wander: fc.Arbitrary<Spot[]> = fc
  .record({
    start: fc.tuple(fc.integer({ min: -250, max: 250 }), fc.integer({ min: -250, max: 250 })),
    steps: fc.array(
      fc.record({
        seen: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
        size: fc.constantFrom(0, 3, 3, 12, 60, 250),
        dx: fc.integer({ min: -100, max: 100 }),
        dy: fc.integer({ min: -100, max: 100 }),
      }),
      { minLength: 5, maxLength: 60, size: 'max' },
    ),
  })
  .map(({ start: [x0, y0], steps }) => {
    let x = x0
    let y = y0
    return steps.map(({ seen, size, dx, dy }): Spot => {
      // Pulled back to the middle, so that it keeps meeting the geometry.
      x = x * 0.98 + (dx * size) / 100
      y = y * 0.98 + (dy * size) / 100
      return seen ? [500 + offGrid(x), 500 + offGrid(y)] : null
    })
  })

/** Variable frame rate: seconds between frames. */
const pauses = fc.array(fc.constantFrom(0.016, 0.033, 0.05, 0.05, 0.101, 0.4), { minLength: 60, maxLength: 60 })
const timesOf = (steps: readonly number[]): number[] =>
  steps.map((_, k) => steps.slice(0, k).reduce((a, b) => a + b, 0))

const sightsOf = (spots: readonly Spot[], times: readonly number[]): Sight[] =>
  spots.flatMap((spot, frame) =>
    spot === null ? [] : [{ x: spot[0], y: spot[1], timeS: times[frame] as number, frame }],
  )

/** True when two segments share a straight line: where they overlap, both sides of it are A and B at once. */
const retracesItself = (points: readonly (readonly [number, number])[]): boolean =>
  points.slice(1).some((b, k) => {
    const a = points[k] as readonly [number, number]
    const onIt = points.map(([x, y]) => (b[0] - a[0]) * (y - a[1]) === (b[1] - a[1]) * (x - a[0]))
    return onIt.some((on, n) => on && onIt[n + 1] === true && n !== k)
  })

/** A line of 2 to 6 points, or a zone of any number of corners around the middle, mostly concave. */
const anyLine = fc
  .array(fc.tuple(fc.integer({ min: 350, max: 650 }), fc.integer({ min: 350, max: 650 })), {
    minLength: 2,
    maxLength: 6,
  })
  .filter((points) => points.every(([x, y], k) => k === 0 || x !== points[k - 1]?.[0] || y !== points[k - 1]?.[1]))
  .filter((points) => !retracesItself(points))
const anyZone = fc.array(fc.integer({ min: 40, max: 180 }), { minLength: 3, maxLength: 10 }).map((radii) =>
  radii.map((r, k): [number, number] => {
    const angle = (2 * Math.PI * k) / radii.length
    return [Math.round(500 + r * Math.cos(angle)), Math.round(500 + r * Math.sin(angle))]
  }),
)
const toPoints = (points: readonly [number, number][]): Point[] => points.map(([x, y]) => ({ x, y }))

const anyHeight = fc.constantFrom(20, 100, 300)
const bandOf = (height: number) => Math.max(1, 0.02 * height)

describe('comparison with the slow definition', () => {
  it('a line counts the same crossings at the same times', () => {
    let seen = 0
    fc.assert(
      fc.property(
        anyLine,
        wander,
        pauses,
        anyHeight,
        fc.constantFrom(0, 100, 250),
        (points, spots, steps, height, settleMs) => {
          const times = timesOf(steps)
          const m = measurer([line(points)], { min_settle_ms: settleMs })
          const events = crossings(walk(m, spots, { times, height }))
          const expected = slowCrossings(toPoints(points), sightsOf(spots, times), bandOf(height), settleMs / 1000)
          expect(events.map((e) => [e.direction, e.frame_index])).toEqual(
            expected.map((c) => [c.direction, c.commitFrame]),
          )
          events.forEach((e, k) => {
            expect(e.time_s).toBeCloseTo(expected[k]?.timeS ?? Number.NaN, 6)
          })
          const total = m.counts().lines[0]
          expect((total?.a_to_b ?? 0) + (total?.b_to_a ?? 0)).toBe(expected.length)
          seen += expected.length
        },
      ),
      { numRuns: 2000 },
    )
    // The comparison is meaningful only with enough cases.
    expect(seen).toBeGreaterThan(500)
  })

  it('a fast straight walk that meets a bent line once counts once, whatever the other segments are near to', () => {
    let bent = 0
    fc.assert(
      fc.property(
        anyLine.filter((points) => points.length > 2),
        fc.record({
          through: fc.tuple(fc.integer({ min: 350, max: 650 }), fc.integer({ min: 350, max: 650 })),
          angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
          pxPerFrame: fc.integer({ min: 20, max: 60 }),
          start: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        (points, { through: [x, y], angle, pxPerFrame, start }) => {
          const half = Math.ceil(700 / pxPerFrame)
          const spots = Array.from({ length: 2 * half }, (_, k): [number, number] => {
            const along = (k - half + start) * pxPerFrame
            return [offGrid(x) * 1.3 + along * Math.cos(angle), offGrid(y) * 1.3 + along * Math.sin(angle)]
          })
          const ends = [spots[0], spots.at(-1)] as [[number, number], [number, number]]
          const meetings = meetingsOf(toPoints(points), toPoints(ends))
          fc.pre(meetings.length === 1)
          bent += 1
          const events = crossings(walk(measurer([line(points)]), spots))
          expect(events.map((e) => e.direction)).toEqual(meetings)
        },
      ),
      { numRuns: 1000 },
    )
    expect(bent).toBeGreaterThan(500)
  })

  it('a zone has the same visits with the same dwell', () => {
    const samples = 200
    let seen = 0
    fc.assert(
      fc.property(
        anyZone,
        wander,
        pauses,
        anyHeight,
        fc.constantFrom(0, 0.1, 1),
        fc.constantFrom(0, 100, 250),
        (points, spots, pauses, height, gapS, settleMs) => {
          const times = timesOf(pauses)
          const sights = sightsOf(spots, times)
          const outline = toPoints(points)
          const m = measurer([zone(points)], { gap_s: gapS, min_settle_ms: settleMs })
          const events = walk(m, spots, { times, height })
          const exits = ofType(events, 'zone_exit')
          const entries = ofType(events, 'zone_entry')
          const rules = { band: bandOf(height), gapS, settleS: settleMs / 1000, samples }
          const expected = slowVisits(outline, sights, times.slice(0, spots.length), rules)
          expect(exits).toHaveLength(expected.length)
          expect(entries).toHaveLength(expected.length)
          // A sample misjudges at most its own width at each time that the path meets the outline.
          const step = Math.max(...pauses) / samples
          expected.forEach((visit, k) => {
            expect(Math.abs((exits[k]?.dwell_s ?? Number.NaN) - visit.dwellS)).toBeLessThan(step * (spots.length + 10))
            // Samples may miss the first or last sliver of a path inside, but a reported time must lie on the outline.
            const [enteredS = Number.NaN, leftS = Number.NaN] = [entries[k]?.time_s, exits[k]?.time_s]
            expect(enteredS).toBeLessThan(visit.enteredS + 2 * step)
            expect(leftS).toBeGreaterThan(visit.leftS - 2 * step)
            for (const [momentS, sampledS] of [
              [enteredS, visit.enteredS],
              [leftS, visit.leftS],
            ] as const) {
              if (Math.abs(momentS - sampledS) < 2 * step) continue
              const at = positionAt(sights, momentS)
              expect(isInside(outline, at) || outlineDistance(outline, at) < 1e-3).toBe(true)
            }
          })
          seen += expected.length
        },
      ),
      { numRuns: 400 },
    )
    expect(seen).toBeGreaterThan(200)
  })
})

describe('any movement of the tracks', () => {
  const geometries = [
    line([
      [100, 500],
      [900, 520],
    ]),
    zone([
      [300, 300],
      [700, 320],
      [650, 700],
      [320, 640],
    ]),
    zone(
      [
        [0, 0],
        [1000, 0],
        [1000, 1000],
        [0, 1000],
      ],
      { name: 'all' },
    ),
  ]
  const weird = fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: -100, max: 1100, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 300, 500, 1000, 1e9, Number.NaN, Number.POSITIVE_INFINITY) },
  )
  const frames = fc.array(
    fc.record({
      pauseS: fc.constantFrom(0, 0.04, 0.04, 0.5, 3),
      tracks: fc.array(
        fc.record({
          trackId: fc.integer({ min: -1, max: 6 }),
          x: weird,
          y: weird,
          height: fc.constantFrom(0, 50, 200),
          className: fc.constantFrom('car', 'truck', '__proto__', 'constructor'),
        }),
        { maxLength: 8 },
      ),
    }),
    { minLength: 1, maxLength: 40 },
  )

  it('yields counts that are the sum of the events, and only finite numbers', () => {
    fc.assert(
      fc.property(frames, (clip) => {
        const config = withDefaults('measure', { geometries, min_settle_ms: 40 })
        const m = createMeasurer('measure', config, null, { forgetAfterS: 10 })
        const events: MeasureEvent[] = []
        let ptsS = 0
        clip.forEach(({ pauseS, tracks }, index) => {
          ptsS += pauseS
          const boxes = tracks.map(({ x, y, ...rest }) => standing(x, y, rest))
          const told = m.update(boxes, { index, ptsS, ...FRAME })
          for (const e of told) expect(e.time_s).toBeLessThanOrEqual(ptsS)
          events.push(...told)
        })
        events.push(...m.finish(ptsS))
        const { lines, zones } = m.counts()
        const of = (type: MeasureEvent['type'], name: string) => ofType(events, type).filter((e) => e.geometry === name)
        const dwell = (list: MeasureEvent[]) => list.reduce((sum, e) => sum + (e.dwell_s ?? Number.NaN), 0)
        for (const count of lines) {
          for (const direction of ['a_to_b', 'b_to_a'] as const) {
            const list = of('line_crossing', count.name).filter((e) => e.direction === direction)
            expect(list).toHaveLength(count[direction])
            expect(Object.values(count.by_class).reduce((sum, c) => sum + c[direction], 0)).toBe(count[direction])
          }
        }
        for (const count of zones) {
          expect(of('zone_entry', count.name)).toHaveLength(count.visits)
          expect(of('zone_exit', count.name)).toHaveLength(count.visits)
          expect(dwell(of('zone_exit', count.name))).toBeCloseTo(count.dwell_s, 6)
          expect(dwell(of('zone_dwell', count.name))).toBeCloseTo(count.dwell_s, 6)
          let peak = 0
          let covered = 0
          for (const { time_s, occupancy } of of('zone_occupancy', count.name)) {
            const { min, mean, max, interval_s } = occupancy ?? { min: 1, mean: 0, max: 0, interval_s: 0 }
            expect(min <= mean && mean <= max).toBe(true)
            expect(time_s).toBeCloseTo((clip[0]?.pauseS ?? 0) + covered, 6)
            covered += interval_s
            peak = Math.max(peak, max)
          }
          expect(covered).toBeCloseTo(ptsS - (clip[0]?.pauseS ?? 0), 6)
          expect(peak).toBeLessThanOrEqual(count.peak_occupancy)
        }
        for (const e of events) {
          expect(e.track_id === null || e.track_id >= 1).toBe(true)
          for (const value of [e.time_s, e.dwell_s ?? 0, ...(e.box ?? [])]) expect(Number.isFinite(value)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
