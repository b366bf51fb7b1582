/** Work that waits until the server has nothing else to do. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdleWork } from '../../../src/platform/machine/idle-work.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SOME_SECONDS = 10_000

it('executes no piece while requests are being answered, and all of them afterwards', () => {
  const done: string[] = []
  let isBusy = true
  const work = createIdleWork(() => isBusy)
  for (const name of ['first', 'second']) work.add(() => void done.push(name))
  work.start()
  vi.advanceTimersByTime(SOME_SECONDS)
  expect(done).toEqual([])
  isBusy = false
  vi.advanceTimersByTime(SOME_SECONDS)
  expect(done).toEqual(['first', 'second'])
})

it('executes nothing once it is stopped', () => {
  const done: string[] = []
  const work = createIdleWork(() => false)
  work.add(() => void done.push('first'))
  work.start()
  work.stop()
  vi.advanceTimersByTime(SOME_SECONDS)
  expect(done).toEqual([])
})
