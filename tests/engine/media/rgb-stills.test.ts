import { writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { createOverlay } from '../../../src/engine/draw/overlay.ts'
import type { FitTarget, Frame } from '../../../src/engine/media/frame.ts'
import { encodeJpeg } from '../../../src/engine/media/jpeg-writer.ts'
import { openImages } from '../../../src/engine/media/open-images.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Box } from '../../../src/shared/domain/geometry.ts'
import { makeVideo, steady } from './make-video.ts'
import { bmp, type Pixels, png, tiff } from './still-files.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
type Colour = readonly [number, number, number]

async function firstFrame<T>(name: string, bytes: Buffer, look: (frame: Frame) => T | Promise<T>): Promise<T> {
  await writeFile(file(name), bytes)
  const reader = await openMedia(file(name))
  try {
    for await (const frame of reader.frames()) {
      try {
        return await look(frame)
      } finally {
        frame.close()
      }
    }
    throw new Error('no frame')
  } finally {
    await reader.close()
  }
}

/** The input of a model, as values of 0 to 255. */
function tensorOf(frame: Frame, target: FitTarget, region?: Box) {
  const area = target.width * target.height
  const into = new Float32Array(3 * area)
  frame.letterbox(into, target, region)
  return (x: number, y: number): Colour => {
    const [red, green, blue] = [0, 1, 2].map((c) => (into[c * area + y * target.width + x] as number) * 255)
    return [red as number, green as number, blue as number]
  }
}

function expectSame(seen: (x: number, y: number) => Colour, wanted: Pixels, tolerance = 1e-4) {
  let worst = 0
  for (let y = 0; y < wanted.height; y++) {
    for (let x = 0; x < wanted.width; x++) {
      const [is, should] = [seen(x, y), wanted.at(x, y)]
      for (const c of [0, 1, 2] as const) worst = Math.max(worst, Math.abs(is[c] - should[c]))
    }
  }
  expect(worst).toBeLessThan(tolerance)
}

/** A different colour for every pixel, with sides that are not multiples of two. */
const noise: Pixels = {
  width: 37,
  height: 23,
  at: (x, y) => [(x * 7 + y * 31) % 256, (x * 13 + y * 101 + 80) % 256, (x * 151 + y * 3 + 200) % 256],
}
const greys: Pixels = { ...noise, at: (x, y) => Array(3).fill((x * 7 + y * 31) % 256) as unknown as Colour }
const few: Pixels = { ...noise, at: (x, y) => [(x % 4) * 85, (y % 5) * 50, 255 - (x % 3) * 100] }
/** Adjacent saturated blocks, whose borders are on odd columns. */
const blocks: Pixels = {
  width: 42,
  height: 30,
  at: (x) => (x < 13 ? [255, 0, 0] : x < 27 ? [0, 0, 255] : [0, 255, 0]),
}
const flat = (colour: Colour, width = 64, height = 48): Pixels => ({ width, height, at: () => colour })

describe('RGB stills reach a model unchanged', () => {
  test.each<[string, Pixels, Buffer, number?]>([
    ['rgb.png', noise, png(noise)],
    ['rgba.png', noise, png(noise, 'rgba')],
    ['grey.png', greys, png(greys, 'grey')],
    ['palette.png', few, png(few, 'palette')],
    // The upper 8 of 16 bits are kept, rounded or not.
    ['rgb16.png', noise, png(noise, 'rgb16'), 1.001],
    ['rgb.bmp', noise, bmp(noise)],
    ['rgb.tiff', noise, tiff(noise)],
  ])('every pixel of %s has its value in the tensor', async (name, pixels, bytes, tolerance) => {
    await firstFrame(name, bytes, (frame) => expectSame(tensorOf(frame, pixels), pixels, tolerance))
  })

  test.each<[string, Colour]>([
    ['grey', [128, 128, 128]],
    ['black', [0, 0, 0]],
    ['white', [255, 255, 255]],
    ['red', [255, 0, 0]],
    ['a muted blue', [37, 61, 143]],
  ])('%s keeps its values at every size, and nothing but the bars is beside it', async (name, colour) => {
    await firstFrame(`flat-${name}.png`, png(flat(colour)), (frame) => {
      for (const side of [16, 31, 64, 150]) {
        const target = { width: side, height: side }
        expectSame(tensorOf(frame, { ...target, fit: 'stretch' }), flat(colour, side, side))
        const seen = tensorOf(frame, target)
        const bar = Math.floor((side - Math.round(0.75 * side)) / 2)
        expectSame((x, y) => seen(x, y + bar), flat(colour, side, Math.round(0.75 * side)))
        expectSame(seen, flat([114, 114, 114], side, bar))
      }
    })
  })

  test('a region that begins at an odd pixel is that region, with its borders in place', async () => {
    await firstFrame('blocks.bmp', bmp(blocks), (frame) => {
      const region = { x1: 11, y1: 5, x2: 30, y2: 18 }
      const part = { width: 19, height: 13, at: (x: number, y: number) => blocks.at(x + 11, y + 5) }
      const seen = tensorOf(frame, part, region)
      expectSame(seen, part)
      const twice = tensorOf(frame, { width: 38, height: 26 }, region)
      // A pixel beside the border; at the border swscale blends both sides.
      expect(twice(2, 12)).toEqual([255, 0, 0])
      expect(twice(6, 12)[2]).toBeCloseTo(255, 4)
    })
  })

  test('an image that is stored rotated is turned upright with its values', async () => {
    const upright: Pixels = { width: 23, height: 37, at: (x, y) => noise.at(y, noise.height - 1 - x) }
    await firstFrame('turned.png', png(noise, 'rgb', 6), (frame) => {
      expect([frame.width, frame.height]).toEqual([23, 37])
      expectSame(tensorOf(frame, upright), upright)
    })
  })

  test('fitting makes no planes, and gives the values that planes give', async () => {
    await firstFrame('packed.png', png(noise), (frame) => {
      const cases: [FitTarget, Box?][] = [
        [{ width: 16, height: 16 }],
        [{ width: 100, height: 90 }],
        [{ width: 8, height: 8, fit: 'center_crop' }],
        [
          { width: 19, height: 13 },
          { x1: 11, y1: 5, x2: 30, y2: 18 },
        ],
        [
          { width: 12, height: 9 },
          { x1: 11, y1: 5, x2: 37, y2: 23 },
        ],
      ]
      const fitted = () =>
        cases.map(([target, region]) => {
          const into = new Float32Array(3 * target.width * target.height)
          frame.letterbox(into, target, region)
          return into
        })
      const copy = frame.copy()
      const before = fitted()
      expect([frame.image.packed, copy.image.packed]).toEqual([expect.anything(), expect.anything()])
      expect(frame.image.rgb).toMatchObject({ width: 37, height: 23 })
      expect(frame.image.packed).toBeNull()
      expect(fitted()).toEqual(before)
      copy.close()
    })
  })

  test('in a collection every image has its own values, whatever was read into its memory before', async () => {
    const pictures = [flat([200, 10, 10]), noise, flat([10, 10, 200]), flat([10, 200, 10])]
    const images = pictures.map((_, i) => ({ id: null, path: file(`of-many-${i}.png`), name: `${i}.png` }))
    for (const [i, pixels] of pictures.entries()) await writeFile(file(`of-many-${i}.png`), png(pixels))
    const jpeg = createCanvas(64, 48)
    await writeFile(file('of-many-4.jpg'), await jpeg.encode('jpeg'))
    const all = [...images, { id: null, path: file('of-many-4.jpg'), name: '4.jpg' }]
    const reader = await openImages([...all, ...all, ...all])
    let frames = 0
    for await (const frame of reader.frames()) {
      const pixels = pictures[frame.index % all.length]
      if (pixels) expectSame(tensorOf(frame, pixels), pixels)
      else expectSame(tensorOf(frame, { width: 64, height: 48 }), flat([0, 0, 0]), 1)
      frame.close()
      frames++
    }
    await reader.close()
    expect(frames).toBe(3 * all.length)
  })
})

async function decoded(jpeg: Buffer): Promise<Pixels> {
  const image = await loadImage(jpeg)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  return {
    width,
    height,
    at: (x, y) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)] as unknown as Colour,
  }
}

