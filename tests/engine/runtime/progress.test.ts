import { expect, test } from 'vitest'
import { progressOf } from '../../../src/engine/runtime/live-run.ts'

test('an estimate that was too low never shows more than 100 %', () => {
  expect(progressOf(12, 10, 1, 2)).toMatchObject({ frames_done: 12, frames_total: 12, seconds_left: 0 })
  expect(progressOf(5, null, 1, 2)).toMatchObject({ frames_total: null, seconds_left: null })
  expect(progressOf(5, 10, 1, 2.5)).toMatchObject({ seconds_left: 2 })
})
