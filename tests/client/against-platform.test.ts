/** The client against the real server: both implement the same declarations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createClient } from '../../src/client/client.ts'
import type { RunUpdate } from '../../src/shared/domain/run.ts'
import { countingGraph } from '../platform/support/graphs.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { eventually } from '../setup/eventually.ts'

let h: Harness
let client: ApiClient
let dir: string
beforeAll(async () => {
  h = await startHarness({ maxUploadBytes: 3_000_000 })
  client = createClient({ baseUrl: `${h.baseUrl}/`, apiKey: h.keys.member })
  dir = mkdtempSync(join(tmpdir(), 'sightline-client-'))
})
afterAll(async () => {
  rmSync(dir, { recursive: true })
  await h.close()
})

it('creates, runs, follows and reads a workflow', async () => {
  const made = await client.workflows.create({ body: { name: 'Über 50%?', graph: countingGraph() } })
  const read = await client.workflows.get({ params: { workflow: 'Über 50%?' } })
  expect([read.id, read.validation]).toEqual([made.id, []])
  const { run_id } = await client.workflows.run({ params: { workflow: made.id } })
  const run = await h.engine.run(0)
  const updates: RunUpdate[] = []
  const following = (async () => {
    for await (const update of client.workflowRuns.events({ params: { run_id } })) updates.push(update)
  })()
  await eventually(() => updates.length > 0)
  run.log('Begun')
  run.finish({ artifacts: [run.write('a b.csv', '0123456789')] })
  await following
  expect(updates.map((u) => u.type)).toEqual(['run', 'log', 'run'])

  const file = { params: { run_id, artifact_id: 'a b.csv' } }
  expect(await (await client.workflowRuns.artifact(file)).text()).toBe('0123456789')
  const part = await client.workflowRuns.artifact(file, { range: 'bytes=2-4' })
  expect([part.status, await part.text()]).toEqual([206, '234'])
  await expect(client.workflowRuns.artifact(file, { range: 'bytes=99-' })).rejects.toMatchObject({
    code: 'range_not_satisfiable',
  })
  await client.workflowRuns.delete({ params: { run_id } })
  await expect(client.workflowRuns.get({ params: { run_id } })).rejects.toMatchObject({ code: 'not_found' })
})

it('uploads a file from disk with progress', async () => {
  const path = join(dir, 'big.bin')
  const bytes = Buffer.alloc(2_000_000, 'VIDEO ')
  writeFileSync(path, bytes)
  const body = { filename: 'big.bin', content_type: 'application/octet-stream' }
  const target = await client.workflows.uploadUrl({ body })
  const seen: [number, number | null][] = []
  const onProgress = (sent: number, total: number | null) => seen.push([sent, total])
  await client.upload(target, { path }, { contentType: body.content_type, onProgress })
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.at(-1)).toEqual([bytes.length, bytes.length])
  const back = await client.uploads.content({ query: { uri: target.gcs_uri } })
  expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true)
})

it('uploads a stream of unknown length', async () => {
  const body = { filename: 's.bin', content_type: 'video/mp4' }
  const target = await client.video.uploadUrl({ body })
  async function* stream() {
    yield Buffer.from('VIDEO ')
    yield Buffer.from('in parts')
  }
  await client.upload(target, { stream: stream() }, { contentType: 'video/mp4' })
  expect(await client.video.probe({ body: { store_path: target.store_path } })).toMatchObject({ frame_count: 30 })
})

it('reports why an upload is rejected, broke off, or cannot be read', async () => {
  const body = { filename: 's.bin', content_type: 'video/mp4' }
  const target = await client.workflows.uploadUrl({ body })
  const put = (source: Parameters<ApiClient['upload']>[1], contentType = 'video/mp4', signal?: AbortSignal) =>
    client.upload(target, source, { contentType, ...(signal ? { signal } : {}) })
  const path = join(dir, 'small.bin')
  writeFileSync(path, 'x')
  await expect(put({ path }, 'text/html')).rejects.toMatchObject({ code: 'invalid_signature' })
  await expect(put({ path: join(dir, 'missing') })).rejects.toMatchObject({ code: 'ENOENT' })
  async function* failing() {
    yield Buffer.from('x')
    throw new Error('The camera was unplugged.')
  }
  await expect(put({ stream: failing() })).rejects.toThrow('unplugged')
  const stop = new AbortController()
  async function* endless() {
    yield Buffer.from('x')
    stop.abort(new Error('enough'))
    await new Promise(() => {})
  }
  await expect(put({ stream: endless() }, 'video/mp4', stop.signal)).rejects.toThrow('enough')
})
