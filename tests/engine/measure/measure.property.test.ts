import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMeasurer } from '../../../src/engine/measure/measurer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { MeasureEvent } from '../../../src/shared/domain/event.ts'
import type { Point } from '../../../src/shared/domain/geometry.ts'
import { type Sight, slowCrossings, slowVisits } from './oracle.ts'
import { crossings, FRAME, line, measurer, ofType, type Spot, standing, walk, zone } from './walk.ts'

const FPS = 20

/** Off the grid of the geometry, so that no path runs through a corner or along a line. */
const offGrid = (k: number): number => k * 0.731_058_6 + 0.123_456

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
      { minLength: 5, maxLength: 60 },
    ),
  })
  .map(({ start: [x0, y0], steps }) => {
    let x = x0
    let y = y0
    return steps.map(({ seen, size, dx, dy }): Spot => {
      // Drawn back to the middle, so that it keeps meeting what is there.
      x = x * 0.98 + (dx * size) / 100
      y = y * 0.98 + (dy * size) / 100
      return seen ? [500 + offGrid(x), 500 + offGrid(y)] : null
    })
  })

const sightsOf = (spots: readonly Spot[]): Sight[] =>
  spots.flatMap((spot, frame) => (spot === null ? [] : [{ x: spot[0], y: spot[1], timeS: frame / FPS, frame }]))
const toPoints = (points: readonly [number, number][]): Point[] => points.map(([x, y]) => ({ x, y }))

const anyHeight = fc.constantFrom(20, 100, 300)
const bandOf = (height: number) => Math.max(1, 0.02 * height)

describe('against the slow definition', () => {
  it('a line counts the same crossings at the same times', () => {
    const gates = fc.constantFrom<[number, number][]>(
      [
        [350, 500],
        [650, 500],
      ],
      [
        [600, 650],
        [420, 380],
      ],
      [
        [380, 520],
        [500, 480],
        [640, 560],
      ],
      [
        [420, 640],
        [430, 440],
        [560, 430],
        [590, 620],
      ],
      [
        [350, 450],
        [450, 560],
        [550, 440],
        [650, 550],
      ],
    )
    let seen = 0
    fc.assert(
      fc.property(gates, wander, anyHeight, fc.constantFrom(0, 100, 250), (points, spots, height, settleMs) => {
        const m = measurer([line(points)], { min_settle_ms: settleMs })
        const events = crossings(walk(m, spots, { fps: FPS, height }))
        const expected = slowCrossings(toPoints(points), sightsOf(spots), bandOf(height), settleMs / 1000)
        expect(events.map((e) => [e.direction, e.frame_index])).toEqual(
          expected.map((c) => [c.direction, c.commitFrame]),
        )
        events.forEach((e, k) => {
          expect(e.time_s).toBeCloseTo(expected[k]?.timeS ?? Number.NaN, 6)
        })
        const total = m.counts().lines[0]
        expect((total?.a_to_b ?? 0) + (total?.b_to_a ?? 0)).toBe(expected.length)
        seen += expected.length
      }),
      { numRuns: 1500 },
    )
    // The comparison is worth something only when there was something to compare.
    expect(seen).toBeGreaterThan(300)
  })

  it('a zone has the same visits with the same dwell', () => {
    const outlines = fc.constantFrom<[number, number][]>(
      [
        [400, 400],
        [600, 400],
        [600, 600],
        [400, 600],
      ],
      [
        [500, 350],
        [640, 620],
        [380, 560],
      ],
      [
        [380, 380],
        [450, 380],
        [450, 560],
        [560, 560],
        [560, 380],
        [630, 380],
        [630, 640],
        [380, 640],
      ],
      [
        [500, 340],
        [530, 460],
        [660, 470],
        [560, 540],
        [600, 660],
        [500, 590],
        [400, 660],
        [440, 540],
        [340, 470],
        [470, 460],
      ],
    )
    const samples = 200
    let seen = 0
    fc.assert(
      fc.property(outlines, wander, anyHeight, fc.constantFrom(0, 0.1, 1), (points, spots, height, gapS) => {
        const m = measurer([zone(points)], { gap_s: gapS })
        const events = walk(m, spots, { fps: FPS, height })
        const exits = ofType(events, 'zone_exit')
        const entries = ofType(events, 'zone_entry')
        const expected = slowVisits(toPoints(points), sightsOf(spots), bandOf(height), gapS, samples)
        expect(exits).toHaveLength(expected.length)
        expect(entries).toHaveLength(expected.length)
        // A sample misjudges at most its own width at each time that the path meets the outline.
        const step = 1 / FPS / samples
        expected.forEach((visit, k) => {
          expect(Math.abs((exits[k]?.dwell_s ?? Number.NaN) - visit.dwellS)).toBeLessThan(step * (spots.length + 10))
          expect(Math.abs((exits[k]?.time_s ?? Number.NaN) - visit.leftS)).toBeLessThan(2 * step)
          expect(Math.abs((entries[k]?.time_s ?? Number.NaN) - visit.enteredS)).toBeLessThan(2 * step)
        })
        seen += expected.length
      }),
      { numRuns: 400 },
    )
    expect(seen).toBeGreaterThan(200)
  })
})

describe('whatever the tracks do', () => {
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
          className: fc.constantFrom('car', 'truck', '__proto__'),
        }),
        { maxLength: 8 },
      ),
    }),
    { minLength: 1, maxLength: 40 },
  )

  it('the counts are the sum of the events, and every number is a number', () => {
    fc.assert(
      fc.property(frames, (clip) => {
        const config = withDefaults('measure', { geometries, min_settle_ms: 40 })
        const m = createMeasurer('measure', config, { forgetAfterS: 10 })
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
