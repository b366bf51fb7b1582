/** Metrics for Prometheus, readiness, and the ids of requests. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { responds } from '../../../../src/platform/db/responds.ts'
import { createMetrics } from '../../../../src/platform/http/metrics/metrics.ts'
import { countFrames } from '../../../../src/platform/http/metrics/run-frames.ts'
import { emptyProgress, type NodeFigures } from '../../../../src/shared/domain/run.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let metricsUrl: string
beforeAll(async () => {
  h = await startHarness({ metrics: { host: '127.0.0.1', port: 0 } })
  metricsUrl = h.metricsUrl as string
})
afterAll(() => h.close())

/** The values of a scrape by their names with labels. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(metricsUrl)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

it('counts replies by their declared route and status, never by ids', async () => {
  await h.api('GET', '/jobs/no-such-job')
  await h.api('GET', '/nothing/here')
  const values = await scrape()
  const count = (route: string) =>
    values.get(`sightline_http_request_seconds_count{method="GET",route="${route}",status="404"}`)
  const declared = [...values.keys()].find((key) => key.includes('/jobs/:job_id'))
  expect(declared).toBeTruthy()
  expect(count('none')).toBeGreaterThanOrEqual(1)
  expect([...values.keys()].filter((key) => key.includes('no-such-job'))).toEqual([])
})

it('reports the depth of the queues, the waiting work, and the time until a claim', async () => {
  const workflow = await h.createWorkflow('Counted')
  const first = await h.startRun(workflow)
  const waiting = await h.startRun(workflow)
  await eventually(async () => (await h.getRun(first)).status === 'processing')
  const values = await scrape()
  expect(values.get('sightline_jobs{pool="runs",state="running"}')).toBe(1)
  expect(values.get('sightline_jobs{pool="runs",state="queued"}')).toBe(1)
  expect(values.get('sightline_jobs_waiting_seconds{pool="runs"}')).toBe(60)
  expect(values.get('sightline_job_wait_seconds_count{pool="runs"}')).toBe(1)
  expect(values.get('sightline_database_up')).toBe(1)
  for (const id of [waiting, first]) await h.api('POST', `/workflow-runs/${id}/cancel`)
  await eventually(async () => (await scrape()).get('sightline_jobs{pool="runs",state="running"}') === 0)
  const after = await scrape()
  expect(after.get('sightline_job_seconds_count{kind="workflow_run",state="cancelled"}')).toBe(1)
  expect(after.get('sightline_jobs_waiting_seconds{pool="runs"}')).toBe(0)
})

it('counts each frame of a run once, for each device that a model ran on', async () => {
  const metrics = createMetrics('test')
  const count = countFrames(metrics)
  const node = (frames_in: number, kind: 'cpu' | 'cuda'): NodeFigures => ({
    frames_in,
    frames_out: frames_in,
    detections: 0,
    events: 0,
    ms_per_frame: 1,
    device: { id: kind, kind, name: kind },
  })
  const source: NodeFigures = { frames_in: 9, frames_out: 9, detections: 0, events: 0, ms_per_frame: 1 }
  count({ progress: { ...emptyProgress(), frames_done: 3 }, nodes: { source, find: node(4, 'cpu') } })
  count({ progress: { ...emptyProgress(), frames_done: 8 }, nodes: { find: node(9, 'cpu'), look: node(5, 'cuda') } })
  count({ progress: { ...emptyProgress(), frames_done: 8 }, nodes: { find: node(9, 'cpu'), look: node(5, 'cuda') } })
  const text = await metrics.registry.metrics()
  expect(text).toContain('sightline_run_frames_total 8')
  expect(text).toContain('sightline_model_frames_total{device="cpu"} 9')
  expect(text).toContain('sightline_model_frames_total{device="cuda"} 5')
})

it('serves nothing else at the address of the metrics, and no metrics to callers of the API', async () => {
  expect((await fetch(new URL('/health', metricsUrl))).status).toBe(404)
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405)
  // A path that is no part of a URL.
  expect((await fetch(`${new URL(metricsUrl).origin}//`)).status).toBe(404)
  expect((await fetch(`${h.baseUrl}/metrics`)).status).toBe(404)
})

it('is ready while its database responds', async () => {
  const ready = await fetch(`${h.baseUrl}/ready`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  const db = await openPlatformDatabase(h.dataDir)
  expect(await responds(db)).toBe(true)
  await db.destroy()
  expect(await responds(db)).toBe(false)
})

it('gives each request an id, or keeps that of a proxy, and records it in the audit log', async () => {
  const first = await h.api('GET', '/jobs/')
  const second = await h.api('GET', '/jobs/')
  expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  const given = await h.api('GET', '/jobs/', { headers: { 'x-request-id': 'proxy-1.2:3' } })
  expect(given.headers.get('x-request-id')).toBe('proxy-1.2:3')
  const strange = await h.api('GET', '/jobs/', { headers: { 'x-request-id': 'a "b"' } })
  expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
