import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { FormatContext, Packet } from 'node-av/lib'
import { describe, expect, it } from 'vitest'
import type { Frame, I420 } from '../../../src/engine/media/frame.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { createSlot } from '../../../src/engine/media/slot.ts'
import { createVideoWriter, type VideoWriterOptions } from '../../../src/engine/media/video-writer.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { flatLuma, makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()

async function copyThrough(from: string, to: string, options: Partial<VideoWriterOptions> = {}) {
  const reader = await openMedia(from, { durationS: null })
  const { width, height } = reader.info
  const writer = await createVideoWriter(to, { width, height, quality: 'balanced', ...options })
  for await (const frame of reader.frames()) {
    await writer.write(frame)
    frame.close()
  }
  const { frames } = await writer.finish()
  await reader.close()
  return { frames, warnings: writer.warnings.map(englishOf) }
}

async function seen(path: string) {
  const reader = await openMedia(path)
  const times: number[] = []
  const lumas: number[] = []
  for await (const frame of reader.frames()) {
    times.push(frame.ptsS)
    lumas.push(frame.image.y[10 * frame.image.strideY + 10] as number)
    frame.close()
  }
  await reader.close()
  return { times, lumas, info: reader.info, warnings: reader.warnings.map(englishOf) }
}

/** Codec, first and last packet time of the audio. */
async function soundOf(path: string) {
  const context = new FormatContext()
  context.allocContext()
  await context.openInput(path)
  await context.findStreamInfo()
  const stream = context.streams.find((s) => s.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  const times: number[] = []
  const packet = new Packet()
  packet.alloc()
  while ((await context.readFrame(packet)) >= 0) {
    if (stream && packet.streamIndex === stream.index) {
      times.push((Number(packet.pts) * stream.timeBase.num) / stream.timeBase.den)
    }
    packet.unref()
  }
  packet.free()
  await context.closeInput()
  return { found: stream !== undefined, times }
}

const picture = (width: number, height: number, index: number, ptsS: number): Frame => {
  const { image } = createSlot({ width, height })
  image.y.fill(flatLuma(index))
  image.u.fill(128)
  image.v.fill(128)
  return frameOf(image, index, ptsS)
}
const frameOf = (image: I420, index: number, ptsS: number): Frame => ({
  index,
  ptsS,
  image,
  width: image.width,
  height: image.height,
  letterbox: () => ({
    scale: 1,
    padX: 0,
    padY: 0,
    originX: 0,
    originY: 0,
    imageArea: { x1: 0, y1: 0, x2: image.width, y2: image.height },
  }),
  copy: () => frameOf(image, index, ptsS),
  close: () => {},
})

describe('a written video', () => {
  it('has the times, the number and the order of the frames', async () => {
    const ticks = [0, 17, 33, 100, 140, 141, 300, 333, 350, 500, 517, 600, 900, 1000]
    await makeVideo({ path: file('in.mp4'), width: 160, height: 96, ticks, bFrames: 3 })
    expect(await copyThrough(file('in.mp4'), file('out.mp4'))).toEqual({ frames: ticks.length, warnings: [] })
    const { times, lumas, info, warnings } = await seen(file('out.mp4'))
    expect(times.map((t) => Math.round(t * 1000))).toEqual(ticks)
    for (const [i, luma] of lumas.entries()) expect(Math.abs(luma - flatLuma(i))).toBeLessThanOrEqual(4)
    expect(info).toMatchObject({ codec: 'h264', width: 160, height: 96, frameCount: ticks.length })
    expect(warnings).toEqual([])
  })

  it('starts with its index, so that a browser can play it while it loads', async () => {
    await makeVideo({ path: file('fast-in.mp4'), width: 64, height: 64, ticks: steady(10, 25) })
    await copyThrough(file('fast-in.mp4'), file('fast.mp4'))
    const bytes = await readFile(file('fast.mp4'))
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('pads odd sizes by a pixel', async () => {
    const writer = await createVideoWriter(file('odd.mp4'), { width: 63, height: 41, quality: 'high' })
    for (let i = 0; i < 5; i++) await writer.write(picture(63, 41, i, i / 25))
    await writer.finish()
    const reader = await openMedia(file('odd.mp4'))
    expect([reader.info.width, reader.info.height]).toEqual([64, 42])
    for await (const frame of reader.frames()) {
      const { y, strideY } = frame.image
      expect(Math.abs((y[41 * strideY + 63] as number) - flatLuma(frame.index))).toBeLessThanOrEqual(4)
      frame.close()
    }
    await reader.close()
  })

  it('can have a single frame', async () => {
    const writer = await createVideoWriter(file('one.mp4'), { width: 64, height: 64, quality: 'small', fps: 10 })
    await writer.write(picture(64, 64, 3, 0))
    expect(await writer.finish()).toEqual({ frames: 1 })
    const { times, info } = await seen(file('one.mp4'))
    expect(times).toEqual([0])
    expect(info.durationS).toBeCloseTo(0.1, 3)
  })

  it('takes frames whose writes were not awaited, in order', async () => {
    const writer = await createVideoWriter(file('eager.mp4'), { width: 64, height: 64, quality: 'balanced' })
    await Promise.all(Array.from({ length: 12 }, (_, i) => writer.write(picture(64, 64, i, i / 25))))
    expect(await writer.finish()).toEqual({ frames: 12 })
    const { lumas } = await seen(file('eager.mp4'))
    for (const [i, luma] of lumas.entries()) expect(Math.abs(luma - flatLuma(i))).toBeLessThanOrEqual(4)
  })
})

/** Indices of the key frames. */
async function keyFramesOf(path: string): Promise<number[]> {
  const context = new FormatContext()
  context.allocContext()
  await context.openInput(path)
  const packet = new Packet()
  packet.alloc()
  const keys: number[] = []
  const times: bigint[] = []
  while ((await context.readFrame(packet)) >= 0) {
    if (packet.isKeyframe) keys.push(Number(packet.pts))
    times.push(packet.pts)
    packet.unref()
  }
  packet.free()
  await context.closeInput()
  const ordered = times.map(Number).sort((a, b) => a - b)
  return keys.map((pts) => ordered.indexOf(pts))
}

describe('key frames', () => {
  /** Abrupt scene changes, at which an encoder would insert a key frame by itself. */
  const scene = (index: number) => ({ ...picture(64, 64, index % 13 < 6 ? 0 : 200, index / 10), index })

  it('begin each second of frames and nothing else, whatever the frames show', async () => {
    const writer = await createVideoWriter(file('keys.mp4'), { width: 64, height: 64, quality: 'balanced', fps: 10 })
    for (let i = 0; i < 45; i++) await writer.write(scene(i))
    await writer.finish()
    expect(await keyFramesOf(file('keys.mp4'))).toEqual([0, 10, 20, 30, 40])
  })

  it('begin each second in which a frame reaches the video', async () => {
    const writer = await createVideoWriter(file('some.mp4'), { width: 64, height: 64, quality: 'balanced', fps: 10 })
    const some = [3, 4, 5, 9, 27, 28, 30]
    for (const i of some) await writer.write(scene(i))
    await writer.finish()
    expect((await keyFramesOf(file('some.mp4'))).map((n) => some[n])).toEqual([3, 27, 30])
  })

  it('stay in place when the video is saved between two seconds', async () => {
    const options: VideoWriterOptions = { width: 64, height: 64, quality: 'balanced', fps: 10 }
    const plain = await createVideoWriter(file('plain.mp4'), options)
    const saved = await createVideoWriter(file('saved.mp4'), options)
    for (let i = 0; i < 45; i++) {
      await plain.write(scene(i))
      await saved.write(scene(i))
      if (i % 20 === 19) await saved.save()
    }
    await Promise.all([plain.finish(), saved.finish()])
    expect((await readFile(file('saved.mp4'))).equals(await readFile(file('plain.mp4')))).toBe(true)
  })
})

describe('audio', () => {
  it.each([
    ['aac', 'mp4'],
    ['pcm_s16le', 'mov'],
  ] as const)('%s is carried over, as long as the video', async (sound, format) => {
    const path = file(`${sound}.${format}`)
    await makeVideo({ path, width: 64, height: 64, ticks: steady(50, 25), format, sound })
    expect((await copyThrough(path, file(`${sound}-out.mp4`), { audioFrom: path })).warnings).toEqual([])
    const { times, found } = await soundOf(file(`${sound}-out.mp4`))
    expect(found).toBe(true)
    expect(Math.abs(times[0] as number)).toBeLessThan(0.06)
    expect(times.at(-1)).toBeGreaterThan(1.9)
    expect(times.at(-1)).toBeLessThan(2.001)
    const video = await seen(file(`${sound}-out.mp4`))
    expect(video.times).toHaveLength(50)
    expect(video.times[0]).toBe(0)
  })

  it('ends with the video when that is shorter', async () => {
    const path = file('long.mp4')
    await makeVideo({ path, width: 64, height: 64, ticks: steady(75, 25), sound: 'aac' })
    const reader = await openMedia(path, { durationS: 1 })
    const writer = await createVideoWriter(file('short.mp4'), {
      width: 64,
      height: 64,
      quality: 'small',
      audioFrom: path,
    })
    for await (const frame of reader.frames()) {
      await writer.write(frame)
      frame.close()
    }
    expect(await writer.finish()).toEqual({ frames: 25 })
    await reader.close()
    const { times } = await soundOf(file('short.mp4'))
    expect(times.at(-1)).toBeLessThan(1.001)
    expect(times.at(-1)).toBeGreaterThan(0.9)
  })

  it('is dropped with a warning when its file cannot be read, and without one when there is none', async () => {
    const path = file('silent.mp4')
    await makeVideo({ path, width: 64, height: 64, ticks: steady(5, 25) })
    expect((await copyThrough(path, file('silent-out.mp4'), { audioFrom: path })).warnings).toEqual([])
    const { frames, warnings } = await copyThrough(path, file('mute.mp4'), { audioFrom: file('nowhere.mp4') })
    expect(frames).toBe(5)
    expect(warnings.join()).toContain('sound')
  })
})

describe('a video that cannot be written', () => {
  it('fails immediately with a message when the folder is missing', async () => {
    const options: VideoWriterOptions = { width: 64, height: 64, quality: 'small' }
    await expect(createVideoWriter(file('no/such/folder.mp4'), options)).rejects.toMatchObject({
      name: 'MediaError',
      code: 'output_unwritable',
      message: expect.stringContaining('“folder.mp4”'),
    })
  })

  it('leaves no files when it is aborted', async () => {
    const writer = await createVideoWriter(file('given-up.mp4'), { width: 64, height: 64, quality: 'small' })
    for (let i = 0; i < 30; i++) await writer.write(picture(64, 64, i, i / 25))
    expect(statSync(file('given-up.mp4.packets')).isFile()).toBe(true)
    await writer.abort()
    expect(existsSync(file('given-up.mp4'))).toBe(false)
    await writer.abort()
  })

  it('rejects frames after its end', async () => {
    const writer = await createVideoWriter(file('ended.mp4'), { width: 64, height: 64, quality: 'small' })
    await writer.write(picture(64, 64, 0, 0))
    await writer.finish()
    await expect(writer.write(picture(64, 64, 1, 1))).rejects.toThrow(/after its end/)
  })
})
