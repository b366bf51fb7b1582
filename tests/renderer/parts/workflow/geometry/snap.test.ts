import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snapped } from '../../../../../src/renderer/parts/workflow/geometry/snap.ts'
import { FIT, MAX_ZOOM, panned, zoomedAt } from '../../../../../src/renderer/parts/workflow/geometry/zoom-pan.tsx'
import type { Geometry } from '../../../../../src/shared/blocks/measure.ts'
import type { NormPoint } from '../../../../../src/shared/domain/geometry.ts'

const line: Geometry = {
  kind: 'line',
  name: 'A',
  points: [
    [0.2, 0.5],
    [0.8, 0.5],
  ],
}
const share = fc.double({ min: 0, max: 1, noNaN: true })
const inner = fc.integer({ min: 300, max: 700 }).map((n) => n / 1000)
const place = fc.tuple(inner, inner) as fc.Arbitrary<NormPoint>

describe('snapping', () => {
  const to = { aspect: 2, reach: 0.02, geometries: [line] }
  it('attracts to corners first, then to sides, then to the border of the frame', () => {
    expect(snapped([0.205, 0.49], to)).toEqual([0.2, 0.5])
    expect(snapped([0.5, 0.511], to)).toEqual([0.5, 0.5])
    expect(snapped([0.004, 0.2], to)).toEqual([0, 0.2])
    expect(snapped([0.4, 0.9], to)).toEqual([0.4, 0.9])
  })

  it('never attracts a point to itself', () => {
    expect(snapped([0.206, 0.508], { ...to, except: { shape: 0, point: 0 } })).toEqual([0.206, 0.508])
  })

  it('with Shift keeps one of eight directions as seen on the screen', () => {
    const aspect = 16 / 9
    fc.assert(
      fc.property(place, place, (from, p) => {
        const [x, y] = snapped(p, { ...to, aspect, straightFrom: from })
        const [dx, dy] = [Math.abs(x - from[0]) * aspect, Math.abs(y - from[1])]
        expect(Math.min(dx, dy, Math.abs(dx - dy))).toBeLessThan(4e-4)
      }),
    )
  })
})

describe('zooming', () => {
  it('keeps the point under the pointer, unless the border of the frame comes into view', () => {
    fc.assert(
      fc.property(share, share, fc.double({ min: 1, max: 5, noNaN: true }), (x, y, factor) => {
        const view = zoomedAt(FIT, { x, y }, factor)
        expect(view.x + x * view.zoom).toBeCloseTo(x)
        expect(view.y + y * view.zoom).toBeCloseTo(y)
      }),
    )
  })

  it('never shows anything outside the frame, however it is zoomed and panned', () => {
    const move = fc.double({ min: -3, max: 3, noNaN: true })
    const step = fc.record({
      x: share,
      y: share,
      factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
      dx: move,
      dy: move,
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const view = steps.reduce((v, s) => panned(zoomedAt(v, s, s.factor), s.dx, s.dy), FIT)
        expect(view.zoom).toBeGreaterThanOrEqual(1)
        expect(view.zoom).toBeLessThanOrEqual(MAX_ZOOM)
        for (const at of [view.x, view.y]) {
          expect(at).toBeLessThanOrEqual(0)
          expect(at + view.zoom).toBeGreaterThanOrEqual(1 - 1e-9)
        }
      }),
    )
  })
})
