/** Objects that are followed from one image to another: textured squares before a textured background. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plane } from '../../../src/engine/tracking/camera-motion/luma-pyramid.ts'
import { followObjects } from '../../../src/engine/tracking/object-following/follow-objects.ts'
import { mipsOf } from '../../../src/engine/tracking/object-following/luma-view.ts'
import { mapped } from '../../../src/shared/domain/affine.ts'
import type { BoundingBox } from '../../../src/shared/domain/annotation.ts'

const [WIDTH, HEIGHT] = [320, 240]

const random = (x: number, y: number, salt: number): number =>
  (Math.imul(Math.imul(x + 61 * salt, 73_856_093) ^ Math.imul(y + 17 * salt, 19_349_663), 2_654_435_761) >>> 8) /
  2 ** 24

/** Pixels between two values of a texture. */
const CELL = 5

/** Value noise: random brightness, 0 to 1, interpolated between the corners of cells. */
function texture(x: number, y: number, salt: number): number {
  const [u, v] = [x / CELL, y / CELL]
  const [i, j] = [Math.floor(u), Math.floor(v)]
  const upper = random(i, j, salt) * (1 - u + i) + random(i + 1, j, salt) * (u - i)
  const lower = random(i, j + 1, salt) * (1 - u + i) + random(i + 1, j + 1, salt) * (u - i)
  return upper * (1 - v + j) + lower * (v - j)
}

interface Placed extends BoundingBox {
  /** The scale of the object's texture, against that of the first image. */
  scale?: number
}

const backgrounds = new Map<number, Float64Array>()

/** Brightness of all pixels without an object. */
function background(salt: number): Float64Array {
  const known = backgrounds.get(salt)
  if (known) return known
  const made = Float64Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const x = i % WIDTH
    return 20 + 60 * texture(x, (i - x) / WIDTH, salt)
  })
  backgrounds.set(salt, made)
  return made
}

function picture(object: Placed | null, { noise = 0, salt = 1 } = {}): Plane {
  const data = new Uint8Array(WIDTH * HEIGHT)
  const behind = background(salt)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isIn = object && x >= object.x && y >= object.y && x < object.x + object.w && y < object.y + object.h
      const scale = object?.scale ?? 1
      const value = isIn
        ? 60 + 180 * texture((x - object.x) / scale, (y - object.y) / scale, 5)
        : (behind[y * WIDTH + x] as number)
      const grain = noise === 0 ? 0 : noise * (2 * random(x, y, 33) - 1)
      data[y * WIDTH + x] = Math.min(255, Math.max(0, value + grain))
    }
  }
  return { width: WIDTH, height: HEIGHT, data }
}

const follow = (from: Plane, to: Plane, box: BoundingBox) => followObjects(mipsOf(from), mipsOf(to), [box])[0] ?? null

describe('an object that is followed', () => {
  it('has its new place to a pixel, wherever it moved by up to its own size', () => {
    const move = fc.record({ dx: fc.integer({ min: -40, max: 40 }), dy: fc.integer({ min: -36, max: 36 }) })
    const box = { x: 130, y: 95, w: 48, h: 40 }
    const before = mipsOf(picture(box))
    fc.assert(
      fc.property(move, fc.constantFrom(0, 6), ({ dx, dy }, noise) => {
        const after = mipsOf(picture({ ...box, x: box.x + dx, y: box.y + dy }, { noise }))
        const found = followObjects(before, after, [box])[0]
        expect(found?.score).toBeGreaterThan(0.55)
        const { x, y } = mapped(found?.map ?? { a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 }, box)
        expect(Math.abs(x - box.x - dx)).toBeLessThan(1.5)
        expect(Math.abs(y - box.y - dy)).toBeLessThan(1.5)
      }),
      { numRuns: 40 },
    )
  })

  it('grows with its picture', () => {
    const box = { x: 130, y: 95, w: 60, h: 50 }
    const found = follow(picture(box), picture({ ...box, w: 69, h: 57.5, scale: 1.15 }), box)
    expect(found?.map.a).toBeGreaterThan(1.1)
    expect(found?.map.a).toBeLessThan(1.2)
  })

  it('is lost when it is no longer there', () => {
    const box = { x: 130, y: 95, w: 48, h: 40 }
    expect(follow(picture(box), picture(null), box)).toBeNull()
    expect(follow(picture(box), picture(null, { salt: 9 }), box)).toBeNull()
  })

  it('is lost when most of it has left the image', () => {
    const box = { x: 8, y: 95, w: 48, h: 40 }
    expect(follow(picture(box), picture({ ...box, x: -34 }), box)).toBeNull()
  })

  it('is lost where the image is flat, and when it has hardly any pixels', () => {
    const flat = { width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT).fill(128) }
    expect(follow(flat, flat, { x: 100, y: 100, w: 40, h: 40 })).toBeNull()
    const box = { x: 130, y: 95, w: 48, h: 40 }
    expect(follow(picture(box), picture(box), { x: 140, y: 100, w: 3, h: 3 })).toBeNull()
  })

  it('stays in place when nothing moves, for any box in the image', () => {
    const box = fc.record({
      x: fc.integer({ min: 0, max: 260 }),
      y: fc.integer({ min: 0, max: 180 }),
      w: fc.integer({ min: 12, max: 60 }),
      h: fc.integer({ min: 12, max: 60 }),
    })
    const still = mipsOf(picture({ x: 100, y: 80, w: 60, h: 60 }))
    fc.assert(
      fc.property(box, (of) => {
        const found = followObjects(still, still, [of])[0]
        if (!found) return
        const { x, y } = mapped(found.map, of)
        expect(Math.hypot(x - of.x, y - of.y)).toBeLessThan(0.5)
      }),
      { numRuns: 60 },
    )
  })
})
