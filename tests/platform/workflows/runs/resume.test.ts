import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WorkflowRun } from '../../../../src/shared/domain/run.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'
import { keepCheckpoint } from './checkpoint.ts'

let dataDir: string
let resourcesDir: string
let h: Harness
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-resume-'))
  resourcesDir = makeResources()
  h = await start()
})
afterEach(async () => {
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})
const start = () => startHarness({ dataDir, resourcesDir })

const DIED = { code: 'engine_died', message: 'The engine was ended.', node_id: null }

async function interrupted(): Promise<{ id: string; work: string }> {
  const id = await h.startRun(await h.createWorkflow('W'))
  const run = await h.engine.run(0)
  const work = keepCheckpoint(run)
  run.finish({ status: 'error', error: DIED, resumable: true })
  await eventually(async () => (await h.getRun(id)).status === 'error')
  return { id, work }
}

const resume = (id: string) => h.api<WorkflowRun & { error: { code: string } }>('POST', `/workflow-runs/${id}/resume`)

it('starts a run that takes over the checkpoint of an interrupted one', async () => {
  const { id, work } = await interrupted()
  const before = await h.getRun(id)
  expect(before).toMatchObject({ resumable: true, resumed_from: null })
  expect(before.artifacts).toEqual([])
  const { status, body } = await resume(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ resumed_from: id, resumable: false, workflow_id: before.workflow_id, error: null })
  expect(body.id).not.toBe(id)
  const next = await h.engine.run(1)
  const { job } = await h.engine.run(0)
  expect(next.job).toMatchObject({ graph: job.graph, resume: { outDir: job.outDir, runId: id } })
  expect(next.job.outDir).not.toBe(job.outDir)
  expect((await h.getRun(id)).resumable).toBe(false)
  expect((await resume(id)).status).toBe(409)

  rmSync(work, { recursive: true })
  next.finish()
  await eventually(async () => (await h.getRun(body.id)).status === 'completed')
  expect((await h.getRun(id)).resumable).toBe(false)
  expect((await h.getRun(id)).status).toBe('error')
})

it('resumes a run once, however many requests arrive at the same time', async () => {
  const { id } = await interrupted()
  const answers = await Promise.all([resume(id), resume(id), resume(id)])
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409])
  const refused = answers.filter((a) => a.status === 409).map((a) => a.body.error.code)
  expect(refused).toEqual(['wrong_state', 'wrong_state'])
  const { body: runs } = await h.api<WorkflowRun[]>('GET', '/workflow-runs')
  expect(runs.filter((run) => run.resumed_from === id)).toHaveLength(1)
})

it('makes the first run resumable again when the second ended before it took anything over', async () => {
  const { id } = await interrupted()
  const { body } = await resume(id)
  ;(await h.engine.run(1)).finish({ status: 'error', error: { ...DIED, code: 'resume_refused' } })
  await eventually(async () => (await h.getRun(body.id)).status === 'error')
  await eventually(async () => (await h.getRun(id)).resumable)
  expect((await resume(id)).status).toBe(200)
})

it('rejects a run without a checkpoint, a live one, and an unknown one', async () => {
  const workflow = await h.createWorkflow('W')
  const id = await h.startRun(workflow)
  const run = await h.engine.run(0)
  expect((await resume(id)).body.error.code).toBe('wrong_state')
  run.finish({ status: 'error', error: DIED })
  await eventually(async () => (await h.getRun(id)).status === 'error')
  const refused = await resume(id)
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'wrong_state' } } })
  expect((await resume('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

it('deletes the checkpoint together with the run', async () => {
  const { id, work } = await interrupted()
  expect(existsSync(work)).toBe(true)
  expect((await h.api('DELETE', `/workflow-runs/${id}`)).status).toBe(204)
  expect(existsSync(work)).toBe(false)
})

it('uses the checkpoint of the first run when its successor was interrupted before it took that over', async () => {
  await h.close()
  h = await startHarness({ dataDir, resourcesDir, interruptedRuns: 'end' })
  const { id, work } = await interrupted()
  const second = (await resume(id)).body.id
  await h.engine.run(1)
  await h.close()
  h = await start()
  expect(existsSync(work)).toBe(true)
  expect((await h.getRun(id)).resumable).toBe(false)
  expect(await h.getRun(second)).toMatchObject({ error: { code: 'interrupted' }, resumable: true })
  expect((await resume(second)).status).toBe(200)
  expect((await h.engine.run(0)).job.resume).toMatchObject({ runId: id })
})

it('makes the first run resumable again when the second is cancelled after a restart', async () => {
  const { id } = await interrupted()
  await h.api('PATCH', '/workflow-run-queue', { body: { paused: true } })
  const second = (await resume(id)).body.id
  await h.close()
  h = await start()
  expect((await h.getRun(id)).resumable).toBe(false)
  await h.api('POST', `/workflow-runs/${second}/cancel`)
  await eventually(async () => (await h.getRun(id)).resumable)
})
