/** What the engine derives from image files: real files, in its own process. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deriveImage } from '../../../src/engine/imaging/derive-image.ts'
import { extractFrames } from '../../../src/engine/media/extract-frames.ts'
import { cosine } from '../../../src/platform/datasets/vectors/cosine.ts'
import type { ImageDerivation } from '../../../src/shared/engine-contract/derivation.ts'
import { root } from '../support/bundles.ts'

let dir: string
let frames: string[]
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-frames-'))
  const video = join(root, 'resources/demo/street-crossing.mp4')
  const { frames: written } = await extractFrames(
    { path: video, name: 'demo', outDir: folder, selection: { by: 'moments', times_s: [0, 1] } },
    () => undefined,
  )
  frames = written.map(({ name }) => join(folder, name))
})
afterAll(() => rmSync(join(frames[0] as string, '..'), { recursive: true }))
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sightline-derive-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const thumbnail = (size: 256 | 1024) => join(dir, `${size}.webp`)
async function derive(path: string): Promise<ImageDerivation> {
  const thumbnails = { 256: thumbnail(256), 1024: thumbnail(1024) }
  const { derived } = await deriveImage({ path, name: 'x', background: false, thumbnails })
  if (!derived.ok) throw new Error(derived.error.message)
  return derived.value
}
const file = (name: string) => join(dir, name)
const sizeOf = async (path: string) => {
  const { width, height } = await sharp(readFileSync(path)).metadata()
  return [width, height]
}
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Rotation of the stored pixels of each EXIF orientation from the upright image, and whether they are mirrored after it. */
const STORED: readonly (readonly [degrees: number, isMirrored: boolean])[] = [
  ...([
    [0, false],
    [0, true],
    [180, false],
    [180, true],
  ] as const),
  ...([
    [90, true],
    [270, false],
    [270, true],
    [90, false],
  ] as const),
]

