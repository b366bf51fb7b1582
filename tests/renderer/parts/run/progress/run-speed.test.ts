import { expect, test } from 'vitest'
import { runSpeed, speedText } from '../../../../../src/renderer/parts/run/progress/run-speed.ts'
import { aRun } from '../../../examples.ts'

const [started_at, finished_at] = ['2026-03-04T10:00:00Z', '2026-03-04T10:00:10Z']
const progress = { frames_done: 200, frames_total: 200, media_time_s: 8, fps: 61.2, seconds_left: 0 }

test('the speed of a run is its current speed while it is active, and its mean once it has ended', () => {
  const running = aRun({ status: 'processing', started_at, finished_at: null, progress })
  expect(runSpeed(running)).toBe(61.2)
  expect(speedText(aRun({ status: 'completed', started_at, finished_at, progress }))).toBe('20.0 frames/s')
  expect(runSpeed(aRun({ status: 'error', started_at: null, finished_at, progress }))).toBeNull()
  expect(runSpeed({ ...running, progress: { ...progress, fps: 0 } })).toBeNull()
})
