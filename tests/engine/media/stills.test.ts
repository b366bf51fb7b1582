/** Stills of every kind, compared with the values that Pillow and tifffile read (`tests/fixtures/stills`). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { decodePixels } from '../../../src/engine/imaging/change-image.ts'
import { deriveImage } from '../../../src/engine/imaging/derive-image.ts'
import { decodeImage } from '../../../src/engine/media/decode-image.ts'
import type { Frame, MediaReader } from '../../../src/engine/media/frame.ts'
import { openImages } from '../../../src/engine/media/open-images.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { probe } from '../../../src/engine/media/probe.ts'
import type { RgbPlanes } from '../../../src/engine/media/rgb-planes.ts'
import { SlotPool } from '../../../src/engine/media/slot.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { tempDir } from './temp-dir.ts'

interface Values {
  width: number
  height: number
  mean: [number, number, number]
  pixels: [x: number, y: number, red: number, green: number, blue: number][]
  sha256: string
}

const STILLS = join(import.meta.dirname, '../../fixtures/stills')
const still = (name: string) => join(STILLS, name)
const values = new Map(Object.entries(JSON.parse(readFileSync(still('values.json'), 'utf8')) as Record<string, Values>))
const names = [...values.keys()]
const file = tempDir()

/** AV1 leaves the conversion of its colours to the decoder, and each rounds in another way. */
const ROUNDED = new Set(['plain.avif', 'turned-6.avif', 'plain.jp2'])
/** Videos when they are a source by themselves. */
const MOVING = new Set(['plain.gif', 'animated.gif', 'animated.png'])
/** Files with transparency or a profile, of which more is shown than their values. */
const SHOWN_OTHERWISE = new Set(['alpha.png', 'alpha.webp', 'grey-alpha.png', 'display-p3.jpg'])

interface Seen {
  width: number
  height: number
  rgb: Buffer
}

/** The values that models get. */
function seenIn({ image: { width, height, rgb } }: Pick<Frame, 'image'>): Seen {
  if (!rgb) throw new Error('a still without red, green and blue')
  const bytes = Buffer.alloc(3 * width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = y * rgb.stride; x < y * rgb.stride + width; x++) {
      bytes[at++] = rgb.red[x] as number
      bytes[at++] = rgb.green[x] as number
      bytes[at++] = rgb.blue[x] as number
    }
  }
  return { width, height, rgb: bytes }
}

async function firstOf(reader: MediaReader): Promise<Seen> {
  try {
    for await (const frame of reader.frames()) {
      const seen = seenIn(frame)
      frame.close()
      return seen
    }
    throw new Error('no frame')
  } finally {
    await reader.close()
  }
}

function meanOf({ rgb }: Pick<Seen, 'rgb'>): number[] {
  const sums = [0, 0, 0]
  for (const [i, value] of rgb.entries()) sums[i % 3] = (sums[i % 3] as number) + value
  return sums.map((sum) => sum / (rgb.length / 3))
}

function expectValues(name: string, seen: Seen) {
  const right = values.get(name) as Values
  expect([seen.width, seen.height]).toEqual([right.width, right.height])
  if (!ROUNDED.has(name)) {
    expect(createHash('sha256').update(seen.rgb).digest('hex')).toBe(right.sha256)
    return
  }
  for (const [c, mean] of meanOf(seen).entries()) expect(Math.abs(mean - (right.mean[c] as number))).toBeLessThan(0.5)
  for (const [x, y, ...colour] of right.pixels) {
    const at = 3 * (y * right.width + x)
    for (const [c, value] of colour.entries()) expect(Math.abs((seen.rgb[at + c] as number) - value)).toBeLessThan(3)
  }
}

const imageOf = (name: string) => ({ id: null, path: still(name), name })

