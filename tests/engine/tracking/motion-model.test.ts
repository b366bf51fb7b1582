import { describe, expect, it } from 'vitest'
import { warpMotion, xyah, xywh } from '../../../src/engine/tracking/motion-model.ts'
import type { Box } from '../../../src/shared/domain/geometry.ts'

const box = (x: number, y: number, width: number, height: number): Box => ({
  x1: x,
  y1: y,
  x2: x + width,
  y2: y + height,
})

describe.each([
  ['centre, aspect ratio, height', xyah],
  ['centre, width, height', xywh],
])('a box tracked by %s', (_name, model) => {
  it('starts at its first detection, at rest', () => {
    const motion = model.start(box(10, 20, 30, 60))
    expect(model.boxOf(motion)).toEqual(box(10, 20, 30, 60))
    model.predict(motion, true)
    expect(model.boxOf(motion)).toEqual(box(10, 20, 30, 60))
  })

  it('learns a steady walk and continues it', () => {
    const motion = model.start(box(0, 0, 40, 80))
    for (let k = 1; k <= 40; k++) {
      model.predict(motion, true)
      model.correct(motion, box(4 * k, -2 * k, 40, 80))
    }
    model.predict(motion, true)
    const expected = model.boxOf(motion)
    expect(expected.x1).toBeCloseTo(164, 1)
    expect(expected.y1).toBeCloseTo(-82, 1)
    expect(expected.x2 - expected.x1).toBeCloseTo(40, 1)
  })

  it('stops growing while it is not seen', () => {
    const motion = model.start(box(0, 0, 40, 80))
    for (let k = 1; k <= 30; k++) {
      model.predict(motion, true)
      model.correct(motion, box(0, 0, 40 + k, 80 + 2 * k))
    }
    const { y1, y2 } = model.boxOf(motion)
    for (let k = 0; k < 10; k++) model.predict(motion, false)
    const after = model.boxOf(motion)
    expect(after.y2 - after.y1).toBeCloseTo(y2 - y1, 6)
  })
})

describe('camera motion', () => {
  it('shifts the box and turns its velocity', () => {
    const motion = xywh.start(box(100, 100, 40, 40))
    for (let k = 1; k <= 40; k++) {
      xywh.predict(motion, true)
      xywh.correct(motion, box(100 + 5 * k, 100, 40, 40))
    }
    // A quarter turn: motion to the right becomes motion downwards.
    warpMotion(motion, [0, -1, 1000, 1, 0, 0])
    const before = xywh.boxOf(motion)
    expect((before.x1 + before.x2) / 2).toBeCloseTo(1000 - 120, 0)
    expect((before.y1 + before.y2) / 2).toBeCloseTo(320, 0)
    expect(motion.centre.vp).toBeCloseTo(0, 1)
    expect(motion.centre.vq).toBeCloseTo(5, 1)
  })
})
