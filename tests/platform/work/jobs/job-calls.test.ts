/** Jobs as users read, cancel and retry them. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Job, JobQueue } from '../../../../src/shared/api/jobs.ts'
import type { VideoExtractionJob } from '../../../../src/shared/api/video.ts'
import type { WorkflowRun } from '../../../../src/shared/domain/run.ts'
import type { EngineWork } from '../../../../src/shared/engine-contract/calls.ts'
import type { Extraction } from '../../../../src/shared/engine-contract/job.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../support/scripted-engine.ts'

let h: Harness
let engine: ScriptedEngine
/** Extractions that are held up until they are cancelled, or end when `holds` is false. */
let holds: boolean
beforeEach(async () => {
  holds = true
  engine = holdingEngine()
  h = await startHarness({ engine })
  await h.api('POST', '/datasets/', { body: { name: 'Street' } })
})
afterEach(async () => {
  await h.close()
  expect(h.logged).toEqual([])
})

function holdingEngine(): ScriptedEngine {
  const engine = createScriptedEngine()
  const { extractFrames } = engine
  engine.extractFrames = (request, onFrame): EngineWork<Extraction> => {
    if (!holds) return extractFrames(request, onFrame)
    let cancel = () => {}
    const done: EngineWork<Extraction>['done'] = new Promise((end) => {
      cancel = () => end({ ok: false, error: { code: 'engine_died', message: 'Cancelled.', node_id: null } })
    })
    return { done, cancel }
  }
  return engine
}

const get = async (id: string) => (await h.api<Job>('GET', `/jobs/${id}`)).body
const call = (id: string, what: 'cancel' | 'retry') => h.api<Job>('POST', `/jobs/${id}/${what}`)
const refusal = (id: string, what: 'cancel' | 'retry') => h.fail('POST', `/jobs/${id}/${what}`)
const inState = (id: string, state: Job['state']) => eventually(async () => (await get(id)).state === state)

async function extract(content = 'VIDEO'): Promise<{ id: string; video: string }> {
  const video = await h.upload('clip.mp4', content)
  const body = { dataset_name: 'Street', store_path: video, directory_name: 'clip' }
  const { job_id } = (await h.api<VideoExtractionJob>('POST', '/video/extract-frames', { body })).body
  return { id: job_id, video }
}
const isDeleted = (video: string) =>
  eventually(async () => (await h.api('GET', `/uploads/content?uri=${encodeURIComponent(video)}`)).status === 404)
const extraction = async (id: string) => (await h.api<VideoExtractionJob>('GET', `/video/extract-frames/${id}`)).body

it('stops a running extraction, and executes the same job again on request', async () => {
  const { id, video } = await extract()
  await inState(id, 'running')
  expect((await call(id, 'cancel')).status).toBe(200)
  await inState(id, 'cancelled')
  expect(await extraction(id)).toMatchObject({ status: 'failed', text: { code: 'video.extraction_cancelled' } })
  expect(await refusal(id, 'cancel')).toMatchObject({
    status: 409,
    error: { code: 'wrong_state', message: 'This job has ended already (cancelled).' },
  })

  holds = false
  const retried = await call(id, 'retry')
  expect(retried).toMatchObject({ status: 200, body: { id, error: null } })
  await inState(id, 'done')
  expect(await get(id)).toMatchObject({ attempts: 2, error: null })
  expect(await extraction(id)).toMatchObject({ status: 'complete', error: null, frames_extracted: 2 })
  expect(await refusal(id, 'retry')).toMatchObject({ status: 409, error: { code: 'wrong_state' } })
  // The video was kept for the retry only.
  await isDeleted(video)
  const events = await h.api<{ events: { type: string }[] }>('GET', '/events?after=0')
  expect(JSON.stringify(events.body)).toMatch(/video_extraction\.failed.*video_extraction\.complete/s)
})

it('ends a waiting extraction at once, and queues it last when it is retried', async () => {
  const [first, second, third] = [await extract(), await extract(), await extract()]
  await inState(first.id, 'running')
  expect((await call(second.id, 'cancel')).body).toMatchObject({ state: 'cancelled', attempts: 0, started_at: null })
  expect((await call(second.id, 'retry')).body).toMatchObject({ state: 'queued', finished_at: null })
  await call(first.id, 'cancel')
  await inState(third.id, 'running')
  expect((await get(second.id)).state).toBe('queued')
})

it('retries a job once, however many requests arrive at the same time', async () => {
  const blocker = await extract()
  await inState(blocker.id, 'running')
  const { id } = await extract()
  await call(id, 'cancel')
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => call(id, 'retry')))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409, 409, 409, 409])
})

it('refuses to retry an extraction whose video was deleted after a failure', async () => {
  holds = false
  const { id, video } = await extract('VIDEO of no frames')
  await inState(id, 'failed')
  await isDeleted(video)
  expect(await refusal(id, 'retry')).toMatchObject({ status: 409, error: { text: { code: 'video.upload_missing' } } })
  expect((await get(id)).state).toBe('failed')
})

