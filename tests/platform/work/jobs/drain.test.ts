/** A platform that drains lets running jobs end, starts no others, and serves calls meanwhile. */
import { afterEach, expect, it } from 'vitest'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
afterEach(() => h.close())

const readyStatus = async () => (await fetch(`${h.baseUrl}/ready`)).status

it('waits for the running job, and leaves the next one in the queue', async () => {
  h = await startHarness()
  const workflow = await h.createWorkflow('Drained')
  const [first, second] = [await h.startRun(workflow), await h.startRun(workflow)]
  const run = await h.engine.run(0)
  let isDrained = false
  const drained = h.platform.drain(60_000).then(() => {
    isDrained = true
  })
  expect(await readyStatus()).toBe(503)
  expect((await h.getRun(first)).status).toBe('processing')
  expect(isDrained).toBe(false)
  run.finish()
  await drained
  expect((await h.getRun(first)).status).toBe('completed')
  expect((await h.getRun(second)).status).toBe('queued')
  expect(h.engine.runs).toHaveLength(1)
})

it('gives up after its time', async () => {
  h = await startHarness()
  const id = await h.startRun(await h.createWorkflow('Slow'))
  await eventually(async () => (await h.getRun(id)).status === 'processing')
  await h.platform.drain(50)
  expect((await h.getRun(id)).status).toBe('processing')
})

it('ends at once without jobs', async () => {
  h = await startHarness()
  expect(await readyStatus()).toBe(200)
  await h.platform.drain(60_000)
  expect(await readyStatus()).toBe(503)
})
