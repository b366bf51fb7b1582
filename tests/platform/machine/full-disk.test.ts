/** Background work on a full disk. Replies to callers are tested in tests/contract/full-disk.test.ts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WorkflowRun } from '../../../src/shared/domain/run.ts'
import { eventually } from '../../setup/eventually.ts'
import { createFullDisk, type FullDisk } from '../support/full-disk.ts'
import { annotatingGraph } from '../support/graphs.ts'
import { type Harness, makeResources, startHarness } from '../support/harness.ts'

let dataDir: string
let resourcesDir: string
let disk: FullDisk
let h: Harness
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-full-'))
  resourcesDir = makeResources()
  disk = createFullDisk()
  h = await startHarness({ dataDir, resourcesDir })
})
afterEach(async () => {
  disk.restore()
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

it('reports the end of a run that could not be stored, and stores it once there is room', async () => {
  const workflow = await h.createWorkflow('W')
  const id = await h.startRun(workflow)
  const run = await h.engine.run(0)
  disk.fill(0)
  run.finish({ artifacts: [run.write('a.csv', 'kept')] })
  await eventually(async () => (await h.getRun(id)).status === 'completed')
  expect(disk.wasHit).toBe(true)
  const { body: listed } = await h.api<WorkflowRun[]>('GET', '/workflow-runs')
  expect(listed).toMatchObject([{ id, status: 'completed' }])
  expect((await h.api('GET', `/workflow-runs/${id}/artifacts/a.csv`)).body).toBe('kept')
  disk.free()
  // The next run starts; closing stores the unstored end.
  await h.startRun(workflow)
  await h.engine.run(1)
  const { owner: key } = h.keys
  await h.close()
  h = await startHarness({ dataDir, resourcesDir })
  const after = await h.api<WorkflowRun>('GET', `/workflow-runs/${id}`, { key })
  expect(after.body).toMatchObject({ status: 'completed', artifacts: [{ name: 'a.csv' }] })
})

it('ends a run that finds no room at its start with that reason', async () => {
  const dataset = await h.api<{ id: string }>('POST', '/datasets/', { body: { name: 'Street' } })
  const workflow = await h.createWorkflow('W', annotatingGraph(dataset.body.id))
  // The run, its job and the entry of the call are stored, the entry gets the run's id, the run is recorded as the
  // workflow's last one, and its job is claimed.
  disk.fill(9)
  const id = await h.startRun(workflow)
  await eventually(async () => (await h.getRun(id)).status === 'error')
  expect((await h.getRun(id)).error).toEqual({
    code: 'disk_full',
    message: 'The disk is full. Make room, then run the workflow again.',
    text: { code: 'run.disk_full', params: {} },
    node_id: null,
  })
  disk.free()
})

it('starts a run whose job found no room to be claimed once there is room', async () => {
  const workflow = await h.createWorkflow('W')
  // The run, its job and the entry of the call in the audit log are stored together.
  disk.fill(5)
  const id = await h.startRun(workflow)
  await eventually(() => disk.wasHit)
  expect((await h.getRun(id)).status).toBe('queued')
  disk.free()
  expect((await h.engine.run(0)).job.runId).toBe(id)
})

it('ends an extraction that finds no room with that reason', async () => {
  const { body: dataset } = await h.api<{ id: string }>('POST', '/datasets/', { body: { name: 'Frames' } })
  const body = { dataset_name: 'Frames', store_path: 'sightline://demo/street-crossing.mp4', directory_name: 'clip' }
  disk.fill(Number.POSITIVE_INFINITY, true)
  const { body: job } = await h.api<{ job_id: string }>('POST', '/video/extract-frames', { body })
  const read = async () =>
    (await h.api<{ status: string; error: string | null }>('GET', `/video/extract-frames/${job.job_id}`)).body
  await eventually(async () => (await read()).status !== 'processing')
  expect(await read()).toMatchObject({
    status: 'failed',
    error: 'The disk is full. Make room, then extract the frames again.',
  })
  disk.free()
  expect((await h.api<{ image_count: number }>('GET', `/datasets/${dataset.id}`)).body.image_count).toBe(0)
})
