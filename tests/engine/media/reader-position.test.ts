import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReaderPosition } from '../../../src/engine/media/frame.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { imageDigest } from '../../../src/engine/media/reader-position.ts'
import { testFolder } from '../support/test-folder.ts'
import { makeVideo, type Recipe, steady } from './make-video.ts'

const folder = testFolder()
const size = { width: 96, height: 64 }
const uneven = (count: number) => steady(count, 25).map((t, i) => t + ((i * 7) % 11))

/** Frames repeat, so that a frame can't be identified by its pixels alone. */
const luma = (i: number) => 30 + 12 * (i % 9)

const CLIPS: Record<string, Omit<Recipe, 'path' | 'width' | 'height'>> = {
  'clip.mp4': { ticks: steady(100, 25) },
  'b-frames.mp4': { ticks: steady(100, 25), bFrames: 3 },
  'uneven.mp4': { ticks: uneven(100), bFrames: 2 },
  'late-start.mp4': { ticks: steady(100, 25).map((t) => t + 1500), bFrames: 2 },
  'clip.mkv': { ticks: uneven(100), bFrames: 2, format: 'matroska' },
  'clip.ts': { ticks: steady(100, 25, 90_000), timescale: 90_000, bFrames: 2, format: 'mpegts' },
  'clip.avi': { ticks: steady(100, 25), format: 'avi', codec: 'mpeg4', timescale: 1000 },
  'clip.h264': { ticks: steady(60, 25), format: 'h264' },
  'rotated.mov': { ticks: steady(80, 25), matrix: [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30], format: 'mov' },
}

async function read(path: string, options: { sampleFps?: number; from?: ReaderPosition }) {
  const reader = await openMedia(path, options)
  /** Index, time and digest of each frame. */
  const seen: string[] = []
  const positions: ReaderPosition[] = []
  for await (const frame of reader.frames()) {
    seen.push(`${frame.index} ${frame.ptsS} ${imageDigest(frame.image)}`)
    positions.push(structuredClone(reader.positionAfter(frame)))
    frame.close()
  }
  await reader.close()
  return { seen, positions, warnings: reader.warnings }
}

describe.each(Object.entries(CLIPS))('%s', (name, recipe) => {
  const path = join(folder, name)
  beforeAll(() => makeVideo({ path, ...size, luma, ...recipe }))

  test.each([undefined, 8])(
    'yields the frames of an uninterrupted reader when it is resumed after any frame (sample_fps %s)',
    async (sampleFps) => {
      const options = sampleFps === undefined ? {} : { sampleFps }
      const whole = await read(path, options)
      expect(whole.seen.length).toBeGreaterThan(15)
      const step = Math.ceil(whole.seen.length / 7)
      const places = [0, 1, ...whole.seen.keys()].filter((i) => i < 2 || i % step === 3 || i === whole.seen.length - 1)
      for (const i of places) {
        const from = whole.positions[i] as ReaderPosition
        const rest = await read(path, { ...options, from })
        expect(rest.seen, `after frame ${i}`).toEqual(whole.seen.slice(i + 1))
        expect(rest.warnings).toEqual(whole.warnings)
      }
    },
  )
})

test('a position whose frame has changed is not trusted: the media is read from its start', async () => {
  const path = join(folder, 'untrusted.mp4')
  await makeVideo({ path, ...size, luma, ticks: steady(100, 25), bFrames: 2 })
  const { seen, positions } = await read(path, {})
  const position = positions[60] as ReaderPosition
  const file = { ...(position.file as NonNullable<ReaderPosition['file']>), picture: 'another' }
  const rest = await read(path, { from: { ...position, file } })
  expect(rest.seen).toEqual(seen.slice(61))
})
