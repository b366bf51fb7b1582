import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Polyline } from '../../../src/engine/measure/polyline.ts'
import { type Point, segmentsTouch } from '../../../src/shared/domain/geometry.ts'
import { exactCrossing, GRID } from './exact-crossing.ts'
import { isInside, outlineDistance, type Sight, type SlowStep, slowCrossings } from './oracle.ts'
import { crossings, line, measurer, walk } from './walk.ts'

/** Pixels of a step of the grid, and of its first point. */
const STEP_PX = 10
const FROM_PX = 200
const inPixels = ({ x, y }: Point): Point => ({ x: FROM_PX + STEP_PX * x, y: FROM_PX + STEP_PX * y })
const onGrid = ({ x, y }: Point): Point => ({
  x: Math.round((x - FROM_PX) / STEP_PX),
  y: Math.round((y - FROM_PX) / STEP_PX),
})
const pair = ({ x, y }: Point): [number, number] => [x, y]

const coordinate = fc.integer({ min: 0, max: GRID })
const gridPoint = fc.record({ x: coordinate, y: coordinate })
const few = (n: number) => fc.integer({ min: 0, max: n })

const turn = (a: Point, b: Point, p: Point): number => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
const isBack = (a: Point, b: Point, c: Point): boolean =>
  turn(a, b, c) === 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) <= 0
const greatest = (a: number, b: number): number => (b === 0 ? Math.abs(a) : greatest(b, a % b))

/** A line of up to five segments, none of which runs back on the one before; it may cross itself. */
const anyLine = fc
  .array(gridPoint, { minLength: 2, maxLength: 6 })
  .filter((points) =>
    points.every((b, k) => k === 0 || !isBack(points[k - 2] ?? b, points[k - 1] as Point, b) || k === 1),
  )
  .filter((points) => points.slice(1).every((b, k) => b.x !== points[k]?.x || b.y !== points[k]?.y))

const legs = (points: readonly Point[]): [Point, Point][] => points.slice(1).map((q, k) => [points[k] as Point, q])

/** A line that touches itself nowhere, so that one segment is the nearest of each place that a path meets. */
const isSimple = (points: readonly Point[]): boolean =>
  legs(points).every(([p, q], k) =>
    legs(points).every(([r, s], n) => n <= k || (n === k + 1 ? !isBack(p, q, s) : !segmentsTouch(p, q, r, s))),
  )

/** Which place a track goes to: mostly one where the line is met in a way that no random path would find. */
const anyPlace = fc.record({
  how: fc.constantFrom('joint', 'on a segment', 'in line with one', 'beside', 'anywhere', 'anywhere'),
  leg: few(5),
  along: few(GRID),
  dx: fc.integer({ min: -2, max: 2 }),
  dy: fc.integer({ min: -2, max: 2 }),
  at: gridPoint,
})
type Place = typeof anyPlace extends fc.Arbitrary<infer T> ? T : never

function placed(points: readonly Point[], { how, leg, along, dx, dy, at }: Place, inset: number): Point {
  const k = leg % (points.length - 1)
  const [p, q] = [points[k] as Point, points[k + 1] as Point]
  const parts = greatest(q.x - p.x, q.y - p.y)
  const unit = { x: (q.x - p.x) / parts, y: (q.y - p.y) / parts }
  const far = how === 'in line with one' ? parts + 1 + (along % 6) : along % (parts + 1)
  const spot = {
    joint: along % 2 === 0 ? p : q,
    'on a segment': { x: p.x + far * unit.x, y: p.y + far * unit.y },
    'in line with one':
      along % 2 === 0
        ? { x: p.x + far * unit.x, y: p.y + far * unit.y }
        : { x: q.x - far * unit.x, y: q.y - far * unit.y },
    beside: { x: p.x + dx, y: p.y + dy },
    anywhere: at,
  }[how]
  const within = (value: number) => Math.min(GRID - inset, Math.max(inset, value))
  return { x: within(spot.x), y: within(spot.y) }
}

/** The track stays at each place for some frames. */
const anyWalk = fc.array(fc.record({ place: anyPlace, frames: fc.constantFrom(1, 1, 1, 2, 3, 5, 9) }), {
  minLength: 2,
  maxLength: 14,
  size: 'max',
})
type Walk = typeof anyWalk extends fc.Arbitrary<infer T> ? T : never

const FPS = 30
const sightsOf = (points: readonly Point[], steps: Walk, inset = 0): Sight[] =>
  steps
    .flatMap(({ place, frames }) => Array.from({ length: frames }, () => placed(points, place, inset)))
    .map((p, frame) => ({ ...inPixels(p), timeS: frame / FPS, frame }))

/** No point of the grid lies exactly at the border of a dead band of 2% of these. */
const anyHeight = fc.constantFrom(61, 133, 307, 1003)
const bandOf = (height: number) => 0.02 * height
const anySettleMs = fc.constantFrom(0, 100, 250)

