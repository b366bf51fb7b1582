import { describe, expect, it } from 'vitest'
import type { I420 } from '../../../src/engine/media/frame.ts'
import { isUpright, orient, orientationOf, orientedSize } from '../../../src/engine/media/orientation.ts'
import { createSlot } from '../../../src/engine/media/slot.ts'

const matrixOf = (a: number, b: number, c: number, d: number): Buffer => {
  const matrix = Buffer.alloc(36)
  for (const [i, v] of [a, b, 0, c, d, 0, 0, 0].entries()) matrix.writeInt32LE(v * 65_536, 4 * i)
  matrix.writeInt32LE(1 << 30, 32)
  return matrix
}

/** Each pixel's value encodes its position. */
function picture(width: number, height: number): I420 {
  const { image } = createSlot({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) image.y[y * image.strideY + x] = (x * 7 + y * 31) & 255
  for (let y = 0; y < (height + 1) >> 1; y++) {
    for (let x = 0; x < (width + 1) >> 1; x++) {
      image.u[y * image.strideUV + x] = (x * 5 + y * 17) & 255
      image.v[y * image.strideUV + x] = (x * 11 + y * 3) & 255
    }
  }
  return image
}

describe('orientation', () => {
  // Name, matrix, and the displayed position of the pixel (x, y) of a w by h image.
  const turns: [string, Buffer, (x: number, y: number, w: number, h: number) => [number, number]][] = [
    ['a quarter turn clockwise', matrixOf(0, 1, -1, 0), (x, y, _w, h) => [h - 1 - y, x]],
    ['half a turn', matrixOf(-1, 0, 0, -1), (x, y, w, h) => [w - 1 - x, h - 1 - y]],
    ['a quarter turn anticlockwise', matrixOf(0, -1, 1, 0), (x, y, w) => [y, w - 1 - x]],
    ['mirrored left to right', matrixOf(-1, 0, 0, 1), (x, y, w) => [w - 1 - x, y]],
    ['mirrored along the diagonal', matrixOf(0, 1, 1, 0), (x, y) => [y, x]],
  ]
  it.each(turns)('moves every pixel to its displayed position: %s', (_, matrix, shownAt) => {
    for (const [width, height] of [
      [70, 46],
      [33, 65],
      [1, 1],
    ] as const) {
      const from = picture(width, height)
      const o = orientationOf(matrix)
      const into = createSlot(orientedSize(from, o)).image
      orient(from, into, o)
      const planes = [
        ['y', width, height, 'strideY'],
        ['u', (width + 1) >> 1, (height + 1) >> 1, 'strideUV'],
        ['v', (width + 1) >> 1, (height + 1) >> 1, 'strideUV'],
      ] as const
      for (const [plane, w, h, stride] of planes) {
        for (let y = 0; y < h; y++) {
          for (let x = 0; x < w; x++) {
            const [sx, sy] = shownAt(x, y, w, h)
            expect(into[plane][sy * into[stride] + sx]).toBe(from[plane][y * from[stride] + x])
          }
        }
      }
    }
  })

  it('treats a missing, short or zero matrix as upright', () => {
    for (const matrix of [null, Buffer.alloc(8), Buffer.alloc(36), matrixOf(1, 0, 0, 1)]) {
      expect(isUpright(orientationOf(matrix))).toBe(true)
    }
  })
})
