import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunQueueState } from '../../../../src/shared/api/workflow-runs.ts'
import { eventually } from '../../../setup/eventually.ts'
import { countingGraph } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let workflow: string
beforeEach(async () => {
  h = await startHarness()
  workflow = await h.createWorkflow('Counting')
})
afterEach(() => h.close())

const queue = async () => (await h.api<RunQueueState>('GET', '/workflow-run-queue')).body
const patch = async (body: object) => (await h.api<RunQueueState>('PATCH', '/workflow-run-queue', { body })).body
const statusOf = async (id: string) => (await h.getRun(id)).status
/** Starts a number of runs and returns their ids in order. */
const start = async (count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await h.startRun(workflow))
  return ids
}

describe('the queue', () => {
  it('holds the waiting runs, but not the current one', async () => {
    const [first, ...waiting] = await start(3)
    await h.engine.run(0)
    expect(await queue()).toEqual({ paused: false, run_ids: waiting })
    expect(await statusOf(first as string)).toBe('processing')
  })

  it('is reordered, and runs start in the new order', async () => {
    const [, a, b, c] = (await start(4)) as [string, string, string, string]
    const first = await h.engine.run(0)
    expect((await patch({ run_ids: [c, a, b] })).run_ids).toEqual([c, a, b])
    first.finish()
    expect((await h.engine.run(1)).job.runId).toBe(c)
    expect((await queue()).run_ids).toEqual([a, b])
  })

  it('keeps unnamed runs behind the others, and ignores runs that no longer wait', async () => {
    const [going, a, b, c] = (await start(4)) as [string, string, string, string]
    await h.engine.run(0)
    expect((await patch({ run_ids: [going, 'gone', c] })).run_ids).toEqual([c, a, b])
    expect(await statusOf(going)).toBe('processing')
  })

  it('starts nothing while it is paused, lets the current run end, and continues when it is resumed', async () => {
    const [first, second] = (await start(2)) as [string, string]
    const run = await h.engine.run(0)
    expect(await patch({ paused: true })).toEqual({ paused: true, run_ids: [second] })
    run.finish()
    await eventually(async () => (await statusOf(first)) === 'completed')
    const third = await h.startRun(workflow)
    expect(await queue()).toEqual({ paused: true, run_ids: [second, third] })
    await patch({ paused: false })
    expect((await h.engine.run(1)).job.runId).toBe(second)
  })

  it('lets a waiting run be cancelled while it is paused', async () => {
    await patch({ paused: true })
    const [only] = (await start(1)) as [string]
    await h.api('POST', `/workflow-runs/${only}/cancel`)
    expect(await statusOf(only)).toBe('cancelled')
    expect((await queue()).run_ids).toEqual([])
  })

  it('does not show or move runs of another organization', async () => {
    const [, a, b] = (await start(3)) as [string, string, string]
    await h.engine.run(0)
    const theirs = { key: h.foreignKey }
    expect((await h.api<RunQueueState>('GET', '/workflow-run-queue', theirs)).body.run_ids).toEqual([])
    await h.api('PATCH', '/workflow-run-queue', { ...theirs, body: { run_ids: [b, a] } })
    expect((await queue()).run_ids).toEqual([a, b])
  })

  it('is paused for one organization only', async () => {
    await patch({ paused: true })
    const theirs = { key: h.foreignKey }
    expect((await h.api<RunQueueState>('GET', '/workflow-run-queue', theirs)).body.paused).toBe(false)
    await start(1)
    const body = { name: 'Theirs', graph: countingGraph() }
    await h.api('POST', '/workflows/', { ...theirs, body })
    const { run_id } = (await h.api<{ run_id: string }>('POST', '/workflows/Theirs/run', theirs)).body
    expect((await h.engine.run(0)).job.runId).toBe(run_id)
    await h.api('PATCH', '/workflow-run-queue', { ...theirs, body: { paused: true } })
    expect((await queue()).paused).toBe(true)
    await patch({ paused: false })
    expect((await h.api<RunQueueState>('GET', '/workflow-run-queue', theirs)).body.paused).toBe(true)
  })

  it('takes turns between organizations', async () => {
    const theirs = { key: h.foreignKey }
    await h.api('POST', '/workflows/', { ...theirs, body: { name: 'Theirs', graph: countingGraph() } })
    const [first, second, third] = (await start(3)) as [string, string, string]
    const { run_id } = (await h.api<{ run_id: string }>('POST', '/workflows/Theirs/run', theirs)).body
    const order: string[] = []
    for (let i = 0; i < 4; i++) {
      const run = await h.engine.run(i)
      order.push(run.job.runId)
      run.finish()
    }
    expect(order.slice(0, 2)).toEqual([first, run_id])
    expect(order.slice(2)).toEqual([second, third])
  })

  it('rejects an update that changes nothing', async () => {
    expect(await h.fail('PATCH', '/workflow-run-queue', { body: {} })).toMatchObject({
      status: 400,
      error: { code: 'empty_update' },
    })
  })
})
