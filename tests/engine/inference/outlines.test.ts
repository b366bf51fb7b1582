import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipRing } from '../../../src/engine/inference/clip-ring.ts'
import { outlinesOf, ringsOf, simplifyRing, trace } from '../../../src/engine/inference/outlines.ts'
import { polygonArea } from '../support/polygon-area.ts'

const pointsOf = (ring: ArrayLike<number>) =>
  Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i] as number, y: ring[2 * i + 1] as number }))

/** By the even-odd rule over all rings. */
function isInside(rings: readonly ArrayLike<number>[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings) {
    const points = pointsOf(ring)
    for (const [i, a] of points.entries()) {
      const b = points[(i + 1) % points.length] as { x: number; y: number }
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    }
  }
  return inside
}

function distanceTo(ring: readonly number[], x: number, y: number): number {
  const points = pointsOf(ring)
  const distances = points.map((a, i) => {
    const b = points[(i + 1) % points.length] as { x: number; y: number }
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const share = Math.min(Math.max(((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1), 0), 1)
    return Math.hypot(x - a.x - share * dx, y - a.y - share * dy)
  })
  return Math.min(...distances)
}

const WIDTH = 12
const HEIGHT = 9
const masks = fc.array(fc.boolean(), { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT })

test('the outline of any mask contains the centre of every cell in it, and of no other', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      const rings = trace(Float32Array.from(mask, Number), WIDTH, HEIGHT, 0.5)
      for (const [i, expected] of mask.entries()) {
        const [x, y] = [(i % WIDTH) + 0.5, Math.floor(i / WIDTH) + 0.5]
        expect(isInside(rings, x + 1e-4, y + 2e-4)).toBe(expected)
      }
    }),
  )
})

test('a ring around a hole is traced as two rings, and edges are interpolated', () => {
  const ring = Float32Array.from({ length: 49 }, (_, i) => {
    const [x, y] = [i % 7, Math.floor(i / 7)]
    return Math.max(Math.abs(x - 3), Math.abs(y - 3)) === 2 ? 1 : 0
  })
  expect(trace(ring, 7, 7, 0.5)).toHaveLength(2)
  // From 0 to 1 between two centres of cells, 0.25 is reached after a quarter of the distance.
  const ramp = trace(Float32Array.from([0, 1, 1, 0, 1, 1, 0, 1, 1]), 3, 3, 0.25)
  expect(Math.min(...pointsOf(ramp[0] as number[]).map((p) => p.x))).toBeCloseTo(0.75)
})

test('rings survive the conversion to their flat form', () => {
  const shapes = [
    [[0, 0, 1, 0, 1, 1]],
    [],
    [
      [5, 5, 6, 5, 6, 6],
      [7, 7, 8, 7, 8, 8, 7, 8],
    ],
  ]
  const flat = outlinesOf(shapes)
  expect(shapes.map((_, i) => ringsOf(flat, i).map((ring) => [...ring]))).toEqual(shapes)
})

describe('a simplified ring', () => {
  const rings = fc
    .array(fc.record({ x: fc.integer({ min: 0, max: 50 }), y: fc.integer({ min: 0, max: 50 }) }), { minLength: 3 })
    .map((points) => points.flatMap(({ x, y }) => [x, y]))

  test('has points of the original only, and no dropped point is farther away than the tolerance', () => {
    fc.assert(
      fc.property(rings, fc.constantFrom(0.25, 1, 5), (ring, tolerance) => {
        const simple = simplifyRing(ring, tolerance)
        const known = new Set(pointsOf(ring).map((p) => `${p.x},${p.y}`))
        for (const p of pointsOf(simple)) expect(known).toContain(`${p.x},${p.y}`)
        for (const p of pointsOf(ring)) expect(distanceTo(simple, p.x, p.y)).toBeLessThanOrEqual(tolerance + 1e-6)
      }),
    )
  })

  test('keeps the corners of a square and nothing else', () => {
    const square: number[] = []
    for (let i = 0; i < 10; i++) square.push(i, 0)
    for (let i = 0; i < 10; i++) square.push(10, i)
    for (let i = 0; i < 10; i++) square.push(10 - i, 10)
    for (let i = 0; i < 10; i++) square.push(0, 10 - i)
    expect(simplifyRing(square, 0.25)).toEqual([0, 0, 10, 0, 10, 10, 0, 10])
  })
})

test('clipping keeps the part inside the box and nothing else', () => {
  const point = fc.integer({ min: -20, max: 60 })
  fc.assert(
    fc.property(fc.array(point, { minLength: 6, maxLength: 16 }), (values) => {
      const ring = values.slice(0, values.length - (values.length % 2))
      const clipped = clipRing(ring, { x1: 0, y1: 0, x2: 40, y2: 30 })
      for (const { x, y } of pointsOf(clipped)) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(40)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(30)
      }
      for (let x = 0.37; x < 40; x += 4) {
        for (let y = 0.41; y < 30; y += 4) expect(isInside([clipped], x, y)).toBe(isInside([ring], x, y))
      }
    }),
  )
  expect(polygonArea(clipRing([-10, -10, 20, -10, 20, 20, -10, 20], { x1: 0, y1: 0, x2: 40, y2: 30 }))).toBe(400)
  expect(clipRing([50, 0, 60, 0, 60, 10], { x1: 0, y1: 0, x2: 40, y2: 30 })).toEqual([])
})
