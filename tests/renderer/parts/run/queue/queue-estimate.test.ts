import { expect, test } from 'vitest'
import { queueEstimate, startTimes } from '../../../../../src/renderer/parts/run/queue/queue-estimate.ts'
import { emptyProgress } from '../../../../../src/shared/domain/run.ts'
import { aRun } from '../../../examples.ts'

const source = (uri: string) => ({ kind: 'video' as const, name: uri, uri })
const completed = [aRun({ source: source('a.mp4') })]
const waiting = (uri: string, id = uri) =>
  aRun({ id, status: 'queued', source: source(uri), started_at: null, finished_at: null })
const running = aRun({ status: 'processing', progress: { ...emptyProgress(), seconds_left: 12 }, finished_at: null })
const queue = (...run_ids: string[]) => ({ paused: false, run_ids })

test('the active run supplies its own estimate, and queued runs take as long as earlier runs of the same kind', () => {
  const queued = [waiting('a.mp4', 'w0'), waiting('a.mp4', 'w1')]
  expect(queueEstimate({ running, queued, completed, queue: queue('w0', 'w1') })).toEqual({
    secondsLeft: 62,
    unknown: 0,
  })
})

test('a run without a completed run of its kind counts as unknown, not as zero', () => {
  const queued = [waiting('b.mp4', 'w0'), waiting('a.mp4', 'w1')]
  expect(queueEstimate({ running: null, queued, completed, queue: queue('w0', 'w1') })).toEqual({
    secondsLeft: 25,
    unknown: 1,
  })
})

test('runs of a queue too long to be read count as unknown too', () => {
  const queued = [waiting('a.mp4', 'w2')]
  expect(queueEstimate({ running: null, queued, completed, queue: queue('w0', 'w1', 'w2') })).toEqual({
    secondsLeft: 25,
    unknown: 2,
  })
})

test('a queued run starts when all runs before it are done, if their durations are known', () => {
  const queued = ['a.mp4', 'b.mp4', 'a.mp4'].map((uri, i) => waiting(uri, `w${i}`))
  const starts = (...ids: string[]) => [...startTimes({ running, queued, completed, queue: queue(...ids) })]
  expect(starts('w0', 'w2', 'w1')).toEqual([
    ['w0', 12],
    ['w2', 37],
    ['w1', 62],
  ])
  expect(starts('w1', 'w0')).toEqual([['w1', 12]])
})
