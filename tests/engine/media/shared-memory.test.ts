/** Frames in memory of libav, which JavaScript draws on and encoders read in place. */
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Frame, I420 } from '../../../src/engine/media/frame.ts'
import { Letterboxer } from '../../../src/engine/media/letterbox.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { PooledFrame } from '../../../src/engine/media/pooled-frame.ts'
import { sharesMemory } from '../../../src/engine/media/shared-memory.ts'
import { copySlot, createSlot, SlotPool } from '../../../src/engine/media/slot.ts'
import { createVideoWriter } from '../../../src/engine/media/video-writer.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
const SIZE = { width: 160, height: 96 }

/** The pixels of an image, without the bytes beside them. */
function pixels({ width, height, y, u, v, strideY, strideUV }: I420): Buffer {
  const rows = (plane: Uint8Array, stride: number, w: number, h: number) =>
    Array.from({ length: h }, (_, row) => plane.slice(row * stride, row * stride + w))
  const half = [(width + 1) >> 1, (height + 1) >> 1] as const
  return Buffer.concat([
    ...rows(y, strideY, width, height),
    ...rows(u, strideUV, ...half),
    ...rows(v, strideUV, ...half),
  ])
}

/** The same pixels whatever the strides. */
function paint({ y, u, v, strideY, strideUV }: I420, i: number): void {
  for (const [plane, stride] of [
    [y, strideY],
    [u, strideUV],
    [v, strideUV],
  ] as const) {
    for (let at = 0; at < plane.length; at++) plane[at] = (at % stride) * (i + 3) + Math.floor(at / stride) * 11
  }
}

describe('memory of libav', () => {
  it('is shared on plain Node.js', () => {
    expect(sharesMemory()).toBe(true)
  })

  it.each([
    [160, 96],
    [63, 41],
    [2, 2],
    [1, 1],
  ])('holds the same pixels as memory of our own: %i x %i', (width, height) => {
    for (const shared of [true, false]) {
      const [from, into] = [
        createSlot({ width, height }, undefined, shared),
        createSlot({ width, height }, undefined, !shared),
      ]
      paint(from.image, 5)
      copySlot(from, into)
      expect(pixels(into.image).equals(pixels(from.image))).toBe(true)
    }
  })

  it('stays valid as long as one of its planes is in use', () => {
    const planes = Array.from({ length: 50 }, (_, i) => {
      const { y } = createSlot(SIZE, undefined, true).image
      return y.fill(i)
    })
    for (let i = 0; i < 200; i++) createSlot({ width: 640, height: 480 }, undefined, true).image.y.fill(255)
    for (const [i, plane] of planes.entries()) expect(plane.every((value) => value === i)).toBe(true)
  })
})

describe('a frame that an encoder reads in place', () => {
  const frames = async (path: string, held: boolean, count = 40) => {
    const pool = new SlotPool(SIZE, undefined, 3)
    const letterboxer = new Letterboxer()
    const writer = await createVideoWriter(path, { ...SIZE, quality: 'balanced', fps: 25 })
    let most = 0
    for (let i = 0; i < count; i++) {
      await pool.room()
      const frame: Frame = new PooledFrame(pool.take(), pool, letterboxer, i, i / 25)
      paint(frame.image, i)
      // Without `hold` the frame is copied.
      const { image, index, ptsS, width, height } = frame
      await writer.write(held ? frame : ({ image, index, ptsS, width, height } as Frame))
      if (held && i === 0) expect(frame.isHeld).toBe(true)
      frame.close()
      most = Math.max(most, pool.lent)
    }
    await writer.finish()
    return { lent: pool.lent, most }
  }

  it('gives the same bytes as a copy, and its memory back', async () => {
    expect(await frames(file('copied.mp4'), false)).toEqual({ lent: 0, most: 0 })
    const { lent, most } = await frames(file('held.mp4'), true)
    expect(lent).toBe(0)
    expect(most).toBeGreaterThan(0)
    expect((await readFile(file('held.mp4'))).equals(await readFile(file('copied.mp4')))).toBe(true)
  })

  it('is copied where the process may not write to memory of libav', async () => {
    const pool = new SlotPool(SIZE, undefined, 3)
    const letterboxer = new Letterboxer()
    const writer = await createVideoWriter(file('caged.mp4'), { ...SIZE, quality: 'balanced', fps: 25 })
    for (let i = 0; i < 40; i++) {
      pool.take()
      const frame = new PooledFrame(createSlot(SIZE, undefined, false), pool, letterboxer, i, i / 25)
      paint(frame.image, i)
      await writer.write(frame)
      expect(frame.isHeld).toBe(false)
      frame.close()
    }
    await writer.finish()
    await frames(file('shared.mp4'), true)
    expect((await readFile(file('caged.mp4'))).equals(await readFile(file('shared.mp4')))).toBe(true)
  })

  it('may be written to a second video at the same time', async () => {
    const pool = new SlotPool(SIZE, undefined, 3)
    const letterboxer = new Letterboxer()
    const writers = await Promise.all(
      ['first.mp4', 'second.mp4'].map((name) =>
        createVideoWriter(file(name), { ...SIZE, quality: 'balanced', fps: 25 }),
      ),
    )
    for (let i = 0; i < 20; i++) {
      await pool.room()
      const frame = new PooledFrame(pool.take(), pool, letterboxer, i, i / 25)
      paint(frame.image, i)
      await Promise.all(writers.map((writer) => writer.write(frame)))
      frame.close()
    }
    for (const writer of writers) await writer.finish()
    expect(pool.lent).toBe(0)
    expect((await readFile(file('first.mp4'))).equals(await readFile(file('second.mp4')))).toBe(true)
  })

  it('is released when the video is aborted', async () => {
    const pool = new SlotPool(SIZE, undefined, 3)
    const writer = await createVideoWriter(file('aborted.mp4'), { ...SIZE, quality: 'balanced', fps: 25 })
    const frame = new PooledFrame(pool.take(), pool, new Letterboxer(), 0, 0)
    await writer.write(frame)
    frame.close()
    await writer.abort()
    expect(pool.lent).toBe(0)
  })
})

it('drawing on decoded frames does not reach the frames that the decoder predicts from', async () => {
  await makeVideo({ path: file('b.mp4'), ...SIZE, ticks: steady(40, 25), bFrames: 3 })
  const decoded = async (draw: boolean) => {
    const reader = await openMedia(file('b.mp4'))
    const seen: string[] = []
    for await (const frame of reader.frames()) {
      seen.push(pixels(frame.image).toString('base64'))
      if (draw) for (const plane of [frame.image.y, frame.image.u, frame.image.v]) plane.fill(1)
      frame.close()
    }
    await reader.close()
    return seen
  }
  expect(await decoded(true)).toEqual(await decoded(false))
})
