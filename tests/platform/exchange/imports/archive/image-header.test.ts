import sharp from 'sharp'
import { expect, it } from 'vitest'
import { imageHeader } from '../../../../../src/platform/exchange/imports/archive/image-header.ts'
import { jpegStart } from '../image-bytes.ts'

async function* inPieces(bytes: Buffer, of = 11): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += of) yield bytes.subarray(at, at + of)
}

const picture = () => sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })

it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
  'reads size and orientation of %s as the decoder does',
  async (format) => {
    for (const orientation of [1, 3, 6, 8]) {
      const bytes = await picture().withMetadata({ orientation }).toFormat(format).toBuffer()
      const { autoOrient } = await sharp(bytes).metadata()
      const header = await imageHeader(inPieces(bytes))
      expect(header).toEqual({ width: 30, height: 20, orientation })
      expect(autoOrient).toEqual(orientation > 4 ? { width: 20, height: 30 } : { width: 30, height: 20 })
    }
  },
)

it('reads the size of GIF, of lossless and plain WebP, and of BMP', async () => {
  const size = { width: 30, height: 20, orientation: 1 }
  for (const bytes of [
    await picture().gif().toBuffer(),
    await picture().webp({ lossless: true }).toBuffer(),
    await picture().webp().toBuffer(),
  ]) {
    expect(await imageHeader(inPieces(bytes))).toEqual(size)
  }
  const bmp = Buffer.alloc(54)
  bmp.write('BM')
  bmp.writeInt32LE(30, 18)
  bmp.writeInt32LE(-20, 22)
  expect(await imageHeader(inPieces(bmp))).toEqual(size)
})

it('reads the size of AVIF, and of BigTIFF', async () => {
  const size = { width: 30, height: 20, orientation: 1 }
  expect(await imageHeader(inPieces(await picture().avif().toBuffer()))).toEqual(size)
  const big = await picture().withMetadata({ orientation: 6 }).tiff({ bigtiff: true }).toBuffer()
  expect(big.subarray(0, 4).toString('latin1')).toBe('II+\0')
  expect(await imageHeader(inPieces(big))).toEqual({ ...size, orientation: 6 })
})

it('reads no further than to the size', async () => {
  let read = 0
  async function* bytes() {
    yield jpegStart(30, 20, 6)
    for (let i = 0; i < 100; i++) {
      read++
      yield Buffer.alloc(1000)
    }
  }
  expect(await imageHeader(bytes())).toEqual({ width: 30, height: 20, orientation: 6 })
  expect(read).toBe(0)
})

it('returns nothing for a text, an empty file and a cut one', async () => {
  for (const bytes of [
    Buffer.from('IMAGE of a street, which is a text'),
    Buffer.alloc(0),
    jpegStart(30, 20, 6).subarray(0, 40),
  ]) {
    expect(await imageHeader(inPieces(bytes))).toBeNull()
  }
})

it('takes bytes of any kind without an error', async () => {
  const whole = await picture().withMetadata({ orientation: 6 }).webp().toBuffer()
  for (const bytes of [jpegStart(30, 20, 6), whole]) {
    for (let at = 0; at < bytes.length; at++) {
      const broken = Buffer.from(bytes)
      broken[at] = 0xff
      expect(await imageHeader(inPieces(broken, 500))).toSatisfy((header) => header === null || header.width > 0)
    }
  }
})
