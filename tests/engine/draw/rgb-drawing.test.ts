/** Drawing on stills that hold RGB: each pixel has its own colour, also at odd coordinates. */
import { describe, expect, test } from 'vitest'
import { pixelate } from '../../../src/engine/draw/blur.ts'
import type { Ink } from '../../../src/engine/draw/ink.ts'
import { fillPolygon, fillRoundBox, strokeBox, strokeSegment } from '../../../src/engine/draw/shapes.ts'
import { Surface } from '../../../src/engine/draw/surface.ts'
import type { I420 } from '../../../src/engine/media/frame.ts'
import { createSlot } from '../../../src/engine/media/slot.ts'

const INK: Ink = { y: 220, u: 90, v: 160, rgb: [200, 240, 120] }
const SIZE = { width: 41, height: 31 }

/** A full-range still in uniform grey, as YUV and RGB. */
function still(): I420 {
  const slot = createSlot(SIZE, { matrix: 'bt601', fullRange: true, primaries: 2, transfer: 2 })
  slot.image.y.fill(100)
  slot.image.u.fill(128)
  slot.image.v.fill(128)
  const rgb = slot.takeRgb()
  for (const plane of [rgb.red, rgb.green, rgb.blue]) plane.fill(100)
  return slot.image
}

const at = ({ rgb }: I420, x: number, y: number) =>
  [rgb?.red, rgb?.green, rgb?.blue].map((plane) => plane?.[y * (rgb?.stride ?? 0) + x])

test('a rectangle at odd coordinates covers its own pixels and no others', () => {
  const image = still()
  new Surface(image).fillRect(3, 5, 8, 9, INK)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const inside = x >= 3 && x < 8 && y >= 5 && y < 9
      expect(at(image, x, y)).toEqual(inside ? [200, 240, 120] : [100, 100, 100])
    }
  }
})

describe('every shape covers the RGB of a pixel as it covers its luma', () => {
  const shapes: [string, (surface: Surface) => void][] = [
    ['a box', (s) => strokeBox(s, { x1: 3.4, y1: 2.2, x2: 37.7, y2: 28.1 }, 4, 3, INK, 1)],
    ['a faint box', (s) => strokeBox(s, { x1: 5, y1: 5, x2: 30, y2: 25 }, 2, 4, INK, 0.32)],
    ['a box over every edge', (s) => strokeBox(s, { x1: -3, y1: -3, x2: 45, y2: 35 }, 4, 9, INK, 1)],
    ['a chip', (s) => fillRoundBox(s, { x1: 4.5, y1: 20, x2: 41, y2: 31 }, 3, INK, 0.94)],
    ['a segment', (s) => strokeSegment(s, { x: 2, y: 3 }, { x: 38, y: 27 }, 3, 3, INK)],
    [
      'a polygon',
      (s) =>
        fillPolygon(
          s,
          [
            { x: 1, y: 1 },
            { x: 40, y: 8 },
            { x: 12, y: 30 },
          ],
          INK,
          0.16,
        ),
    ],
  ]
  test.each(shapes)('%s changes the same pixels in both', (_, draw) => {
    const image = still()
    draw(new Surface(image))
    let touched = 0
    for (let y = 0; y < SIZE.height; y++) {
      for (let x = 0; x < SIZE.width; x++) {
        const share = ((image.y[y * image.strideY + x] as number) - 100) / (220 - 100)
        const [red = 0, green = 0, blue = 0] = at(image, x, y)
        if (share > 0) touched++
        expect(Math.abs(red - (100 + share * 100))).toBeLessThan(2.5)
        expect(Math.abs(green - (100 + share * 140))).toBeLessThan(2.5)
        expect(Math.abs(blue - (100 + share * 20))).toBeLessThan(2.5)
      }
    }
    expect(touched).toBeGreaterThan(20)
  })
})

test('a blurred region has one RGB value per cell, and pixels outside keep their values', () => {
  const image = still()
  const { red, stride } = rgbPlanesOf(image)
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) red[y * stride + x] = (x * 17 + y * 5) % 256
  const before = Uint8Array.from(red)
  pixelate(image, { box: { x1: 8, y1: 8, x2: 32, y2: 24 } })
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const inside = x >= 8 && x < 32 && y >= 8 && y < 24
      const cell = [8 + 4 * ((x - 8) >> 2), 8 + 4 * ((y - 8) >> 2)] as const
      const wanted = inside ? red[cell[1] * stride + cell[0]] : before[y * stride + x]
      expect(red[y * stride + x]).toBe(wanted)
    }
  }
})

function rgbPlanesOf({ rgb }: I420) {
  if (!rgb) throw new Error('no RGB')
  return rgb
}