describe('every still has the size and the values that Pillow reads, whoever opens it', () => {
  it.each(names)('%s', async (name) => {
    expectValues(name, await firstOf(await openImages([imageOf(name)])))
    if (!MOVING.has(name)) expectValues(name, await firstOf(await openMedia(still(name))))
    const { slot } = await decodeImage(still(name), new SlotPool({ width: 2, height: 2 }, undefined, 1))
    expectValues(name, seenIn(slot))

    const { width, height } = values.get(name) as Values
    expect(await probe(still(name), true)).toMatchObject({ kind: 'image', width, height, frameCount: 1 })

    const { data, ...size } = await decodePixels(still(name))
    expect(size).toEqual({ width, height })
    if (!SHOWN_OTHERWISE.has(name)) expectValues(name, { ...size, rgb: Buffer.from(data) })
  })

  it.each(names)('%s has such a thumbnail', async (name) => {
    const thumbnails = { 256: file(`${name}.256.webp`), 1024: file(`${name}.1024.webp`) }
    await deriveImage({ path: still(name), name, background: false, thumbnails })
    const thumbnail = sharp(await readFile(thumbnails[1024])).removeAlpha()
    const { data, info } = await thumbnail.raw().toBuffer({ resolveWithObject: true })
    const right = values.get(name) as Values
    expect([info.width, info.height]).toEqual([right.width, right.height])
    if (SHOWN_OTHERWISE.has(name)) return
    for (const [c, mean] of meanOf({ rgb: data }).entries()) {
      expect(Math.abs(mean - (right.mean[c] as number))).toBeLessThan(4)
    }
  })
})

test('the YUV of a still has the colours of its red, green and blue', async () => {
  const { slot } = await decodeImage(still('plain.jpg'), new SlotPool({ width: 2, height: 2 }, undefined, 1))
  const { y, strideY, color } = slot.image
  expect(color).toMatchObject({ matrix: 'bt601', fullRange: true })
  for (const [column, row, red, green, blue] of (values.get('plain.jpg') as Values).pixels) {
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue
    expect(Math.abs((y[row * strideY + column] as number) - luma)).toBeLessThan(1.5)
  }
})

test('the memory of a large still is kept while libav reads it', async () => {
  const create = { width: 4000, height: 3000, channels: 3 as const, background: '#804020' }
  await writeFile(file('large.png'), await sharp({ create }).png({ compressionLevel: 1 }).toBuffer())
  const pool = new SlotPool({ width: 2, height: 2 }, undefined, 1)
  for (let i = 0; i < 6; i++) {
    const { slot } = await decodeImage(file('large.png'), pool)
    const { red, stride } = slot.image.rgb as RgbPlanes
    expect([red[0], red[2999 * stride + 3999]]).toEqual([0x80, 0x80])
    pool.give(slot)
  }
})

test('a colour profile changes what is shown, not the values that models get', async () => {
  const { data, width } = await decodePixels(still('display-p3.jpg'))
  const [x, y, red, green] = (values.get('display-p3.jpg') as Values).pixels[2] as Values['pixels'][number]
  expect(red).toBeGreaterThan(210)
  // A red of Display P3 is stronger than the strongest one of sRGB allows with so little green.
  expect(data[3 * (y * width + x)]).toBeGreaterThan(red + 10)
  expect(data[3 * (y * width + x) + 1]).toBeLessThan(green)
})

async function refusalOf(path: string): Promise<string> {
  const error = await openMedia(path).then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ code: 'source_unreadable' })
  return englishOf(error.text)
}

