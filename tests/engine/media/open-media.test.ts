import { writeFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_YUV444P } from 'node-av/constants'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../../../src/engine/media/frame.ts'
import { type OpenOptions, openMedia } from '../../../src/engine/media/open-media.ts'
import { flatLuma, makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()

interface Seen {
  ptsS: number
  index: number
  /** Mean luma of the frame's centre. */
  luma: number
}

const lumaAt = ({ image }: Frame, x: number, y: number): number => image.y[y * image.strideY + x] as number

async function readAll(path: string, options?: OpenOptions) {
  const reader = await openMedia(path, options)
  const seen: Seen[] = []
  for await (const frame of reader.frames()) {
    seen.push({ ptsS: frame.ptsS, index: frame.index, luma: lumaAt(frame, frame.width >> 1, frame.height >> 1) })
    frame.close()
  }
  await reader.close()
  return { seen, info: reader.info, warnings: reader.warnings }
}

const times = (seen: Seen[]) => seen.map((f) => Math.round(f.ptsS * 1e6) / 1e6)

describe('frame times', () => {
  it('keep a variable frame rate, in presentation order though B-frames are stored out of order', async () => {
    const ticks = [0, 17, 33, 100, 140, 141, 300, 333, 350, 500, 517, 600, 900, 1000]
    await makeVideo({ path: file('vfr.mp4'), width: 160, height: 96, ticks, bFrames: 3 })
    const { seen, warnings } = await readAll(file('vfr.mp4'))
    expect(times(seen)).toEqual(ticks.map((t) => t / 1000))
    expect(seen.map((f) => f.index)).toEqual(ticks.map((_, i) => i))
    for (const [i, f] of seen.entries()) expect(Math.abs(f.luma - flatLuma(i))).toBeLessThanOrEqual(3)
    expect(warnings).toEqual([])
  })

  it.each([
    ['mp4', 'libx264'],
    ['matroska', 'libx264'],
    ['mpegts', 'libx264'],
    ['avi', 'mpeg4'],
    ['webm', 'libvpx-vp9'],
  ])('start at 0 in %s when the stream starts later', async (format, codec) => {
    const path = file(`late.${format}`)
    const ticks = steady(20, 25).map((t) => t + (format === 'avi' ? 0 : 5000))
    await makeVideo({
      path,
      width: 64,
      height: 64,
      ticks: format === 'avi' ? steady(20, 25, 25) : ticks,
      format,
      codec,
      timescale: format === 'avi' ? 25 : 1000,
    })
    const { seen, warnings } = await readAll(path)
    expect(times(seen)).toEqual(steady(20, 25).map((t) => t / 1000))
    expect(warnings).toEqual([])
  })

  it('keep 29.97 frames a second exact over many frames', async () => {
    const ticks = Array.from({ length: 60 }, (_, i) => i * 1001)
    await makeVideo({ path: file('ntsc.mp4'), width: 64, height: 64, ticks, timescale: 30_000 })
    const { seen, info } = await readAll(file('ntsc.mp4'))
    expect(seen.at(-1)?.ptsS).toBeCloseTo((59 * 1001) / 30_000, 9)
    expect(info.nativeFps).toBeCloseTo(29.97, 2)
    expect(info.durationS).toBeCloseTo((60 * 1001) / 30_000, 6)
  })

  it('are sampled by time, and stop at a media time', async () => {
    await makeVideo({ path: file('thirty.mp4'), width: 64, height: 64, ticks: steady(90, 30, 3000), timescale: 3000 })
    const { seen } = await readAll(file('thirty.mp4'), { sampleFps: 4, durationS: 2 })
    // The first frame at or after each quarter second.
    expect(times(seen)).toEqual([0, 0.266667, 0.5, 0.766667, 1, 1.266667, 1.5, 1.766667])
    expect(seen.map((f) => f.index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const faster = await readAll(file('thirty.mp4'), { sampleFps: 100 })
    expect(faster.seen).toHaveLength(90)
  })
})

describe('images', () => {
  const COS = 65_536
  const LAST = 1 << 30
  it.each([
    ['90° clockwise', [0, COS, 0, -COS, 0, 0, 0, 0, LAST], [96, 160]],
    ['180°', [-COS, 0, 0, 0, -COS, 0, 0, 0, LAST], [160, 96]],
    ['270° clockwise', [0, -COS, 0, COS, 0, 0, 0, 0, LAST], [96, 160]],
  ])('are rotated upright: %s', async (_, matrix, [width, height]) => {
    const path = file(`turned${matrix.join('')}.mp4`)
    await makeVideo({ path, width: 160, height: 96, ticks: steady(3, 25), matrix })
    const { info } = await readAll(path)
    expect([info.width, info.height]).toEqual([width, height])
  })

  it('can have odd sizes and other chroma subsampling or depth', async () => {
    const path = file('odd.mkv')
    await makeVideo({ path, width: 161, height: 97, ticks: steady(5, 25), pixelFormat: AV_PIX_FMT_YUV444P })
    const { seen, info } = await readAll(path)
    expect([info.width, info.height]).toEqual([161, 97])
    for (const [i, f] of seen.entries()) expect(Math.abs(f.luma - flatLuma(i))).toBeLessThanOrEqual(3)
    const deep = file('deep.mkv')
    await makeVideo({
      path: deep,
      width: 64,
      height: 64,
      ticks: steady(4, 25),
      pixelFormat: AV_PIX_FMT_YUV420P10LE,
      luma: () => 0xab,
    })
    // Bytes 0xab 0xab are 0x2ab in 10 bits once the encoder has dropped the excess bits.
    const { seen: ten } = await readAll(deep)
    expect(ten).toHaveLength(4)
  })

  it.each(['png', 'jpeg', 'webp'] as const)('are read from a still image: %s', async (type) => {
    const canvas = createCanvas(101, 53)
    const context = canvas.getContext('2d')
    context.fillStyle = '#c83214'
    context.fillRect(0, 0, 101, 53)
    const path = file(`still.${type}`)
    await writeFile(path, await canvas.encode(type as 'png'))
    const reader = await openMedia(path)
    expect(reader.info).toMatchObject({ kind: 'image', width: 101, height: 53, frameCount: 1, durationS: null })
    const rgb = new Float32Array(3 * 101 * 53)
    let frames = 0
    for await (const frame of reader.frames()) {
      expect(frame.ptsS).toBe(0)
      frame.letterbox(rgb, frame)
      frame.close()
      frames++
    }
    await reader.close()
    expect(frames).toBe(1)
    const centre = 26 * 101 + 50
    const colour = [0, 1, 2].map((c) => Math.round((rgb[c * 101 * 53 + centre] as number) * 255))
    for (const [i, expected] of [0xc8, 0x32, 0x14].entries()) {
      expect(Math.abs((colour[i] as number) - expected)).toBeLessThanOrEqual(4)
    }
  })

  it('are recognised by content, whatever the file extension', async () => {
    const canvas = createCanvas(20, 20)
    await writeFile(file('photo%03d.mp4'), await canvas.encode('png'))
    const { info } = await readAll(file('photo%03d.mp4'))
    expect(info).toMatchObject({ kind: 'image', codec: 'png' })
  })
})

describe('frames as resources', () => {
  const SLOTS = 8
  it('waits for memory when all frames are held, and continues when one is closed', async () => {
    await makeVideo({ path: file('pool.mp4'), width: 64, height: 64, ticks: steady(30, 25) })
    const reader = await openMedia(file('pool.mp4'))
    const frames = reader.frames()[Symbol.asyncIterator]()
    const held: Frame[] = []
    for (let i = 0; i < SLOTS; i++) held.push((await frames.next()).value as Frame)
    const ninth = frames.next()
    let arrived = false
    void ninth.then(() => {
      arrived = true
    })
    // Another reader decodes the whole file meanwhile.
    expect((await readAll(file('pool.mp4'))).seen).toHaveLength(30)
    expect(arrived).toBe(false)
    held[0]?.close()
    expect((await ninth).value.index).toBe(SLOTS)
    for (const [i, frame] of held.entries()) {
      if (i > 0) expect(Math.abs(lumaAt(frame, 5, 5) - flatLuma(i))).toBeLessThanOrEqual(3)
    }
    await reader.close()
  })

  it('lends copies beyond the limit, and copies are independent', async () => {
    await makeVideo({ path: file('copies.mp4'), width: 64, height: 64, ticks: steady(3, 25) })
    const reader = await openMedia(file('copies.mp4'))
    for await (const frame of reader.frames()) {
      const copies = Array.from({ length: 20 }, () => frame.copy())
      copies[0]?.image.y.fill(255)
      expect(Math.abs(lumaAt(frame, 5, 5) - flatLuma(frame.index))).toBeLessThanOrEqual(3)
      expect(copies[1]).toMatchObject({ index: frame.index, ptsS: frame.ptsS })
      for (const copy of copies) copy.close()
      frame.close()
    }
    await reader.close()
  })

  it('rejects a closed frame, and closing twice is harmless', async () => {
    await makeVideo({ path: file('closed.mp4'), width: 64, height: 64, ticks: steady(3, 25) })
    const reader = await openMedia(file('closed.mp4'))
    for await (const frame of reader.frames()) {
      frame.close()
      frame.close()
      expect(() => frame.image).toThrow(/closed/)
      expect(() => frame.copy()).toThrow(/closed/)
      break
    }
    await reader.close()
    await reader.close()
  })

  it('can be closed while frames are being decoded and held', async () => {
    await makeVideo({ path: file('midway.mp4'), width: 64, height: 64, ticks: steady(50, 25) })
    const reader = await openMedia(file('midway.mp4'))
    const frames = reader.frames()[Symbol.asyncIterator]()
    const first = (await frames.next()).value as Frame
    const pending = frames.next()
    await reader.close()
    await pending
    expect(Math.abs(lumaAt(first, 5, 5) - flatLuma(0))).toBeLessThanOrEqual(3)
    first.close()
  })
})
