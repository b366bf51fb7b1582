import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WorkflowRun } from '../../../../src/shared/domain/run.ts'
import { eventually } from '../../../setup/eventually.ts'
import { countingGraph, DEMO_URI, detectingGraph } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { isInBucket } from '../../support/stores.ts'

let h: Harness
let workflow: string
beforeEach(async () => {
  h = await startHarness({ waitLimitMs: 1500 })
  workflow = await h.createWorkflow('Counting')
})
afterEach(() => h.close())

const statusOf = async (id: string) => (await h.getRun(id)).status
const invoke = (source: object, query = '', of = workflow) =>
  h.api<WorkflowRun & { run_id: string }>('POST', `/workflows/${of}/invoke${query}`, { body: { source } })

describe('a run', () => {
  it('goes from queued through processing to completed, with all reports of the engine', async () => {
    const created = await h.api<{ run_id: string; status_url: string }>('POST', `/workflows/${workflow}/run`)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ deposit_micro_usd: 0 })
    const shown = await fetch(created.body.status_url, { headers: { 'x-api-key': h.keys.viewer } })
    expect(((await shown.json()) as WorkflowRun).id).toBe(created.body.run_id)

    const run = await h.engine.run(0)
    const media = { width: 1280, height: 720, duration_seconds: 1, native_fps: 30, frame_count: 30 }
    run.report({ type: 'started', media })
    run.progress(12)
    expect(await h.getRun(created.body.run_id)).toMatchObject({
      status: 'processing',
      media,
      progress: { frames_done: 12, frames_total: 30 },
      workflow_id: workflow,
      workflow_name: 'Counting',
      source: { kind: 'video', name: 'street-crossing.mp4', uri: DEMO_URI },
    })
    const artifact = run.write('counts.csv', 'line,count\n')
    run.write('not-listed.csv', 'x')
    run.finish({ artifacts: [artifact] })
    await eventually(async () => (await statusOf(created.body.run_id)) === 'completed')
    const done = await h.getRun(created.body.run_id)
    expect(done).toMatchObject({ artifacts: [artifact], error: null, progress: { frames_done: 30 }, cost_micro_usd: 0 })
    expect(done.finished_at).not.toBeNull()
    const { body } = await h.api<{ last_run_id: string }>('GET', `/workflows/${workflow}`)
    expect(body.last_run_id).toBe(created.body.run_id)
  })

  it('is started with the files behind its names', async () => {
    await h.startRun(workflow)
    const { job } = await h.engine.run(0)
    expect(job.source).toMatchObject({ kind: 'video', sampleFps: null, durationS: null })
    expect(job.source.path).toMatch(/street-crossing\.mp4$/)
    expect(Object.keys(job.models)).toEqual(['det'])
    expect(job.models.det).toMatchObject({
      name: 'street-detector',
      classes: expect.arrayContaining(['car']),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(job.graph).toEqual(countingGraph())
  })

  it('shows its latest frame on request while it runs', async () => {
    const id = await h.startRun(workflow)
    const run = await h.engine.run(0)
    const picture = { frame_index: 3, time_s: 0.1, width: 64, height: 36, jpeg: 'AAAA' }
    const look = () => h.api('GET', `/workflow-runs/${id}/picture`)
    expect((await look()).status).toBe(409)
    run.picture = picture
    expect((await look()).body).toEqual(picture)
    run.finish()
    await eventually(async () => (await statusOf(id)) === 'completed')
    expect((await look()).status).toBe(409)
  })

  it('omits muted blocks, and is validated and stored without them', async () => {
    const graph = countingGraph()
    graph.nodes.push({ id: 'loose', type: 'filter', config: {} })
    const layout = { nodes: {}, switches: { loose: 'muted', cnt: 'muted' } }
    const sink = { id: 'out', type: 'sink', config: { kind: 'json' } }
    graph.nodes.push(sink)
    graph.edges.push({ source: 'trk', target: 'out' })
    const { body } = await h.api<{ id: string }>('POST', '/workflows/', { body: { name: 'Muted', graph, layout } })
    const { body: read } = await h.api<{ validation: unknown[] }>('GET', `/workflows/${body.id}`)
    expect(read.validation).toEqual([])
    const id = await h.startRun(body.id)
    const { job } = await h.engine.run(0)
    expect(job.graph.nodes.map((n) => n.id)).toEqual(['src', 'det', 'trk', 'out'])
    const kept = await h.api<{ graph: typeof graph }>('GET', `/workflow-runs/${id}/graph`)
    expect(kept.body.graph.nodes).toHaveLength(4)
  })

  it('has the reason when the engine fails', async () => {
    const id = await h.startRun(workflow)
    const error = { code: 'source_unreadable', message: 'The video broke off.', node_id: 'src' }
    ;(await h.engine.run(0)).finish({ status: 'error', error })
    await eventually(async () => (await statusOf(id)) === 'error')
    expect((await h.getRun(id)).error).toEqual(error)
  })

  it.skipIf(isInBucket)('is an error when its file is gone by the time it starts', async () => {
    const uri = await h.upload('clip.mp4', 'VIDEO')
    const other = await h.createWorkflow('Upload', detectingGraph({ kind: 'video', gcs_uri: uri }))
    await h.startRun(workflow)
    const id = await h.startRun(other)
    const { rm } = await import('node:fs/promises')
    await rm(`${h.dataDir}/blobs`, { recursive: true })
    ;(await h.engine.run(0)).finish()
    await eventually(async () => (await statusOf(id)) === 'error')
    expect((await h.getRun(id)).error).toMatchObject({ code: 'source_missing' })
  })

  it('survives the deletion of its workflow', async () => {
    const id = await h.startRun(workflow)
    ;(await h.engine.run(0)).finish()
    await eventually(async () => (await statusOf(id)) === 'completed')
    await h.api('DELETE', `/workflows/${workflow}`)
    expect(await h.getRun(id)).toMatchObject({ workflow_id: null, workflow_name: 'Counting' })
    const { body } = await h.api<{ graph: unknown }>('GET', `/workflow-runs/${id}/graph`)
    expect(body.graph).toEqual(countingGraph())
  })

  it('keeps its graph and layout as they were at the start', async () => {
    const layout = { nodes: { src: { x: 5, y: 6 } } }
    await h.api('PATCH', `/workflows/${workflow}`, { body: { layout } })
    const id = await h.startRun(workflow)
    await h.api('PATCH', `/workflows/${workflow}`, { body: { graph: detectingGraph(), layout: null } })
    const { body } = await h.api('GET', `/workflow-runs/${id}/graph`)
    expect(body).toMatchObject({ graph: countingGraph(), layout, source: { uri: DEMO_URI } })
  })
})

