import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  panBy,
  place,
  toScreen,
  WHOLE,
  zoomAt,
  zoomToPoints,
} from '../../../../../src/renderer/parts/run/overlay/view.ts'

const frame = { width: 1280, height: 720 }
const stages = fc.record({ width: fc.integer({ min: 200, max: 2000 }), height: fc.integer({ min: 150, max: 1200 }) })

describe('zooming', () => {
  test('starts with the whole frame in the middle', () => {
    expect(place(WHOLE, { width: 640, height: 400 }, frame)).toEqual({ left: 0, top: 20, scale: 0.5 })
  })

  test('keeps the point under the pointer in place while the frame fills the stage', () => {
    const stage = { width: 640, height: 360 }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 640 }), fc.integer({ min: 0, max: 360 }), (x, y) => {
        const before = place(WHOLE, stage, frame)
        const point = { x: (x - before.left) / before.scale, y: (y - before.top) / before.scale }
        const after = place(zoomAt(WHOLE, 3, { x, y }, stage, frame), stage, frame)
        expect(toScreen(after, point.x, point.y).x).toBeCloseTo(x, 6)
        expect(toScreen(after, point.x, point.y).y).toBeCloseTo(y, 6)
      }),
    )
  })

  test('and panning leave no gap that the fitted frame would not have', () => {
    const moves = fc.array(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 })))
    fc.assert(
      fc.property(stages, fc.double({ min: 1, max: 10, noNaN: true }), moves, (stage, factor, all) => {
        let view = zoomAt(WHOLE, factor, { x: 10, y: 10 }, stage, frame)
        for (const [dx, dy] of all) view = panBy(view, dx, dy, stage, frame)
        const whole = place(WHOLE, stage, frame)
        const { left, top, scale } = place(view, stage, frame)
        expect(left).toBeLessThanOrEqual(whole.left + 1e-6)
        expect(top).toBeLessThanOrEqual(whole.top + 1e-6)
        expect(left + frame.width * scale).toBeGreaterThanOrEqual(stage.width - whole.left - 1e-6)
        expect(top + frame.height * scale).toBeGreaterThanOrEqual(stage.height - whole.top - 1e-6)
      }),
    )
  })

  test('to points shows all of them, enlarged', () => {
    const stage = { width: 640, height: 360 }
    const points = [
      { x: 0.2, y: 0.3 },
      { x: 0.35, y: 0.5 },
    ]
    const view = zoomToPoints(points, stage, frame)
    expect(view.zoom).toBeGreaterThan(2)
    for (const { x, y } of points) {
      const on = toScreen(place(view, stage, frame), x * frame.width, y * frame.height)
      expect(on.x).toBeGreaterThan(0)
      expect(on.x).toBeLessThan(stage.width)
      expect(on.y).toBeGreaterThan(0)
      expect(on.y).toBeLessThan(stage.height)
    }
  })
})
