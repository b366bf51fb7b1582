/** Compares single positions of a video, read one after the other, with the video read from start to end. */
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { imageDigest } from '../../../src/engine/media/reader-position.ts'
import { createOpenVideo } from '../../../src/engine/preview/moment.ts'
import { makeVideo, steady } from '../media/make-video.ts'
import { testFolder } from '../support/test-folder.ts'

const path = join(testFolder(), 'video.mp4')
const times: number[] = []
const pictures: string[] = []

beforeAll(async () => {
  await makeVideo({ path, width: 96, height: 64, ticks: steady(200, 25), bFrames: 3 })
  const reader = await openMedia(path)
  for await (const frame of reader.frames()) {
    times.push(frame.ptsS)
    pictures.push(imageDigest(frame.image))
    frame.close()
  }
  await reader.close()
})

const opened = createOpenVideo(20)
afterEach(() => opened.close())

/**
 * Indices of the first frames at or after `atS`, by their times; each must have the same pixels as in the full reading.
 */
async function firstFrames(atS: number, count: number, sampleFps: number | null = null): Promise<number[]> {
  const part = await opened.from(path, { sampleFps, deinterlace: 'off' }, atS)
  const numbers: number[] = []
  while (numbers.length < count) {
    const frame = await part.next()
    if (!frame) break
    const number = times.indexOf(frame.ptsS)
    expect(imageDigest(frame.image)).toBe(pictures[number])
    numbers.push(number)
    frame.close()
  }
  opened.rest()
  return numbers
}

test('each position begins with its own frame: forwards, backwards, by a frame and by seconds', async () => {
  for (const number of [0, 1, 2, 3, 40, 41, 160, 199, 20, 21, 19, 100])
    expect(await firstFrames(times[number] as number, 1), `frame ${number}`).toEqual([number])
})

test('a window starts at its requested time, wherever the previous one ended', async () => {
  expect(await firstFrames(1, 5)).toEqual([25, 26, 27, 28, 29])
  expect(await firstFrames(2, 5)).toEqual([50, 51, 52, 53, 54])
  expect(await firstFrames(2.08, 5)).toEqual([52, 53, 54, 55, 56])
  expect(await firstFrames(7.9, 5)).toEqual([198, 199])
  expect(await firstFrames(99, 5)).toEqual([])
})

test('each position has its frame, whatever was requested before, also beyond the end', async () => {
  const moment = fc.oneof(fc.integer({ min: 0, max: 220 }), fc.integer({ min: 190, max: 205 }))
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 2, maxLength: 8 }), async (numbers) => {
      for (const at of numbers) {
        const atS = at / 25 - 0.02
        const expected = times.findIndex((t) => t >= atS)
        expect(await firstFrames(Math.max(0, atS), 1)).toEqual(expected < 0 ? [] : [expected])
      }
    }),
    { numRuns: 30 },
  )
})

test('a sampled source begins with the requested frame', async () => {
  expect(await firstFrames(0.2, 2, 2)).toEqual([5, 13])
  expect(await firstFrames(0.64, 2, 2)).toEqual([16, 25])
})
