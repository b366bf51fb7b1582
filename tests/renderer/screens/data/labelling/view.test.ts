import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitView,
  MAX_SCALE,
  panned,
  toImage,
  toStage,
  visibleBounds,
  zoomedAt,
} from '../../../../../src/renderer/screens/data/labelling/canvas/view.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 12_000 }), height: fc.integer({ min: 1, max: 12_000 }) })
const stage = { width: 1000, height: 700 }
const place = fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.integer({ min: 0, max: 700 }) })
const factors = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { maxLength: 12 })

describe('the view', () => {
  it('shows the whole image at first', () => {
    fc.assert(
      fc.property(size, (image) => {
        const shown = visibleBounds(fitView(image, stage), stage)
        expect(shown.minX).toBeLessThanOrEqual(0)
        expect(shown.minY).toBeLessThanOrEqual(0)
        expect(shown.maxX).toBeGreaterThanOrEqual(image.width)
        expect(shown.maxY).toBeGreaterThanOrEqual(image.height)
      }),
    )
  })

  it('keeps the place below the pointer when it zooms, within its limits', () => {
    fc.assert(
      fc.property(size, place, factors, (image, at, factors) => {
        let view = fitView(image, stage)
        const before = toImage(view, at)
        for (const factor of factors) view = zoomedAt(view, at, factor, image, stage)
        const after = toStage(view, before)
        expect(after.x).toBeCloseTo(at.x, 4)
        expect(after.y).toBeCloseTo(at.y, 4)
        expect(view.scale).toBeLessThanOrEqual(MAX_SCALE)
      }),
    )
  })

  it('never loses the image when it is moved', () => {
    fc.assert(
      fc.property(size, fc.array(fc.record({ x: fc.integer(), y: fc.integer() }), { maxLength: 5 }), (image, steps) => {
        let view = fitView(image, stage)
        for (const step of steps) view = panned(view, step, image, stage)
        const shown = visibleBounds(view, stage)
        expect(shown.minX).toBeLessThan(image.width)
        expect(shown.maxX).toBeGreaterThan(0)
        expect(shown.minY).toBeLessThan(image.height)
        expect(shown.maxY).toBeGreaterThan(0)
      }),
    )
  })
})
