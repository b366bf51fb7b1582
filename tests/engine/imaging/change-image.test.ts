/** Tiles and changed copies that the engine makes of image files: real files, in its own process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changeImage } from '../../../src/engine/imaging/change-image.ts'
import { type Affine, IDENTITY, inTurn, rotation, scaling, translation } from '../../../src/shared/domain/affine.ts'
import type { PixelChange } from '../../../src/shared/engine-contract/picture-change.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sightline-change-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const [WIDTH, HEIGHT] = [6, 4]
/** Each pixel has a value of its own. */
const source = Buffer.from(Array.from({ length: 3 * WIDTH * HEIGHT }, (_, i) => 3 * i))
const NONE: PixelChange = { brightness: 1, contrast: 1, saturation: 1, blur: 0, noise: 0, seed: 1, cutouts: [] }

async function changed(map: Affine, change: PixelChange | null = null, width = WIDTH, height = HEIGHT) {
  const path = join(dir, 'source.png')
  await sharp(source, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toFile(path)
  const output = { path: join(dir, 'made.png'), width, height, map, change }
  const size = { width: WIDTH, height: HEIGHT }
  await changeImage({ path, name: 'x', ...size, encoding: 'png', outputs: [output] }, () => undefined)
  return sharp(output.path).raw().toBuffer()
}
const pixel = (data: Buffer, x: number, y: number, width = WIDTH) => [
  ...data.subarray(3 * (y * width + x)).subarray(0, 3),
]

it('cuts tiles with the same pixels', async () => {
  const tile = await changed(translation(-2, -1), null, 3, 2)
  expect(pixel(tile, 0, 0, 3)).toEqual(pixel(source, 2, 1))
  expect(pixel(tile, 2, 1, 3)).toEqual(pixel(source, 4, 2))
})

it('moves pixels to where the map of the annotations moves points', async () => {
  expect(await changed(IDENTITY, NONE)).toEqual(source)
  const mirrored = await changed(inTurn(scaling(-1, 1), translation(WIDTH, 0)), NONE)
  const turned = await changed(inTurn(translation(-3, -2), rotation(180), translation(3, 2)), NONE)
  for (let x = 0; x < WIDTH; x++) {
    expect(pixel(mirrored, x, 1)).toEqual(pixel(source, WIDTH - 1 - x, 1))
    expect(pixel(turned, x, 1)).toEqual(pixel(source, WIDTH - 1 - x, HEIGHT - 2))
  }
  // Clockwise: the top left corner becomes the top right one.
  const quarter = await changed(inTurn(rotation(90), translation(HEIGHT, 0)), NONE, HEIGHT, WIDTH)
  expect(pixel(quarter, HEIGHT - 1, 0, HEIGHT)).toEqual(pixel(source, 0, 0))
})

it('changes colours, adds the same noise for a seed, and blackens areas', async () => {
  const grey = await changed(IDENTITY, { ...NONE, saturation: 0 })
  expect(new Set(pixel(grey, 3, 2)).size).toBe(1)
  expect(pixel(await changed(IDENTITY, { ...NONE, brightness: 2 }), 1, 0)).toEqual([18, 24, 30])
  const noisy = (seed: number) => changed(IDENTITY, { ...NONE, noise: 10, seed })
  expect(await noisy(1)).toEqual(await noisy(1))
  expect(await noisy(1)).not.toEqual(await noisy(2))
  const cut = await changed(IDENTITY, { ...NONE, cutouts: [{ x: 1, y: 1, w: 2, h: 2 }] })
  expect([pixel(cut, 1, 1), pixel(cut, 2, 2), pixel(cut, 3, 1)]).toEqual([[0, 0, 0], [0, 0, 0], pixel(source, 3, 1)])
  expect(await changed(IDENTITY, { ...NONE, blur: 2 })).not.toEqual(source)
})