describe('a still that cannot be read is refused with its reason', () => {
  it.each([
    ['zstd.tif', /TIFF file with ZSTD compression/],
    ['tiled-zstd.tif', /TIFF file with ZSTD compression/],
    ['lerc.tif', /TIFF file with LERC compression/],
    ['jpeg2000.tif', /TIFF file with JPEG 2000 compression/],
    ['lzma.tif', /TIFF file with LZMA compression/],
    ['tiled-planar.tif', /tiles for each colour/],
    ['bands.tif', /6 channels/],
    ['raw.tif', /raw photo/],
    ['float.tif', /numbers of the type float/],
    ['signed.tif', /numbers of the type short/],
    ['photo.heic', /HEIC file/],
    ['plain.psd', /Photoshop file/],
  ])('%s', async (name, reason) => {
    expect(await refusalOf(still(name))).toMatch(reason)
    const thumbnails = { 256: file('none.256.webp'), 1024: file('none.1024.webp') }
    await expect(deriveImage({ path: still(name), name, background: false, thumbnails })).rejects.toMatchObject({
      message: expect.stringMatching(reason),
    })
    await expect(probe(still(name), true)).rejects.toMatchObject({ message: expect.stringMatching(reason) })
  })

  it.each([
    'tiled-deflate.tif',
    'tiled-lzw.tif',
    'tiled-jpeg.tif',
    'tiled-big.tif',
    'big.tif',
    'planar.tif',
    'plain.png',
    'plain.webp',
    'plain.avif',
    'plain.jpg',
    'gain-map.jpg',
  ])('%s that is cut off', async (name) => {
    const bytes = await readFile(still(name))
    await writeFile(file(`cut-${name}`), bytes.subarray(0, Math.floor(0.6 * bytes.length)))
    const isPhotoLeft = name === 'gain-map.jpg'
    if (isPhotoLeft)
      await writeFile(
        file(`cut-${name}`),
        bytes.subarray(0, bytes.lastIndexOf('\xff\xd8\xff', undefined, 'latin1') - 40),
      )
    expect(await refusalOf(file(`cut-${name}`))).toMatch(/damaged/)
  })

  it.each(['tiled-deflate.tif', 'tiled-lzw.tif'])('%s with a damaged tile', async (name) => {
    const bytes = await readFile(still(name))
    const start = Math.floor(0.6 * bytes.length)
    for (let i = start; i < start + 40; i++) bytes[i] = (bytes[i] as number) ^ 0x5a
    await writeFile(file(`damaged-${name}`), bytes)
    expect(await refusalOf(file(`damaged-${name}`))).toMatch(/damaged/)
  })
})

describe('files with several images', () => {
  it.each([
    ['pages.tif', 3],
    ['animated.webp', 2],
  ])('%s as a source says that its first image is used', async (name, count) => {
    const reader = await openMedia(still(name))
    await reader.close()
    expect(reader.warnings.map(englishOf)).toEqual([`“${name}” holds ${count} images; the first one is used.`])
  })

  it.each(['mpo.jpg', 'gain-map.jpg', 'motion.jpg', 'two-images.jpg', 'trailing.jpg'])(
    '%s is one photo, however large what follows it is',
    async (name) => {
      const bytes = await readFile(still(name))
      for (const size of [0, 1_000, 1_200_000]) {
        await writeFile(file(`long-${name}`), Buffer.concat([bytes, Buffer.alloc(size, 'x')]))
        const reader = await openMedia(file(`long-${name}`))
        expect(reader.info).toMatchObject({ kind: 'image', codec: 'mjpeg', frameCount: 1 })
        expect(reader.warnings).toEqual([])
        expectValues(name, await firstOf(reader))
      }
    },
  )

  it.each(['animated.gif', 'animated.png'])('%s is a video where it is a source by itself', async (name) => {
    const reader = await openMedia(still(name))
    expect(reader.info).toMatchObject({ kind: 'video', width: 75, height: 50 })
    let frames = 0
    for await (const frame of reader.frames()) {
      frames++
      frame.close()
    }
    await reader.close()
    expect(frames).toBeGreaterThan(1)
  })

  it('reads a stream of JPEG images as a video', async () => {
    const photo = await readFile(still('plain.jpg'))
    await writeFile(file('stream.mjpeg'), Buffer.concat(Array(5).fill(photo)))
    expect(await probe(file('stream.mjpeg'))).toMatchObject({ kind: 'video', codec: 'mjpeg', frameCount: 5 })
    expect(await probe(file('stream.mjpeg'), true)).toMatchObject({ kind: 'image', frameCount: 1 })
  })
})
