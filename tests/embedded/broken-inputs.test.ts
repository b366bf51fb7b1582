/**
 * Broken files through the whole platform, as a caller of the API meets them: each gives an error sentence, none ends
 * the platform.
 */
import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../src/client/client.ts'
import type { WorkflowRun } from '../../src/shared/domain/run.ts'
import { modelFixture, root } from '../engine/support/bundles.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { detectingGraph } from '../platform/support/graphs.ts'
import { writeDemoClip } from '../setup/demo-clip.ts'
import { type RunningPlatform, startPlatform } from './platform-process.ts'

let platform: RunningPlatform
let client: ApiClient
let whole: string
const path = join(testFolder(), 'Whole.mp4')
beforeAll(async () => {
  await writeDemoClip(path, 2)
  platform = await startPlatform()
  client = platform.client
  whole = await platform.uploadVideo(path)
})
afterAll(() => platform.stop())

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

async function runOn(gcs_uri: string, model = 'street-detector'): Promise<WorkflowRun> {
  const graph = detectingGraph({ kind: 'video', gcs_uri, sample_fps: 2 })
  for (const node of graph.nodes) if (node.type === 'model') node.config.model_id = model
  return platform.run(graph)
}

async function onlyTheLog(run: WorkflowRun): Promise<string> {
  expect(run.artifacts.map((a) => a.kind)).toEqual(['log'])
  expect(readdirSync(join(platform.dataDir, 'runs', run.id))).toEqual(['run.log'])
  const [log] = run.artifacts
  const file = await client.workflowRuns.artifact({ params: { run_id: run.id, artifact_id: log?.id as string } })
  return file.text()
}

describe.each(BROKEN)('%s', (name, bytes, sentence) => {
  it('fails the probe and the run with a sentence that uses its owner’s name for it', async () => {
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
  it('is rejected at the import with a sentence that names it', async () => {
    const bytes = readFileSync(modelFixture('colours-v8'))
    const uri = await upload('Broken.onnx', bytes.subarray(0, bytes.length / 2))
    await expect(client.models.import({ body: { gcs_uri: uri } })).rejects.toMatchObject({
      code: 'model_unreadable',
      message: expect.stringContaining('“Broken.onnx”'),
    })
  })

  it('that was intact when it was imported fails the run with a sentence', async () => {
    const uri = await upload('Colours.onnx', readFileSync(modelFixture('colours-v8')))
    const { name } = await client.models.import({ body: { gcs_uri: uri } })
    expect((await runOn(whole, name)).status).toBe('completed')
    for (const path of storedCopiesOf('colours-v8')) truncateSync(path, 2000)
    // Cached detections of the first run would be reused, and the model not opened.
    rmSync(join(platform.dataDir, 'cache'), { recursive: true })
    const run = await runOn(whole, name)
    expect(run).toMatchObject({
      status: 'error',
      error: { code: 'model_unreadable', node_id: 'det', message: expect.stringContaining('“Colours”') },
    })
    await onlyTheLog(run)
  })
})

it('keeps running: the next good file is run to its end', async () => {
  const run = await runOn(whole)
  expect([run.status, run.error]).toEqual(['completed', null])
})

/** The platform's stored copies of an imported fixture, found by their bytes. */
function storedCopiesOf(fixture: string): string[] {
  const wanted = readFileSync(modelFixture(fixture))
  const blobs = join(platform.dataDir, 'blobs')
  const found = readdirSync(blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).equals(wanted))
  expect(found).toHaveLength(1)
  return found
}