describe('JPEG files of RGB stills', () => {
  test('a crop begins at its own pixel and keeps colours separate at the borders of saturated blocks', async () => {
    const jpeg = await firstFrame('cut.png', png(blocks), ({ image }) =>
      encodeJpeg(image, { x1: 11, y1: 5, x2: 30, y2: 18 }),
    )
    const seen = await decoded(jpeg)
    expect([seen.width, seen.height]).toEqual([19, 13])
    expectSame(seen.at, { ...seen, at: (x, y) => blocks.at(x + 11, y + 5) }, 20)
  })

  test('grey has no colour cast', async () => {
    const whole = { x1: 0, y1: 0, x2: 64, y2: 48 }
    const jpeg = await firstFrame('grey-whole.png', png(flat([128, 128, 128])), ({ image }) => encodeJpeg(image, whole))
    const seen = await decoded(jpeg)
    expectSame(seen.at, flat([128, 128, 128]))
  })
})

describe('after drawing', () => {
  const config = withDefaults('visualize', {})

  test('the original pixels are unavailable: blurred regions stay blurred in crops', async () => {
    const box = { x1: 4, y1: 4, x2: 38, y2: 26 }
    const jpeg = await firstFrame('secret.png', png(blocks), ({ image }) => {
      const overlay = createOverlay(config, {})
      overlay.draw(image, { ptsS: 0, detections: [], geometries: [], conceal: [{ box }] })
      const { red = new Uint8Array(), stride = 0 } = image.rgb ?? {}
      // Each cell of four pixels has one value, also where a border crosses it.
      for (let x = 4; x < 36; x += 4) {
        const cell = red.subarray(8 * stride + x, 8 * stride + x + 4)
        expect(new Set(cell).size).toBe(1)
      }
      return encodeJpeg(image, box)
    })
    const seen = await decoded(jpeg)
    const [first, second] = [seen.at(8, 10), seen.at(9, 10)]
    for (const c of [0, 1, 2] as const) expect(Math.abs(first[c] - second[c])).toBeLessThan(60)
  })

  test('drawing on a copy changes neither the image of the file nor pixels outside of the drawing', async () => {
    await firstFrame('copied.png', png(noise), (frame) => {
      const copy = frame.copy()
      const detection = { id: 0, classId: 0, className: 'x', score: 1, modelNodeId: 'm' }
      const detections = [{ ...detection, box: { x1: 3, y1: 3, x2: 15, y2: 12 } }]
      createOverlay({ ...config, labels: false }, {}).draw(copy.image, { ptsS: 0, detections, geometries: [] })
      expectSame(tensorOf(frame, noise), noise)
      const seen = tensorOf(copy, noise)
      const right = { width: 17, height: 23, at: (x: number, y: number) => noise.at(x + 20, y) }
      expectSame((x, y) => seen(x + 20, y), right)
      expect(seen(9, 3).map(Math.round)).not.toEqual(noise.at(9, 3))
      copy.close()
    })
  })

  test('the YUV of a copy has neutral grey', async () => {
    await firstFrame('grey-copied.png', png(flat([128, 128, 128])), (frame) => {
      const copy = frame.copy()
      const { y, u, v, strideY, strideUV } = copy.image
      for (let row = 0; row < 48; row++) {
        expect(new Set(y.subarray(row * strideY, row * strideY + 64))).toEqual(new Set([128]))
        const half = (row >> 1) * strideUV
        for (const plane of [u, v]) expect(new Set(plane.subarray(half, half + 32))).toEqual(new Set([128]))
      }
      copy.close()
    })
  })
})

test('a frame of a video has no RGB planes', async () => {
  await makeVideo({ path: file('yuv.mp4'), width: 32, height: 32, ticks: steady(2, 25) })
  const reader = await openMedia(file('yuv.mp4'))
  for await (const frame of reader.frames()) {
    expect(frame.image.rgb ?? null).toBeNull()
    frame.close()
  }
  await reader.close()
})
