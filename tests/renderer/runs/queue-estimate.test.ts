import { expect, test } from 'vitest'
import { queueEstimate, startTimes } from '../../../src/renderer/runs/list/queue-estimate.ts'
import { emptyProgress } from '../../../src/shared/domain/run.ts'
import { aRun } from '../fake-host.ts'

const source = (uri: string) => ({ kind: 'video' as const, name: uri, uri })
const done = aRun({ source: source('a.mp4') })
const waiting = (uri: string) => aRun({ status: 'queued', source: source(uri), started_at: null, finished_at: null })

test('the run that goes on tells for itself, the others take as long as their like did', () => {
  const running = aRun({ status: 'processing', progress: { ...emptyProgress(), seconds_left: 12 }, finished_at: null })
  expect(queueEstimate(running, [waiting('a.mp4'), waiting('a.mp4')], [done])).toEqual({ secondsLeft: 62, unknown: 0 })
})

test('a run that has no like is counted as unknown, not as nothing', () => {
  expect(queueEstimate(null, [waiting('b.mp4'), waiting('a.mp4')], [done])).toEqual({ secondsLeft: 25, unknown: 1 })
})

test('a waiting run begins when all before it are done, as far as that is known', () => {
  const running = aRun({ status: 'processing', progress: { ...emptyProgress(), seconds_left: 12 }, finished_at: null })
  const queue = ['a.mp4', 'b.mp4', 'a.mp4'].map((uri, i) => ({ ...waiting(uri), id: `w${i}` }))
  const runs = [...queue, running, done]
  expect([...startTimes(runs, ['w0', 'w2', 'w1'])]).toEqual([
    ['w0', 12],
    ['w2', 37],
    ['w1', 62],
  ])
  expect([...startTimes(runs, ['w1', 'w0'])]).toEqual([['w1', 12]])
})
