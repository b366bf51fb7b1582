import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type ColorInfo, defaultColor, rgbToYuv } from '../../../src/engine/media/color.ts'
import { encodeJpeg } from '../../../src/engine/media/jpeg-writer.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { canvas } from '../draw/canvas.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
const COLOURS = [
  [200, 30, 40],
  [20, 160, 220],
] as const

/** Left half in the first colour, right half in the second. */
function halves(color: ColorInfo, width = 160, height = 90) {
  const { image } = canvas(width, height, 0, color)
  for (const [i, rgb] of COLOURS.entries()) {
    const [luma, u, v] = rgbToYuv(rgb, color)
    for (let y = 0; y < height; y++) {
      const row = y * image.strideY + (i * width) / 2
      image.y.fill(luma, row, row + width / 2)
      const half = (y >> 1) * image.strideUV + (i * width) / 4
      image.u.fill(u, half, half + width / 4)
      image.v.fill(v, half, half + width / 4)
    }
  }
  return image
}

const size = { width: 160, height: 90 }
const full = { ...defaultColor(size), fullRange: true }

test.each([
  ['BT.601 video', { ...defaultColor(size), matrix: 'bt601' } as const],
  ['BT.709 video', { ...defaultColor(size), matrix: 'bt709' } as const],
  ['a full-range still', full],
])('a crop of %s shows its region in its colours', async (name, color) => {
  const path = file(`${name.replace(/\W/g, '')}.jpg`)
  await writeFile(path, await encodeJpeg(halves(color), { x1: 61, y1: 7, x2: 112, y2: 50 }))
  const reader = await openMedia(path)
  expect(reader.info).toMatchObject({ kind: 'image', width: 52, height: 44 })
  for await (const frame of reader.frames()) {
    const { image } = frame
    expect(image.color).toMatchObject({ matrix: 'bt601', fullRange: true })
    for (const [i, rgb] of COLOURS.entries()) {
      const wanted = rgbToYuv(rgb, { ...full, matrix: 'bt601' })
      // The region starts at column 60, so the halves meet at column 20.
      const x = i === 0 ? 8 : 40
      const seen = [
        image.y[20 * image.strideY + x],
        image.u[10 * image.strideUV + x / 2],
        image.v[10 * image.strideUV + x / 2],
      ]
      for (const [c, value] of seen.entries())
        expect(Math.abs((value as number) - (wanted[c] as number))).toBeLessThan(5)
    }
    frame.close()
  }
  await reader.close()
})

test('regions of the smallest and of odd sizes can be stored', async () => {
  for (const [w, h] of [
    [1, 1],
    [3, 5],
    [17, 2],
  ] as const) {
    const path = file(`${w}x${h}.jpg`)
    await writeFile(path, await encodeJpeg(halves(full), { x1: 10, y1: 10, x2: 10 + w, y2: 10 + h }))
    const reader = await openMedia(path)
    expect(reader.info).toMatchObject({ width: w, height: h })
    await reader.close()
  }
})
