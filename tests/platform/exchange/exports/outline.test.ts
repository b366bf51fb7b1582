import fc from 'fast-check'
import { expect, it } from 'vitest'
import { areaOf, outlineOf, type Point } from '../../../../src/platform/exchange/exports/formats/outline.ts'

const square = (x: number, y: number, size: number): Point[] => [
  { x, y },
  { x: x + size, y },
  { x: x + size, y: y + size },
  { x, y: y + size },
]

it('keeps the rings that lie in no other, the largest first, in whatever order and direction they are given', () => {
  const [large, hole, island, apart] = [square(0, 0, 100), square(10, 10, 50), square(20, 20, 5), square(200, 0, 20)]
  const given = [island, hole, apart, large]
  for (const rings of [given, given.map((ring) => ring.toReversed()), given.toReversed()]) {
    const { rings: kept, holes, area } = outlineOf(rings)
    expect(kept.map(areaOf)).toEqual([10_000, 400])
    expect([holes, area]).toEqual([2, 10_400])
  }
})

it('keeps rings that only overlap, and those in a bay of another', () => {
  const overlapping = [square(0, 0, 10), square(5, 5, 10)]
  expect(outlineOf(overlapping).rings).toHaveLength(2)
  const bay = [
    ...[
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
      { x: 90, y: 100 },
    ],
    ...[
      { x: 90, y: 10 },
      { x: 10, y: 10 },
      { x: 10, y: 100 },
      { x: 0, y: 100 },
    ],
  ]
  expect(outlineOf([bay, square(40, 40, 5)])).toMatchObject({ holes: 0 })
})

it('counts every ring once', () => {
  const rings = fc.array(
    fc.array(fc.record({ x: fc.integer({ min: 0, max: 50 }), y: fc.integer({ min: 0, max: 50 }) }), {
      minLength: 3,
      maxLength: 6,
    }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(rings, (paths) => {
      const { rings: kept, holes, area } = outlineOf(paths)
      expect(kept.length + holes).toBe(paths.length)
      expect(area).toBeGreaterThanOrEqual(Math.max(...paths.map(areaOf)) - 1e-9)
      expect(areaOf(kept[0] ?? [])).toBe(Math.max(...paths.map(areaOf)))
    }),
  )
})