describe('the queue', () => {
  it('runs one at a time, in order of arrival', async () => {
    const ids = [await h.startRun(workflow), await h.startRun(workflow), await h.startRun(workflow)]
    await h.engine.run(0)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['processing', 'queued', 'queued'])
    expect(h.engine.runs).toHaveLength(1)
    for (const [index, id] of ids.entries()) {
      const run = await h.engine.run(index)
      expect(run.job.runId).toBe(id)
      run.finish()
    }
    await eventually(async () => (await statusOf(ids[2] as string)) === 'completed')
  })

  it('continues after a run that fails', async () => {
    const [, second] = [await h.startRun(workflow), await h.startRun(workflow)]
    const error = { code: 'engine_died', message: 'Killed.', node_id: null }
    ;(await h.engine.run(0)).finish({ status: 'error', error })
    expect((await h.engine.run(1)).job.runId).toBe(second)
  })
})

describe('cancelling', () => {
  it('ends a running run, and a waiting one; nothing changes an ended run', async () => {
    const [first, second] = [await h.startRun(workflow), await h.startRun(workflow)]
    const run = await h.engine.run(0)
    const cancel = (id: string) => h.api<WorkflowRun>('POST', `/workflow-runs/${id}/cancel`)
    expect((await cancel(second)).body).toMatchObject({ status: 'cancelled', started_at: null })
    expect((await cancel(first)).body).toMatchObject({ status: 'cancelled', error: null })
    expect(run.cancelled).toBe(true)
    run.progress(29)
    run.finish()
    expect(await statusOf(first)).toBe('cancelled')
    expect(await h.fail('POST', `/workflow-runs/${first}/cancel`)).toMatchObject({
      status: 409,
      error: { kind: 'ConflictError', code: 'wrong_state' },
    })
    expect(h.engine.runs).toHaveLength(1)
  })
})

