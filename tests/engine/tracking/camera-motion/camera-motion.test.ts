import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createCameraMotion,
  type SavedCameraMotion,
} from '../../../../src/engine/tracking/camera-motion/camera-motion.ts'
import type { Luma } from '../../../../src/engine/tracking/camera-motion/luma-pyramid.ts'
import type { Warp } from '../../../../src/engine/tracking/motion-model.ts'
import type { Box } from '../../../../src/shared/domain/geometry.ts'
import { cameraWarp, moved, picture, world, worstCorner } from './scene.ts'

const [WIDTH, HEIGHT] = [640, 360]
const STILL: Warp = [1, 0, 0, 0, 1, 0]

function between(
  first: Luma,
  second: Luma,
  boxes: readonly Box[] = [],
  model: 'similarity' | 'affine' | 'shift' = 'similarity',
) {
  const motion = createCameraMotion(model)
  expect(motion.next(first, boxes)).toBeNull()
  return motion.next(second, boxes)
}
const see = (brightness: (x: number, y: number) => number, width = WIDTH, height = HEIGHT) =>
  picture(width, height, brightness)

describe('camera motion', () => {
  it('finds shifts, rotations and zooms within a fraction of a pixel', () => {
    const move = fc.record({
      seed: fc.integer({ min: 1, max: 1e6 }),
      dx: fc.double({ min: -40, max: 40, noNaN: true }),
      dy: fc.double({ min: -25, max: 25, noNaN: true }),
      angle: fc.double({ min: -0.03, max: 0.03, noNaN: true }),
      zoom: fc.double({ min: 0.97, max: 1.03, noNaN: true }),
    })
    fc.assert(
      fc.property(move, ({ seed, dx, dy, angle, zoom }) => {
        const warp = cameraWarp(WIDTH, HEIGHT, angle, zoom, dx, dy)
        const scene = world(seed)
        const found = between(see(scene), see(moved(scene, warp)))
        expect(found).not.toBeNull()
        expect(worstCorner(found as Warp, warp, WIDTH, HEIGHT)).toBeLessThan(0.5)
      }),
      { numRuns: 12 },
    )
  })

  it.each([
    ['shift', STILL.with(2, 12.3).with(5, -7.6)],
    ['affine', [1.01, 0.012, 5, -0.004, 0.992, 3]],
  ] as const)('finds an %s', (model, warp) => {
    const scene = world(5)
    const found = between(see(scene), see(moved(scene, warp as unknown as Warp)), [], model)
    expect(worstCorner(found as Warp, warp as unknown as Warp, WIDTH, HEIGHT)).toBeLessThan(0.4)
  })

  it('is in pixels of the frame, whatever its size', () => {
    const fine = world(9)
    const coarse = (x: number, y: number) => fine(x / 3, y / 3)
    for (const [width, height] of [
      [1920, 1080],
      [1283, 717],
      [161, 121],
    ] as const) {
      const warp = cameraWarp(width, height, 0.004, 1.003, width / 60, -height / 70)
      const scene = width > 600 ? coarse : fine
      const found = between(see(scene, width, height), see(moved(scene, warp), width, height))
      expect(worstCorner(found as Warp, warp, width, height)).toBeLessThan(width / 1000 + 0.2)
    }
  })

  it('is zero for a still camera, with or without noise', () => {
    const noisy = (seed: number) => {
      const scene = world(3)
      return (x: number, y: number) => scene(x, y) + 5 * Math.sin(x * 91.7 * seed + y * 57.3)
    }
    const found = between(see(noisy(1)), see(noisy(2)))
    expect(worstCorner(found as Warp, STILL, WIDTH, HEIGHT)).toBeLessThan(0.3)
  })

  it('does not mistake a change of exposure for motion', () => {
    const warp = cameraWarp(WIDTH, HEIGHT, 0, 1, 6, 3)
    const scene = world(8)
    const brighter = moved(scene, warp)
    const found = between(
      see(scene),
      see((x, y) => brighter(x, y) * 1.05 + 8),
    )
    expect(worstCorner(found as Warp, warp, WIDTH, HEIGHT)).toBeLessThan(0.5)
  })

  it('is unknown at a cut, without texture, and for another size', () => {
    for (let seed = 1; seed <= 6; seed++) expect(between(see(world(seed)), see(world(seed + 50)))).toBeNull()
    const flat = (x: number, y: number) => 120 + 2 * Math.sin(x * 12.9 + y * 78.2)
    expect(between(see(flat), see(flat))).toBeNull()
    expect(between(see(world(1)), see(world(1), 320, 180))).toBeNull()
    expect(between(see(world(1), 8, 6), see(world(1), 8, 6))).toBeNull()
  })

  it('follows the background past large objects that move independently', () => {
    const warp = cameraWarp(WIDTH, HEIGHT, 0.005, 1, 9, 4)
    const scene = world(21)
    const thing = world(99)
    const inFront = (x: number, y: number, at: number) => x > 180 + at && x < 420 + at && y > 90
    const first = see((x, y) => (inFront(x, y, 0) ? thing(x, y) : scene(x, y)))
    const behind = moved(scene, warp)
    const second = see((x, y) => (inFront(x, y, -22) ? thing(x + 22, y) : behind(x, y)))
    expect(worstCorner(between(first, second) as Warp, warp, WIDTH, HEIGHT)).toBeLessThan(0.5)
  })

  it('ignores detections, even where they fill most of the frame', () => {
    const warp = cameraWarp(WIDTH, HEIGHT, 0, 1, -7, 2)
    const scene = world(31)
    const thing = world(77)
    const box = { x1: 120, y1: 0, x2: 560, y2: 360 }
    const first = see((x, y) => (x > box.x1 && x < box.x2 ? thing(x, y) : scene(x, y)))
    const behind = moved(scene, warp)
    const second = see((x, y) => (x > box.x1 && x < box.x2 ? thing(x - 9, y) : behind(x, y)))
    expect(worstCorner(between(first, second, [box]) as Warp, warp, WIDTH, HEIGHT)).toBeLessThan(0.6)
    expect(worstCorner(between(first, second) as Warp, warp, WIDTH, HEIGHT)).toBeGreaterThan(5)
  })

  it('resumes exactly from its saved state', () => {
    const scene = world(12)
    const frames = Array.from({ length: 6 }, (_, k) =>
      see(moved(scene, cameraWarp(320, 180, k / 300, 1, 5 * k, 2 * k)), 320, 180),
    )
    const whole = createCameraMotion('similarity')
    const warps = frames.map((frame) => whole.next(frame, []))
    expect(warps.slice(1)).not.toContain(null)
    for (let cut = 0; cut < frames.length; cut++) {
      const before = createCameraMotion('similarity')
      for (const frame of frames.slice(0, cut)) before.next(frame, [])
      const saved = deserialize(serialize(before.save())) as SavedCameraMotion | null
      const after = createCameraMotion('similarity', saved)
      expect(frames.slice(cut).map((frame) => after.next(frame, []))).toEqual(warps.slice(cut))
    }
  })
})
