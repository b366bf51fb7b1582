import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from '../../../src/app/downloads/report.ts'
import type { ModelDownloadUpdate } from '../../../src/shared/bridge/model-downloads.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function rig() {
  const received: number[] = []
  const phases: string[] = []
  const progress = createProgress(async (update: ModelDownloadUpdate) => {
    if (update.type !== 'progress') return
    received.push(update.received_bytes)
    phases.push(update.phase)
  })
  return { progress, received, phases }
}

test('the last bytes before a stall are reported after the interval, once', async () => {
  const { progress, received } = rig()
  progress.downloading(0, 1000)
  for (const bytes of [100, 200, 300]) progress.downloading(bytes, 1000)
  await vi.advanceTimersByTimeAsync(0)
  expect(received).toEqual([0])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received).toEqual([0, 300])
})

test('figures that come quickly are reported a few times in a second, and the last of them at the end', async () => {
  const { progress, received } = rig()
  for (let bytes = 0; bytes <= 1000; bytes += 10) {
    progress.downloading(bytes, 1000)
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(received.length).toBeLessThanOrEqual(8)
  expect(received).toEqual(received.toSorted((a, b) => a - b))
  expect(received.at(-1)).toBe(1000)
})

test('a slow reader gets the newest figure next, and only one', async () => {
  const received: number[] = []
  let read = () => {}
  const progress = createProgress((update) => {
    if (update.type === 'progress') received.push(update.received_bytes)
    return new Promise((done) => {
      read = done
    })
  })
  progress.downloading(0, null)
  for (const bytes of [10, 20, 30]) {
    progress.downloading(bytes, null)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(received).toEqual([0])
  read()
  await vi.advanceTimersByTimeAsync(0)
  expect(received).toEqual([0, 30])
})

test('no figure follows the next phase, or the end', async () => {
  const { progress, received, phases } = rig()
  progress.downloading(0, 100)
  progress.downloading(50, 100)
  await progress.phase('checking', 100)
  await vi.advanceTimersByTimeAsync(1000)
  expect(phases).toEqual(['downloading', 'checking'])
  const other = rig()
  other.progress.downloading(0, 100)
  other.progress.downloading(50, 100)
  other.progress.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(other.received).toEqual([0])
  expect(received.at(-1)).toBe(100)
})
