import { expect, test } from 'vitest'
import { deferredRun } from '../../../../src/engine/host/devices/deferred-run.ts'
import { emptyCounts, emptyProgress, type RunError } from '../../../../src/shared/domain/run.ts'
import type { EngineRun, RunOutcome } from '../../../../src/shared/engine-contract/job.ts'

const interruption: RunError = { code: 'interrupted', message: 'Interrupted.', node_id: null }
const completed: RunOutcome = {
  status: 'completed',
  progress: emptyProgress(),
  nodes: {},
  counts: emptyCounts(),
  artifacts: [],
  error: null,
}

/** A run whose devices are known once `ready` is called. */
function scripted() {
  let ready: () => void = () => undefined
  const known = new Promise<void>((resolve) => {
    ready = resolve
  })
  const calls: string[] = []
  const start = (): EngineRun => {
    calls.push('start')
    return {
      done: Promise.resolve(completed),
      pid: 42,
      cancel: () => void calls.push('cancel'),
      interrupt: () => void calls.push('interrupt'),
      picture: async () => null,
      drawn: () => void calls.push('drawn'),
    }
  }
  return { ready, calls, run: deferredRun(() => known.then(() => start), interruption, true) }
}

test('a run starts when its devices are known, and ends with its outcome', async () => {
  const { run, ready, calls } = scripted()
  expect([run.pid, await run.picture(), calls]).toEqual([undefined, null, []])
  ready()
  expect(await run.done).toBe(completed)
  expect(run.pid).toBe(42)
  run.cancel()
  expect(calls).toEqual(['start', 'cancel'])
})

test('a run that is cancelled before it starts ends at once and never starts', async () => {
  const { run, ready, calls } = scripted()
  run.cancel()
  expect(await run.done).toMatchObject({ status: 'cancelled', error: null, resumable: false })
  ready()
  await new Promise(setImmediate)
  expect(calls).toEqual([])
})

test('a run that is interrupted before it starts can be resumed as before', async () => {
  const { run, ready, calls } = scripted()
  run.interrupt()
  expect(await run.done).toMatchObject({ status: 'error', error: interruption, resumable: true })
  ready()
  await new Promise(setImmediate)
  expect(calls).toEqual([])
})

test('a run whose devices can’t be determined ends with the reason', async () => {
  const run = deferredRun(() => Promise.reject(new Error('no more processes')), interruption, false)
  expect(await run.done).toMatchObject({ status: 'error', error: { message: 'The run failed: no more processes' } })
})
