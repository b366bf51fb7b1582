/** HDR video is mapped to SDR as the standards define it; the expected colours are those of colour-science. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AV_FRAME_FLAG_INTERLACED,
  AV_PIX_FMT_YUV420P,
  type AVColorPrimaries,
  type AVColorSpace,
  type AVColorTransferCharacteristic,
} from 'node-av/constants'
import { Frame as NativeFrame } from 'node-av/lib'
import { describe, expect, test } from 'vitest'
import { rgbCoefficients, SDR } from '../../../src/engine/media/color.ts'
import type { I420 } from '../../../src/engine/media/frame.ts'
import { FrameConverter } from '../../../src/engine/media/frame-converter.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { createSlot, SlotPool } from '../../../src/engine/media/slot.ts'
import { NO_PTS } from '../../../src/engine/media/stream-clock.ts'
import { root } from '../support/bundles.ts'
import { testFolder } from '../support/test-folder.ts'
import { makeClip, type Yuv } from './make-clip.ts'

interface Colour {
  transfer: 'pq' | 'hlg'
  /** Values of 10 bits. */
  yuv: [number, number, number]
  /** Values of 8 bits, not rounded. */
  rgb: [number, number, number]
}

const colours = JSON.parse(readFileSync(join(root, 'tests/fixtures/colours/hdr.json'), 'utf8')) as Colour[]
const folder = testFolder()
const TRANSFER = { pq: 16, hlg: 18 } as const

/** The values of the pixel in the middle, in 0..255. */
function rgbOf({ y, u, v, strideY, strideUV, width, height }: I420): number[] {
  const c = rgbCoefficients(SDR)
  const at = { x: width >> 1, y: height >> 1 }
  const luma = (y[at.y * strideY + at.x] as number) * c.gain - c.foot
  const cb = (u[(at.y >> 1) * strideUV + (at.x >> 1)] as number) - 128
  const cr = (v[(at.y >> 1) * strideUV + (at.x >> 1)] as number) - 128
  const rgb = [luma + c.red * cr, luma + c.greenU * cb + c.greenV * cr, luma + c.blue * cb]
  return rgb.map((value) => 255 * Math.min(1, Math.max(0, value)))
}

describe.each(['pq', 'hlg'] as const)('%s', (transfer) => {
  const wanted = colours.filter((colour) => colour.transfer === transfer)
  const scaled = (i: number): Yuv => (wanted[i] as Colour).yuv.map((value) => value / 4) as unknown as Yuv

  test.each([
    ['planes of its own size', 'yuv420p10', [1, 1]],
    ['another layout', 'yuv422p10', [1, 1]],
    ['pixels that are not square', 'yuv420p10', [16, 11]],
  ] as const)('has the colours of the standards on an SDR screen, in %s', async (name, format, aspect) => {
    const path = join(folder, `${transfer} ${name}.mkv`)
    const tags = [9, TRANSFER[transfer], 9] as const
    const picture = (_x: number, _y: number, time: number) => scaled(time)
    await makeClip({ path, format, aspect, tags, picture, width: 32, height: 32, frames: wanted.length })
    const reader = await openMedia(path)
    const errors: number[][] = []
    for await (const frame of reader.frames()) {
      expect(frame.image.color).toEqual(SDR)
      const { rgb } = wanted[frame.index] as Colour
      errors.push(rgbOf(frame.image).map((value, i) => Math.abs(value - (rgb[i] as number))))
      frame.close()
    }
    await reader.close()
    expect(errors).toHaveLength(wanted.length)
    const isGrey = ({ yuv }: Colour) => yuv[1] === 512 && yuv[2] === 512
    for (const [i, error] of errors.entries()) {
      // Y', Cb and Cr are rounded to 8 bits, and colours at the edge of BT.709 are interpolated.
      expect(Math.max(...error), `colour ${i}`).toBeLessThan(isGrey(wanted[i] as Colour) ? 1.5 : 12)
    }
    const all = errors.flat()
    expect(all.reduce((sum, error) => sum + error, 0) / all.length).toBeLessThan(1.5)
  })
})

test('SDR of a wide gamut keeps its values and its tags', async () => {
  const path = join(folder, 'wide.mkv')
  const picture = (): Yuv => [100, 90, 200]
  await makeClip({ path, tags: [12, 13, 1], picture, frames: 2 })
  const reader = await openMedia(path)
  for await (const { image, close } of reader.frames()) {
    expect([image.y[0], image.u[0], image.v[0]]).toEqual([100, 90, 200])
    expect(image.color).toEqual({ matrix: 'bt709', fullRange: false, primaries: 12, transfer: 13 })
    void close
  }
  await reader.close()
})

interface Tags {
  transfer: number
  primaries?: number
  matrix: number
  flags?: number
}

function grey(luma: number, { transfer, primaries = 9, matrix, flags = 0 }: Tags): NativeFrame {
  const frame = new NativeFrame()
  frame.alloc()
  Object.assign(frame, { format: AV_PIX_FMT_YUV420P, width: 64, height: 32, colorRange: 1 })
  frame.colorTrc = transfer as AVColorTransferCharacteristic
  frame.colorPrimaries = primaries as AVColorPrimaries
  frame.colorSpace = matrix as AVColorSpace
  frame.getBuffer()
  for (const [i, plane] of (frame.data as Buffer[]).entries()) plane.fill(i === 0 ? luma : 128)
  frame.flags = flags
  return frame
}

test('a stream that turns from HDR to SDR, and becomes interlaced, is converted frame by frame', () => {
  const hdr = grey(120, { transfer: 16, matrix: 9 })
  const converter = new FrameConverter(hdr, null, 'video', 2)
  const slot = createSlot(converter.size, converter.color)
  const lumaOf = (frame: NativeFrame) => {
    converter.convert(frame, slot)
    return slot.image.y[0]
  }
  const mapped = lumaOf(hdr)
  expect(mapped).toBeGreaterThan(150)
  expect(lumaOf(grey(120, { transfer: 1, primaries: 1, matrix: 1 }))).toBe(120)
  // A frame without tags is of the same kind as the first; the same frame again has the same result.
  expect(lumaOf(grey(120, { transfer: 2, matrix: 2, flags: AV_FRAME_FLAG_INTERLACED }))).toBe(mapped)
  expect(lumaOf(hdr)).toBe(mapped)
  converter.free()
})

test('a frame that leaves a pool carries nothing of its last user', () => {
  const pool = new SlotPool({ width: 32, height: 16 }, SDR, 4)
  const propertiesOf = ({ native }: ReturnType<SlotPool['take']>) => ({
    range: native.colorRange,
    matrix: native.colorSpace,
    pts: native.pts,
    duration: native.duration,
    primaries: native.colorPrimaries,
    transfer: native.colorTrc,
    location: native.chromaLocation,
    flags: native.flags,
    type: native.pictType,
  })
  const first = pool.take()
  const fresh = propertiesOf(first)
  expect(fresh).toMatchObject({ primaries: 2, transfer: 2, matrix: 1, range: 1, pts: NO_PTS, flags: 0 })
  const used = {
    colorRange: 2,
    colorSpace: 9,
    pts: 7n,
    duration: 3n,
    colorPrimaries: 9,
    colorTrc: 16,
    chromaLocation: 2,
  }
  Object.assign(first.native, used, { flags: AV_FRAME_FLAG_INTERLACED, pictType: 1 })
  pool.give(first)
  const again = pool.take()
  expect(again).toBe(first)
  expect(propertiesOf(again)).toEqual(fresh)
})
