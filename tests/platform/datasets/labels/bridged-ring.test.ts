import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bridged, unbridged } from '../../../../src/platform/datasets/labels/bridged-ring.ts'

interface Point {
  x: number
  y: number
}

const square = (x: number, y: number, size: number): Point[] => [
  { x, y },
  { x: x + size, y },
  { x: x + size, y: y + size },
  { x, y: y + size },
]

/** By the even-odd rule. */
function covers(rings: readonly (readonly Point[])[], { x, y }: Point): boolean {
  let isInside = false
  for (const ring of rings) {
    for (const [i, a] of ring.entries()) {
      const b = ring[(i + 1) % ring.length] as Point
      if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) isInside = !isInside
    }
  }
  return isInside
}

/** Squares, triangles and jagged rings with whole coordinates, which may overlap and touch. */
const aRing = fc.uniqueArray(fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }) }), {
  minLength: 3,
  maxLength: 8,
  selector: ({ x, y }) => `${x} ${y}`,
})
const someRings = fc.array(aRing, { minLength: 1, maxLength: 6 })

it('covers what the rings cover', () => {
  fc.assert(
    fc.property(someRings, fc.array(fc.tuple(fc.nat(59), fc.nat(59)), { maxLength: 40 }), (rings, places) => {
      const one = [bridged(rings)]
      for (const [x, y] of places) {
        // Off the lines of whole coordinates by an odd part, so that no point lies on an edge.
        const point = { x: x + 0.4142135, y: y + 0.7320508 }
        expect(covers(one, point)).toBe(covers(rings, point))
      }
    }),
  )
})

it('returns the rings of one that was bridged, wherever they share no points', () => {
  fc.assert(
    fc.property(someRings, (rings) => {
      const points = rings.flat().map(({ x, y }) => `${x} ${y}`)
      fc.pre(new Set(points).size === points.length)
      const sorted = (all: readonly (readonly Point[])[]) => all.map((ring) => JSON.stringify(ring)).sort()
      expect(sorted(unbridged(bridged(rings)))).toEqual(sorted(rings))
    }),
  )
})

it('joins a hole by its shortest bridge, and the bearing ring stays first', () => {
  const [outer, hole] = [square(0, 0, 100), square(90, 90, 5)]
  const one = bridged([outer, hole])
  expect(one.slice(2, 9)).toEqual([outer[2], ...hole, hole[0], outer[2]])
  expect(unbridged(one)[0]).toEqual(outer)
})

it('leaves a ring without bridges as it is, also one that touches itself', () => {
  const eight = [
    { x: 0, y: 0 },
    { x: 5, y: 5 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 5 },
    { x: 0, y: 10 },
  ]
  expect(unbridged(eight)).toEqual([eight])
})

it('joins thousands of rings', () => {
  const rings = Array.from({ length: 5000 }, (_, i) => square((i % 100) * 10, Math.floor(i / 100) * 10, 4))
  expect(unbridged(bridged(rings))).toHaveLength(5000)
})

it('joins a ring of more points than a call has arguments', () => {
  const long = Array.from({ length: 300_000 }, (_, i) => ({ x: i, y: i % 2 }))
  expect(bridged([square(0, 0, 4), long])).toHaveLength(4 + long.length + 2)
})