/** The exact crossing of a step in pixels. Of both segments at a joint, it is over the first that lies between its ends. */
function exactStep(points: readonly Point[], from: Point, to: Point): SlowStep | null {
  const [a, b] = [onGrid(from), onGrid(to)]
  const line = points.map(onGrid)
  const crossing = exactCrossing(line, a, b)
  if (crossing === null) return null
  const met = { x: a.x + crossing.share * (b.x - a.x), y: a.y + crossing.share * (b.y - a.y) }
  const sideOf = (leg: [Point, Point], p: Point) => (turn(...leg, p) < 0 ? 'a' : 'b')
  const leg = legs(line).findIndex(
    (each) => sideOf(each, a) !== crossing.to && sideOf(each, b) === crossing.to && outlineDistance(each, met) < 1e-6,
  )
  return { ...crossing, leg }
}

/** What a line counts on a walk: direction, frame at which it counts, and time. */
function counted(points: readonly Point[], sights: readonly Sight[], height: number, settleMs: number) {
  const m = measurer([line(points.map(inPixels).map(pair))], { min_settle_ms: settleMs })
  const events = crossings(walk(m, sights.map(pair), { fps: FPS, height }))
  return events.map((e) => ({
    direction: e.direction,
    frame: e.frame_index,
    timeS: expect.closeTo(e.time_s, 6) as number,
  }))
}

/** Walks of each property; a hunt takes more. */
const RUNS = Number(process.env.SIGHTLINE_WALKS ?? 1000)

describe('paths that meet joints, ends and whole segments', () => {
  it('cross a bent line in the direction, and at the time, of the exact definition', () => {
    let crossed = 0
    let touched = 0
    fc.assert(
      fc.property(anyLine, anyPlace, anyPlace, (points, first, second) => {
        const [from, to] = [placed(points, first, 0), placed(points, second, 0)]
        const exact = exactCrossing(points, from, to)
        const got = new Polyline(points).crossing(from, to)
        expect(got && { to: got.to < 0 ? 'a' : 'b', share: got.at }).toEqual(
          exact && { ...exact, share: expect.closeTo(exact.share, 6) as number },
        )
        if (exact !== null) crossed += 1
        else if (legs(points).some(([p, q]) => segmentsTouch(p, q, from, to))) touched += 1
      }),
      { numRuns: RUNS * 3 },
    )
    expect(crossed).toBeGreaterThan(500)
    expect(touched).toBeGreaterThan(500)
  })

  it('count as the slow definition does', () => {
    let seen = 0
    fc.assert(
      fc.property(anyLine.filter(isSimple), anyWalk, anyHeight, anySettleMs, (points, steps, height, settleMs) => {
        const sights = sightsOf(points, steps)
        const expected = slowCrossings(points.map(inPixels), sights, bandOf(height), settleMs / 1000, exactStep)
        expect(counted(points, sights, height, settleMs)).toEqual(
          expected.map(({ direction, timeS, commitFrame }) => ({ direction, frame: commitFrame, timeS })),
        )
        seen += expected.length
      }),
      { numRuns: RUNS },
    )
    expect(seen).toBeGreaterThan(300)
  })

  /** A line from the left edge of the grid to the right one. */
  const divider = fc
    .tuple(coordinate, fc.array(gridPoint, { minLength: 1, maxLength: 4 }), coordinate)
    .map(([left, inner, right]) => [{ x: 0, y: left }, ...inner, { x: GRID, y: right }])
    .filter((points) => points.slice(1, -1).every(({ x }) => x > 0 && x < GRID))
    .filter(isSimple)

  /** The side of the whole grid that a sighting is on; null within the band. */
  function sideOfWhole(points: readonly Point[], sight: Point, band: number): 'a' | 'b' | null {
    const line = points.map(inPixels)
    const [left, right] = [line[0] as Point, line.at(-1) as Point]
    if (Math.min(...legs(line).map((leg) => outlineDistance(leg, sight))) <= band) return null
    const above = [...line, { x: right.x, y: FROM_PX - 1 }, { x: left.x, y: FROM_PX - 1 }]
    return isInside(above, sight) ? 'a' : 'b'
  }

  it('change sides of a line from edge to edge only where they settle on the other side of it', () => {
    let seen = 0
    fc.assert(
      fc.property(divider, anyWalk, anyHeight, anySettleMs, (points, steps, height, settleMs) => {
        const sights = sightsOf(points, steps, 1)
        let own: 'a' | 'b' | null = null
        let since: number | null = null
        let crossedS = Number.NaN
        const expected: unknown[] = []
        sights.forEach((sight, k) => {
          const before = sights[k - 1]
          const step = before && exactCrossing(points, onGrid(before), onGrid(sight))
          if (before && step && step.to !== own) crossedS = before.timeS + step.share * (sight.timeS - before.timeS)
          const side = sideOfWhole(points, sight, bandOf(height))
          own ??= side
          if (side === null || side === own) since = null
          else {
            since ??= sight.timeS
            if (sight.timeS - since < settleMs / 1000 - 1e-9) return
            expected.push({ direction: side === 'b' ? 'a_to_b' : 'b_to_a', frame: sight.frame, timeS: crossedS })
            own = side
            since = null
          }
        })
        expect(counted(points, sights, height, settleMs)).toEqual(expected)
        seen += expected.length
      }),
      { numRuns: RUNS },
    )
    expect(seen).toBeGreaterThan(300)
  })
})
