import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorOf } from '../../../src/shared/domain/detection.ts'
import { insidePolygon, iou, orient, type Point, segmentsTouch } from '../../../src/shared/domain/geometry.ts'

const whole = fc.integer({ min: -20, max: 20 })
const point: fc.Arbitrary<Point> = fc.record({ x: whole, y: whole })
const box = fc
  .tuple(point, fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 15 }))
  .map(([p, w, h]) => ({ x1: p.x, y1: p.y, x2: p.x + w, y2: p.y + h }))

describe('iou', () => {
  it('equals a count of unit cells', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        let overlap = 0
        let union = 0
        for (let x = -20; x < 36; x++) {
          for (let y = -20; y < 36; y++) {
            const inA = x >= a.x1 && x < a.x2 && y >= a.y1 && y < a.y2
            const inB = x >= b.x1 && x < b.x2 && y >= b.y1 && y < b.y2
            if (inA && inB) overlap++
            if (inA || inB) union++
          }
        }
        expect(iou(a, b)).toBeCloseTo(overlap / union, 12)
      }),
    )
  })
})

describe('segmentsTouch', () => {
  it('finds a point that both share, exactly when there is one (solved with fractions)', () => {
    fc.assert(
      fc.property(point, point, point, point, (a, b, c, d) => {
        const r = { x: b.x - a.x, y: b.y - a.y }
        const s = { x: d.x - c.x, y: d.y - c.y }
        const cross = r.x * s.y - r.y * s.x
        fc.pre(cross !== 0)
        const t = ((c.x - a.x) * s.y - (c.y - a.y) * s.x) / cross
        const u = ((c.x - a.x) * r.y - (c.y - a.y) * r.x) / cross
        const near = (v: number) => Math.abs(v) < 1e-9 || Math.abs(v - 1) < 1e-9
        fc.pre(!near(t) && !near(u))
        expect(segmentsTouch(a, b, c, d)).toBe(t > 0 && t < 1 && u > 0 && u < 1)
      }),
    )
  })
  it('counts a shared end and an overlap', () => {
    const [a, b, c, d] = [0, 2, 1, 3].map((x) => ({ x, y: 0 })) as [Point, Point, Point, Point]
    expect(segmentsTouch(a, b, b, d)).toBe(true)
    expect(segmentsTouch(a, b, c, d)).toBe(true)
    expect(segmentsTouch(a, c, b, d)).toBe(false)
  })
})

describe('polygons', () => {
  const notched = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 5 },
    { x: 0, y: 10 },
  ]
  it('distinguish inside from outside, also in a notch', () => {
    expect(insidePolygon({ x: 5, y: 4 }, notched)).toBe(true)
    expect(insidePolygon({ x: 5, y: 8 }, notched)).toBe(false)
    expect(insidePolygon({ x: 1, y: 8 }, notched)).toBe(true)
    expect(insidePolygon({ x: 11, y: 5 }, notched)).toBe(false)
  })
})

it('orient is negative for a point on the left of the direction of travel, as seen on screen', () => {
  expect(orient({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 5, y: -1 })).toBeLessThan(0)
})

it('anchors of a box', () => {
  const b = { x1: 10, y1: 20, x2: 30, y2: 60 }
  expect(anchorOf(b, 'bottom_center')).toEqual({ x: 20, y: 60 })
  expect(anchorOf(b, 'center')).toEqual({ x: 20, y: 40 })
  expect(anchorOf(b, 'top_right')).toEqual({ x: 30, y: 20 })
})