describe('starting an invalid workflow', () => {
  it('returns every problem', async () => {
    const broken = await h.createWorkflow('Broken', { version: 1, nodes: [], edges: [] })
    const failed = await h.fail('POST', `/workflows/${broken}/run`)
    expect(failed).toMatchObject({ status: 400, error: { kind: 'ValidationError', code: 'graph_not_runnable' } })
    expect(failed.error.details.map((d) => d.code)).toEqual(expect.arrayContaining(['source.missing', 'sink.missing']))
    expect((await h.api<unknown[]>('GET', '/workflow-runs')).body).toEqual([])
  })
})

describe('invoking', () => {
  it('runs on another source, which is stored with the run', async () => {
    const uri = await h.upload('My holiday.mp4', 'VIDEO')
    const { body } = await invoke({ kind: 'video', gcs_uri: uri, sample_fps: 5, duration_seconds: 2.5 })
    const { job } = await h.engine.run(0)
    expect(job.source).toMatchObject({ name: 'My holiday.mp4', sampleFps: 5, durationS: 2.5, uri })
    const { body: as } = await h.api<{ graph: { nodes: unknown[] } }>('GET', `/workflow-runs/${body.run_id}/graph`)
    expect(as.graph.nodes[0]).toEqual({
      id: 'src',
      type: 'source',
      config: { kind: 'video', gcs_uri: uri, sample_fps: 5 },
    })
    const { body: now } = await h.api<{ graph: unknown }>('GET', `/workflows/${workflow}`)
    expect(now.graph).toEqual(countingGraph())
  })

  it('needs no source in the graph, and keeps its sample rate when none is given', async () => {
    const bare = await h.createWorkflow('Bare', countingGraph({ kind: 'video', sample_fps: 3 }))
    expect((await invoke({ kind: 'video', gcs_uri: DEMO_URI }, '', bare)).status).toBe(201)
    expect((await h.engine.run(0)).job.source.sampleFps).toBe(3)
  })

  it('keeps how the graph reads a video', async () => {
    const fields = await h.createWorkflow('Fields', countingGraph({ kind: 'video', deinterlace: 'auto' }))
    expect((await invoke({ kind: 'video', gcs_uri: DEMO_URI }, '', fields)).status).toBe(201)
    const source = (await h.engine.run(0)).job.graph.nodes.find(({ type }) => type === 'source')
    expect(source?.config).toMatchObject({ gcs_uri: DEMO_URI, deinterlace: 'auto' })
  })

  it('accepts an image unless a block measures time, and rejects it under a tracker', async () => {
    const uri = await h.upload('still.png', 'IMAGE', 'image/png')
    const plain = await h.createWorkflow('Plain', detectingGraph())
    expect((await invoke({ kind: 'image', gcs_uri: uri }, '', plain)).status).toBe(201)
    const { status, body } = await invoke({ kind: 'image', gcs_uri: uri })
    expect([status, body]).toMatchObject([400, { error: { code: 'graph_not_runnable' } }])
  })

  it.each([
    ['a handle of another organization', 400, 'invalid_source', 'foreign'],
    ['a handle that names nothing', 400, 'invalid_source', { kind: 'video', gcs_uri: 'sightline://demo/none.mp4' }],
    ['a data set that there is not', 400, 'invalid_source', { kind: 'dataset', dataset: 'x' }],
    ['a kind that there is not', 422, 'invalid_field', { kind: 'camera', gcs_uri: DEMO_URI }],
    ['a sample rate for an image', 422, 'invalid_field', { kind: 'image', gcs_uri: DEMO_URI, sample_fps: 1 }],
    ['a sample rate of zero', 422, 'invalid_field', { kind: 'video', gcs_uri: DEMO_URI, sample_fps: 0 }],
  ])('rejects %s', async (_what, status, code, given) => {
    const foreign = async () => ({
      kind: 'video',
      gcs_uri: await h.upload('x.mp4', 'VIDEO', 'video/mp4', h.foreignKey),
    })
    const source = given === 'foreign' ? await foreign() : given
    const failed = await h.fail('POST', `/workflows/${workflow}/invoke`, { body: { source } })
    expect(failed).toMatchObject({ status, error: { code } })
    expect(failed.error.details[0]?.field).toMatch(/^\/source\/(kind|gcs_uri|dataset|sample_fps)$/)
  })

  it('waits for the end on request', async () => {
    const answer = invoke({ kind: 'video', gcs_uri: DEMO_URI }, '?wait=true')
    ;(await h.engine.run(0)).finish()
    expect((await answer).body).toMatchObject({ status: 'completed', workflow_name: 'Counting' })
  })

  it('returns 408 when the wait is over, and the run continues', async () => {
    const { status, body } = await invoke({ kind: 'video', gcs_uri: DEMO_URI }, '?wait=true')
    expect([status, body]).toMatchObject([408, { error: { kind: 'PollTimeoutError', code: 'wait_timeout' } }])
    const run = await h.engine.run(0)
    expect(JSON.stringify(body)).toContain(run.job.runId)
    expect(await statusOf(run.job.runId)).toBe('processing')
    run.finish()
    await eventually(async () => (await statusOf(run.job.runId)) === 'completed')
  })
})

