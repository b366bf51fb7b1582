/** Times of frames whose timestamps repeat, step back or are missing. */
import { join } from 'node:path'
import type { Stream } from 'node-av/lib'
import { describe, expect, test } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { NO_PTS, StreamClock } from '../../../src/engine/media/stream-clock.ts'
import { testFolder } from '../support/test-folder.ts'
import { makeClip } from './make-clip.ts'

const folder = testFolder()

const clockOf = (fps: number, den: number) => {
  const rate = { num: fps, den: 1 }
  return new StreamClock({ timeBase: { num: 1, den }, avgFrameRate: rate, rFrameRate: rate } as Stream)
}

const timesOf = (pts: readonly (number | null)[], fps = 25, den = 1000) => {
  const clock = clockOf(fps, den)
  return pts.map((at) => clock.timeOf(at === null ? NO_PTS : BigInt(at)))
}

/** Times as results round them. */
const distinct = (times: readonly number[]) => new Set(times.map((time) => time.toFixed(6))).size

describe('times of frames', () => {
  test.each<[string, number[]]>([
    ['step back once', [0, 40, 80, 60, 120, 160, 200]],
    ['step back by two frames', [0, 40, 80, 0, 120, 160]],
    ['repeat', [0, 40, 40, 120, 160, 160, 160, 240]],
    ['step back again and again', [0, 80, 40, 160, 120, 240, 200, 320]],
  ])('rise strictly, and are the timestamps where these rise, when timestamps %s', (_, pts) => {
    const times = timesOf(pts)
    expect(distinct(times)).toBe(pts.length)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    let latest = -1
    for (const [i, at] of pts.entries()) {
      if (at > latest) expect(times[i]).toBe(at / 1000)
      latest = Math.max(latest, at)
    }
  })

  test('continue at the claimed rate without timestamps', () => {
    expect(timesOf([0, null, null, 120, null])).toEqual([0, 0.04, 0.08, 0.12, 0.16])
    expect(timesOf([null, null, null])).toEqual([0, 0.04, 0.08])
  })

  test('differ also where a missing timestamp and the next one are a rounding apart', () => {
    // A thirtieth of a second in microseconds: the sum of lengths and the timestamp differ in the last digits.
    const times = timesOf([0, null, null, null, 133333, 166667], 30, 1_000_000)
    expect(distinct(times)).toBe(times.length)
  })

  test('continue from where they are when another recording follows with a clock of its own', () => {
    const times = timesOf([0, 40, 5000, 5040, 0, 40, 100, 160])
    const expected = [0, 0.04, 5, 5.04, 5.08, 5.12, 5.18, 5.24]
    for (const [i, time] of times.entries()) expect(time).toBeCloseTo(expected[i] as number, 9)
  })
})

test('frames of a file whose timestamps step back and repeat keep all others', async () => {
  const path = join(folder, 'steps-back.mkv')
  const timesMs = [0, 40, 80, 60, 120, 160, 160, 240, 280]
  await makeClip({ path, frames: timesMs.length, timesMs })
  const reader = await openMedia(path)
  const times: number[] = []
  for await (const frame of reader.frames()) {
    times.push(frame.ptsS)
    frame.close()
  }
  await reader.close()
  // ffprobe states these best_effort_timestamp_time: 0, 0.04, 0.08, 0.06, 0.12, 0.16, 0.16, 0.24, 0.28.
  expect(times).toEqual([0, 0.04, 0.08, 0.085, 0.12, 0.16, 0.165, 0.24, 0.28])
})