it('cancels a run as its own call does, and retries it as a new run', async () => {
  const workflow = await h.createWorkflow('Count')
  const id = await h.startRun(workflow)
  const scripted = await engine.run(0)
  await inState(id, 'running')
  expect((await call(id, 'cancel')).status).toBe(200)
  expect((await h.getRun(id)).status).toBe('cancelled')
  await inState(id, 'cancelled')
  expect(scripted.cancelled).toBe(true)

  const { body } = await call(id, 'retry')
  expect(body).toMatchObject({ kind: 'workflow_run' })
  expect(body.id).not.toBe(id)
  const next = await h.getRun(body.id)
  const old = await h.getRun(id)
  expect(next).toMatchObject({ workflow_id: old.workflow_id, source: old.source, resumed_from: null })
  expect(old.status).toBe('cancelled')
  expect((await call(body.id, 'cancel')).status).toBe(200)
})

it('names the workflow of a run, the video of an extraction, and the data set of other work', async () => {
  const { id } = await extract()
  const run = await h.startRun(await h.createWorkflow('Count'))
  expect([await get(id), await get(run)]).toMatchObject([{ subject: 'clip.mp4' }, { subject: 'Count' }])
  const scan = await h.api('POST', '/datasets/Street/near-duplicates', { body: {} })
  expect(scan.status).toBe(201)
  const { body } = await h.api<Job[]>('GET', '/jobs/')
  expect(body.find(({ kind }) => kind === 'near_duplicate_scan')).toMatchObject({ subject: 'Street' })
})

it('reports how many frames a run has done, of its estimate', async () => {
  const id = await h.startRun(await h.createWorkflow('Count'))
  const run = await engine.run(0)
  run.progress(12)
  await eventually(async () => (await h.api<Job>('GET', `/jobs/${id}`)).body.progress?.done === 12)
  expect((await h.api<Job>('GET', `/jobs/${id}`)).body.progress).toEqual({ done: 12, total: 30 })
  run.finish()
  await inState(id, 'done')
})

it('retries an interrupted run as one that resumes it', async () => {
  const id = await h.startRun(await h.createWorkflow('Count'))
  const run = await engine.run(0)
  const message = 'Interrupted.'
  run.finish({ status: 'error', error: { code: 'interrupted', message, node_id: null }, resumable: true })
  await inState(id, 'failed')
  const { body } = await call(id, 'retry')
  expect((await h.api<WorkflowRun>('GET', `/workflow-runs/${body.id}`)).body.resumed_from).toBe(id)
  ;(await engine.run(1)).finish()
  await inState(body.id, 'done')
  expect(await refusal(body.id, 'retry')).toMatchObject({ status: 409, error: { code: 'wrong_state' } })
})

it('knows neither jobs of other organizations nor unknown ones', async () => {
  const { id } = await extract()
  const key = h.foreignKey
  for (const path of [`/jobs/${id}/cancel`, `/jobs/${id}/retry`, '/jobs/unknown/cancel']) {
    expect((await h.api('POST', path, { key })).status).toBe(404)
  }
  expect((await h.api('GET', `/jobs/${id}`, { key })).status).toBe(404)
  expect((await h.api('POST', `/jobs/${id}/cancel`, { key: h.keys.viewer })).status).toBe(403)
})

it('reports the queues: own jobs, the slots, a pause, and the waiting jobs of other organizations', async () => {
  const { id } = await extract()
  await inState(id, 'running')
  const workflow = await h.createWorkflow('Queued')
  const runs = [await h.startRun(workflow), await h.startRun(workflow)]
  await inState(runs[0] as string, 'running')
  await h.api('PATCH', '/workflow-run-queue', { body: { paused: true } })
  const queuesOf = async (key = h.keys.viewer) => {
    const { body } = await h.api<JobQueue[]>('GET', '/jobs/queues', { key })
    return new Map(body.map(({ pool, ...queue }) => [pool, queue]))
  }
  const own = await queuesOf()
  expect([...own.keys()]).toEqual(['interactive', 'short', 'long', 'runs'])
  const share = { weight: 1, at_most: null, label: null }
  expect(own.get('runs')).toEqual({ queued: 1, running: 1, is_paused: true, others_queued: 0, slots: 1, ...share })
  expect(own.get('long')).toMatchObject({ queued: 0, running: 1, is_paused: false })
  expect((await queuesOf(h.foreignKey)).get('runs')).toEqual({
    queued: 0,
    running: 0,
    is_paused: false,
    others_queued: 1,
    slots: 1,
    ...share,
  })
  for (const run of runs.toReversed()) await h.api('POST', `/workflow-runs/${run}/cancel`)
  await call(id, 'cancel')
  await inState(id, 'cancelled')
})