describe('the list of runs', () => {
  it('is newest first, by workflow and by status, in pages', async () => {
    const other = await h.createWorkflow('Other')
    const ids = [await h.startRun(workflow), await h.startRun(other), await h.startRun(workflow)]
    await h.engine.run(0)
    const list = async (query: string) =>
      (await h.api<WorkflowRun[]>('GET', `/workflow-runs?${query}`)).body.map((r) => ids.indexOf(r.id))
    expect(await list('')).toEqual([2, 1, 0])
    expect(await list('workflow=Other')).toEqual([1])
    expect(await list(`workflow=${workflow}`)).toEqual([2, 0])
    expect(await list('status=processing')).toEqual([0])
    expect(await list('limit=1&offset=1')).toEqual([1])
    expect(await h.fail('GET', '/workflow-runs?workflow=nobody')).toMatchObject({ status: 404 })
    expect(await h.fail('GET', '/workflow-runs?status=done')).toMatchObject({ status: 422 })
  })

  it('no longer holds a deleted run, nor its files; a live one cannot be deleted', async () => {
    const id = await h.startRun(workflow)
    const run = await h.engine.run(0)
    expect(await h.fail('DELETE', `/workflow-runs/${id}`)).toMatchObject({
      status: 409,
      error: { code: 'wrong_state' },
    })
    run.finish({ artifacts: [run.write('a.csv', 'x')] })
    await eventually(async () => (await statusOf(id)) === 'completed')
    expect((await h.api('DELETE', `/workflow-runs/${id}`)).status).toBe(204)
    expect(await h.fail('GET', `/workflow-runs/${id}/artifacts/a.csv`)).toMatchObject({ status: 404 })
    const { existsSync } = await import('node:fs')
    expect(existsSync(run.job.outDir)).toBe(false)
    const { body } = await h.api<{ last_run_id: unknown }>('GET', `/workflows/${workflow}`)
    expect(body.last_run_id).toBeNull()
  })
})
