/** Broken files through the whole platform, as a caller of the API meets them: each ends in a sentence, none ends it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createClient } from '../../src/client/client.ts'
import type { FromPlatformProcess, PlatformStart } from '../../src/shared/bridge/platform-process.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { bundle, modelFixture, root } from '../engine/support/bundles.ts'
import { DEMO_URI, detectingGraph } from '../platform/support/graphs.ts'

let dataDir: string
let child: ChildProcess
let client: ApiClient
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-broken-'))
  child = fork(bundle('platform.js'), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const resourcesDir = join(root, 'resources')
  const start: PlatformStart = { type: 'start', dataDir, resourcesDir, version: '0.0.0-test', allowLocalFiles: false }
  child.send(start)
  const [ready] = (await once(child, 'message')) as [FromPlatformProcess]
  if (ready.type !== 'ready') throw new Error(JSON.stringify(ready))
  client = createClient({ baseUrl: ready.baseUrl, apiKey: ready.apiKey as string })
})
afterAll(async () => {
  const gone = once(child, 'exit')
  child.send({ type: 'stop' })
  await gone
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const demo = readFileSync(join(root, 'resources/demo/street-crossing.mp4'))
const BROKEN: [string, Buffer, RegExp][] = [
  ['Half of it.mp4', demo.subarray(0, demo.length / 2), /^“Half of it\.mp4” ends too early.*Copy it again/],
  ['Nothing.mp4', Buffer.alloc(0), /^“Nothing\.mp4” is empty.*Copy it again/],
  ['Letter.mp4', Buffer.from('Dear reader,\n'.repeat(100)), /^“Letter\.mp4” is not a video.*Choose another file/],
]

async function upload(filename: string, bytes: Buffer): Promise<string> {
  const content_type = 'video/mp4'
  const place = await client.workflows.uploadUrl({ body: { filename, content_type } })
  async function* stream() {
    if (bytes.length > 0) yield bytes
  }
  await client.upload(place, { stream: stream() }, { contentType: content_type })
  return place.gcs_uri
}

let made = 0
async function runOn(gcs_uri: string, model = 'street-detector'): Promise<WorkflowRun> {
  const graph = detectingGraph({ kind: 'video', gcs_uri, sample_fps: 2 })
  for (const node of graph.nodes) if (node.type === 'model') node.config.model_id = model
  const name = `On a file ${++made}`
  await client.workflows.create({ body: { name, graph } })
  const { run_id } = await client.workflows.run({ params: { workflow: name } })
  for await (const _update of client.workflowRuns.events({ params: { run_id } }));
  return client.workflowRuns.get({ params: { run_id } })
}

async function onlyTheLog(run: WorkflowRun): Promise<string> {
  expect(run.artifacts.map((a) => a.kind)).toEqual(['log'])
  expect(readdirSync(join(dataDir, 'runs', run.id))).toEqual(['run.log'])
  const [log] = run.artifacts
  const file = await client.workflowRuns.artifact({ params: { run_id: run.id, artifact_id: log?.id as string } })
  return file.text()
}

describe.each(BROKEN)('%s', (name, bytes, sentence) => {
  it('fails the probe and the run with a sentence that names it as its owner does', async () => {
    const uri = await upload(name, bytes)
    await expect(client.video.probe({ body: { store_path: uri } })).rejects.toMatchObject({
      code: 'video_unreadable',
      message: expect.stringMatching(sentence),
    })
    const run = await runOn(uri)
    expect(run).toMatchObject({ status: 'error', error: { node_id: 'src', message: expect.stringMatching(sentence) } })
    expect(await onlyTheLog(run)).toContain(run.error?.message)
  })
})

describe('a corrupt ONNX', () => {
  it('is refused at the import with a sentence that names it', async () => {
    const bytes = readFileSync(modelFixture('colours-v8'))
    const uri = await upload('Broken.onnx', bytes.subarray(0, bytes.length / 2))
    await expect(client.models.import({ body: { gcs_uri: uri } })).rejects.toMatchObject({
      code: 'model_unreadable',
      message: expect.stringContaining('“Broken.onnx”'),
    })
  })

  it('that was whole when it was imported fails the run with a sentence', async () => {
    const uri = await upload('Colours.onnx', readFileSync(modelFixture('colours-v8')))
    const { name } = await client.models.import({ body: { gcs_uri: uri } })
    expect((await runOn(DEMO_URI, name)).status).toBe('completed')
    for (const path of storedCopiesOf('colours-v8')) truncateSync(path, 2000)
    // What the first run has found would be taken over, and the model not opened.
    rmSync(join(dataDir, 'cache'), { recursive: true })
    const run = await runOn(DEMO_URI, name)
    expect(run).toMatchObject({
      status: 'error',
      error: { code: 'model_unreadable', node_id: 'det', message: expect.stringContaining('“Colours”') },
    })
    await onlyTheLog(run)
  })
})

it('lives on: the next good file is run to its end', async () => {
  const run = await runOn(await upload('Whole.mp4', demo))
  expect([run.status, run.error]).toEqual(['completed', null])
})

/** Where the platform keeps what was imported from a fixture: found by its bytes. */
function storedCopiesOf(fixture: string): string[] {
  const wanted = readFileSync(modelFixture(fixture))
  const blobs = join(dataDir, 'blobs')
  const found = readdirSync(blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).equals(wanted))
  expect(found).toHaveLength(1)
  return found
}