describe('thumbnails', () => {
  it('have at most 256 and 1024 pixels on a side', async () => {
    await derive(frames[0] as string)
    expect([await sizeOf(thumbnail(256)), await sizeOf(thumbnail(1024))]).toEqual([
      [256, 144],
      [1024, 576],
    ])
    expect((await sharp(readFileSync(thumbnail(256))).metadata()).format).toBe('webp')
  })

  it('are never larger than the image', async () => {
    await plain(100, 40, '#336699').png().toFile(file('small.png'))
    await derive(file('small.png'))
    expect([await sizeOf(thumbnail(256)), await sizeOf(thumbnail(1024))]).toEqual([
      [100, 40],
      [100, 40],
    ])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('are upright for EXIF orientation %i', async (orientation) => {
    // Upright: red at the left, blue at the right, 60 x 20. The stored pixels are turned the other way.
    const right = await plain(30, 20, '#0000ff').png().toBuffer()
    const upright = await plain(60, 20, '#ff0000')
      .composite([{ input: right, left: 30, top: 0 }])
      .png()
      .toBuffer()
    const [degrees, isMirrored] = STORED[orientation - 1] as (typeof STORED)[number]
    const rotated = await sharp(upright).rotate(degrees).png().toBuffer()
    const steps = await sharp(rotated).flop(isMirrored).png().toBuffer()
    await sharp(steps).withMetadata({ orientation }).jpeg({ quality: 100 }).toFile(file('turned.jpg'))
    const { tags } = await derive(file('turned.jpg'))
    expect(await sizeOf(thumbnail(256))).toEqual([60, 20])
    const { data } = await sharp(thumbnail(256)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number) => [...data.subarray((10 * 60 + x) * 3, (10 * 60 + x) * 3 + 3)]
    expect((at(5)[0] as number) > (at(5)[2] as number)).toBe(true)
    expect((at(55)[2] as number) > (at(55)[0] as number)).toBe(true)
    expect(tags.attributes).toContain('landscape')
  })

  it('keep transparency', async () => {
    const background = { r: 200, g: 20, b: 20, alpha: 0.5 }
    await sharp({ create: { width: 300, height: 300, channels: 4, background } })
      .png()
      .toFile(file('clear.png'))
    const { tags } = await derive(file('clear.png'))
    const { data, info } = await sharp(thumbnail(256)).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    expect(data[3]).toBeGreaterThan(120)
    expect(data[3]).toBeLessThan(136)
    expect(tags.attributes).toContain('transparent')
  })

  it('are made of formats that only FFmpeg decodes', async () => {
    // A bitmap of 2 x 2 pixels with 24 bits.
    const bmp = Buffer.alloc(54 + 16)
    bmp.write('BM')
    bmp.writeUInt32LE(bmp.length, 2)
    bmp.writeUInt32LE(54, 10)
    bmp.writeUInt32LE(40, 14)
    bmp.writeInt32LE(2, 18)
    bmp.writeInt32LE(2, 22)
    bmp.writeUInt16LE(1, 26)
    bmp.writeUInt16LE(24, 28)
    bmp.writeUInt32LE(16, 34)
    writeFileSync(file('a.bmp'), bmp)
    await derive(file('a.bmp'))
    expect(await sizeOf(thumbnail(256))).toEqual([2, 2])
  })

  it('are made of 16-bit, grey and animated images', async () => {
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#808080' } })
      .toColourspace('rgb16')
      .png()
      .toFile(file('deep.png'))
    await derive(file('deep.png'))
    expect(await sizeOf(thumbnail(256))).toEqual([40, 30])
    await plain(40, 30, '#777777').toColourspace('b-w').png().toFile(file('grey.png'))
    expect((await derive(file('grey.png'))).tags.attributes).toContain('greyscale')
    const frame = await plain(40, 30, '#aa0000').raw().toBuffer()
    await sharp(Buffer.concat([frame, frame]), { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toFile(file('moving.webp'))
    await derive(file('moving.webp'))
    expect(await sizeOf(thumbnail(256))).toEqual([40, 30])
  })

  it('are not made of a file that is no image', async () => {
    writeFileSync(file('text.jpg'), 'no image')
    await expect(derive(file('text.jpg'))).rejects.toMatchObject({ code: 'source_unreadable' })
    expect(existsSync(thumbnail(256))).toBe(false)
  })
})

describe('descriptors', () => {
  const edited = async (name: string, edit: (image: Sharp) => Sharp) => {
    await edit(sharp(frames[0])).jpeg({ quality: 60 }).toFile(file(name))
    return derive(file(name))
  }
  const bits = (a: string, b: string) =>
    [...(BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2)].filter((bit) => bit === '1').length

  it('find edited copies and neighbouring frames nearly the same', async () => {
    const first = await derive(frames[0] as string)
    const next = await derive(frames[1] as string)
    expect(cosine(first.descriptor, first.descriptor)).toBe(1)
    expect(cosine(first.descriptor, next.descriptor)).toBeGreaterThan(0.97)
    for (const [name, edit] of Object.entries({
      small: (image: Sharp) => image.resize(320),
      blurred: (image: Sharp) => image.blur(4),
      brighter: (image: Sharp) => image.modulate({ brightness: 1.1 }),
    })) {
      const copy = await edited(`${name}.jpg`, edit)
      expect([name, cosine(first.descriptor, copy.descriptor) > 0.95]).toEqual([name, true])
      expect([name, bits(first.phash, copy.phash) <= 8]).toEqual([name, true])
    }
  })

  it('find a mirrored image and plain colours different', async () => {
    const first = await derive(frames[0] as string)
    const mirrored = await edited('mirrored.jpg', (image) => image.flop())
    expect(cosine(first.descriptor, mirrored.descriptor)).toBeLessThan(0.6)
    await plain(64, 64, '#c01010').png().toFile(file('red.png'))
    await plain(64, 64, '#1010c0').png().toFile(file('blue.png'))
    const [red, blue] = [await derive(file('red.png')), await derive(file('blue.png'))]
    expect(cosine(first.descriptor, red.descriptor)).toBeLessThan(0.6)
    expect(cosine(red.descriptor, blue.descriptor)).toBeLessThan(0.6)
  })

  it('are not zero for an image without any content', async () => {
    await plain(64, 64, '#777777').png().toFile(file('grey.png'))
    const { descriptor } = await derive(file('grey.png'))
    expect(descriptor.some((value) => value !== 0)).toBe(true)
  })
})

describe('attributes', () => {
  it.each([
    ['#000000', ['black', 'dark', 'greyscale', 'low contrast', 'low resolution', 'square', 'underexposed']],
    ['#ffffff', ['bright', 'greyscale', 'low contrast', 'low resolution', 'overexposed', 'square', 'white']],
    ['#0000ff', ['blue', 'colourful', 'cool tones', 'low contrast', 'low resolution', 'square']],
    ['#00a000', ['colourful', 'green', 'low contrast', 'low resolution', 'square', 'warm tones']],
  ])('of plain %s are %j', async (background, attributes) => {
    await plain(64, 64, background).png().toFile(file('plain.png'))
    expect((await derive(file('plain.png'))).tags).toEqual({ objects: [], scenes: [], attributes })
  })

  it('tell a blurred photo from a sharp one', async () => {
    expect((await derive(frames[0] as string)).tags.attributes).not.toContain('blurry')
    await sharp(frames[0]).blur(12).jpeg().toFile(file('blurred.jpg'))
    expect((await derive(file('blurred.jpg'))).tags.attributes).toContain('blurry')
  })
})
