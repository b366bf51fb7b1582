import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Point, segmentsTouch } from '../../../src/shared/domain/geometry.ts'
import { crossesItself } from '../../../src/shared/domain/self-crossing.ts'

/** The definition: every pair of sides that are not neighbours. */
function slowly(polygon: readonly Point[]): boolean {
  const n = polygon.length
  const at = (i: number) => polygon[i % n] as Point
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue
      if (segmentsTouch(at(i), at(i + 1), at(j), at(j + 1))) return true
    }
  }
  return false
}

const pointOf = (coordinate: fc.Arbitrary<number>): fc.Arbitrary<Point> => fc.record({ x: coordinate, y: coordinate })
/** On few coordinates: corners that meet, sides that overlap, vertical ones. */
const coarse = pointOf(fc.integer({ min: 0, max: 4 }))
const whole = pointOf(fc.integer({ min: -30, max: 30 }))
/** In steps whose products a double holds exactly: beyond that, the slow test itself depends on rounding. */
const share = pointOf(fc.integer({ min: 0, max: 2 ** 20 }).map((n) => n / 2 ** 20))

/** Corners by their angle around the centre: crosses itself only when two have one angle. */
function aroundTheMiddle(points: readonly Point[]): Point[] {
  const x = points.reduce((sum, p) => sum + p.x, 0) / points.length
  const y = points.reduce((sum, p) => sum + p.y, 0) / points.length
  return [...points].sort((a, b) => Math.atan2(a.y - y, a.x - x) - Math.atan2(b.y - y, b.x - x))
}

describe('crossesItself', () => {
  it.each([
    ['few places', coarse, 3, 9],
    ['whole numbers', whole, 3, 14],
    ['shares of the frame', share, 3, 24],
  ])('agrees with the test of every pair of sides on %s', (_, point, minLength, maxLength) => {
    const polygons = fc.array(point, { minLength, maxLength })
    fc.assert(
      fc.property(polygons, (polygon) => {
        expect(crossesItself(polygon)).toBe(slowly(polygon))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['few places', coarse, 3, 9],
    ['whole numbers', whole, 4, 30],
    ['shares of the frame', share, 4, 60],
  ])('agrees with it on outlines that barely cross, on %s', (_, point, minLength, maxLength) => {
    const polygons = fc.array(point, { minLength, maxLength }).map(aroundTheMiddle)
    fc.assert(
      fc.property(polygons, (polygon) => {
        expect(crossesItself(polygon)).toBe(slowly(polygon))
      }),
      { numRuns: 600 },
    )
  })

  it('finds one corner that was pulled through the far side of a comb', () => {
    const comb = combOf(40)
    expect(crossesItself(comb)).toBe(false)
    const pulled = comb.map((p, i) => (i === 21 ? { x: p.x, y: 30 } : p))
    expect(slowly(pulled)).toBe(true)
    expect(crossesItself(pulled)).toBe(true)
  })

  it('reads eight times as many corners in less than sixteen times as many reads', () => {
    const [small, large] = [readsOf(combOf(500)), readsOf(combOf(4000))]
    expect(large / small).toBeLessThan(16)
  })

  it('finds no crossing in a triangle, a line or an empty polygon', () => {
    const [a, b, c] = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ] as [Point, Point, Point]
    for (const polygon of [[], [a], [a, b], [a, b, c], [a, b, a]]) expect(crossesItself(polygon)).toBe(false)
  })
})

/** Teeth between y = 1 and y = 10, over a back at y = 20: every sweep line meets few or all of the sides. */
function combOf(teeth: number): Point[] {
  const edge = Array.from({ length: 2 * teeth }, (_, i) => ({ x: i, y: i % 2 === 0 ? 1 : 10 }))
  return [...edge, { x: 2 * teeth, y: 20 }, { x: -1, y: 20 }]
}

/** Number of coordinate reads for one result: a measure of work that does not depend on the machine. */
function readsOf(polygon: readonly Point[]): number {
  let reads = 0
  const counted = polygon.map(({ x, y }) => ({
    get x() {
      reads++
      return x
    },
    get y() {
      reads++
      return y
    },
  }))
  expect(crossesItself(counted)).toBe(false)
  return reads
}
