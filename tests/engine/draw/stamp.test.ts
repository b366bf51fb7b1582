/** Glyphs are drawn from their covered blocks. */
import { describe, expect, it } from 'vitest'
import type { Ink } from '../../../src/engine/draw/ink.ts'
import { stampOf } from '../../../src/engine/draw/stamp.ts'
import { Surface } from '../../../src/engine/draw/surface.ts'
import type { I420 } from '../../../src/engine/media/frame.ts'
import { canvas } from './canvas.ts'

const INK: Ink = { y: 220, u: 90, v: 160, rgb: [200, 240, 120] }

/** A third of the pixels each is uncovered, solid, and in between; the first 2 x 2 block is solid. */
const maskOf = (width: number, height: number): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, i) => {
    const value = (i * 7919 + 31) % 765
    const [x, y] = [i % width, Math.floor(i / width)]
    return x < 3 && y < 3 ? 255 : value < 255 ? 0 : value < 510 ? value - 255 : 255
  })

const planes = ({ y, u, v }: I420) => [y, u, v].map((plane) => Array.from(plane))

describe('a stamp', () => {
  it.each([
    [6, 8],
    [7, 5],
    [1, 1],
  ])('blends as the coverage that it was made of, at every position: %i x %i', (width, height) => {
    const mask = maskOf(width, height)
    for (const [x, y] of [
      [4, 6],
      [5, 6],
      [4, 7],
      [5, 7],
    ] as const) {
      for (const opacity of [1, 0.55]) {
        const [painted, stamped] = [canvas(40, 30), canvas(40, 30)]
        new Surface(painted.image).paint(x, y, x + width, y + height, INK, opacity, (row, line, from, to) => {
          for (let i = from; i < to; i++) row[i - from] = mask[(line - y) * width + i - x] as number
        })
        const [oddX, oddY] = [x & 1, y & 1] as [0 | 1, 0 | 1]
        const stamp = stampOf(mask, width, height, oddX, oddY)
        expect(new Surface(stamped.image).stamp(stamp, x - oddX, y - oddY, INK, opacity)).toBe(true)
        expect(planes(stamped.image)).toEqual(planes(painted.image))
      }
    }
  })

  it('is not drawn where a part of it would be outside of the image', () => {
    const stamp = stampOf(maskOf(6, 6), 6, 6, 0, 0)
    const { image, intact } = canvas(21, 15)
    const before = planes(image)
    for (const [x, y] of [
      [-2, 0],
      [0, -2],
      [16, 0],
      [0, 10],
      [Number.NaN, 0],
    ] as const) {
      expect(new Surface(image).stamp(stamp, x, y, INK, 1)).toBe(false)
    }
    expect(planes(image)).toEqual(before)
    expect(intact()).toBe(true)
  })
})
