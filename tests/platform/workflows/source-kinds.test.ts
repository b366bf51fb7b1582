/** A source is what its file is, whatever the caller or the block calls it. The files are real ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { ErrorBody } from '../../../src/shared/api/errors.ts'
import type { WorkflowWithValidation } from '../../../src/shared/api/workflows.ts'
import { root } from '../../engine/support/bundles.ts'
import { countingGraph, detectingGraph } from '../support/graphs.ts'
import type { Harness } from '../support/harness.ts'
import { joinPlatform } from '../support/shared-platform.ts'

let h: Harness
let image: string
let video: string
beforeAll(async () => {
  h = await joinPlatform()
  // Names and types lie: only the bytes are evidence.
  image = await uploaded('clip.mp4', 'video/mp4', 'resources/app/icon.png')
  video = await uploaded('still.png', 'image/png', 'resources/demo/street-crossing.mp4')
})

async function uploaded(filename: string, content_type: string, file: string): Promise<string> {
  const { body } = await h.api<{ upload_url: string; gcs_uri: string }>('POST', '/workflows/upload-url', {
    body: { filename, content_type },
  })
  const bytes = readFileSync(join(root, file))
  await fetch(body.upload_url, { method: 'PUT', body: bytes, headers: { 'content-type': content_type } })
  return body.gcs_uri
}

let made = 0
const invoke = async (graph: ReturnType<typeof detectingGraph>, source: object) => {
  const id = await h.createWorkflow(`Workflow ${++made}`, graph)
  return h.api<{ run_id: string } & ErrorBody>('POST', `/workflows/${id}/invoke`, { body: { source } })
}
async function startedOn(graph: ReturnType<typeof detectingGraph>, source: object) {
  const index = h.engine.runs.length
  const { status, body } = await invoke(graph, source)
  expect([status, body.error]).toEqual([201, undefined])
  const run = await h.engine.run(index)
  run.finish()
  return run.job
}

it.each(['video', 'image'])('refuses an image under a tracking pipeline that is called a %s', async (kind) => {
  const { status, body } = await invoke(countingGraph(), { kind, gcs_uri: image })
  expect([status, body.error.code]).toEqual([400, 'graph_not_runnable'])
  expect(body.error.details.map(({ code }) => code)).toEqual(['image.no_time', 'image.no_time'])
})

it('tracks in a video that is called an image', async () => {
  const { source, graph } = await startedOn(countingGraph(), { kind: 'image', gcs_uri: video })
  expect([source.kind, graph.nodes[0]?.config.kind]).toEqual(['video', 'video'])
})

it('detects in an image that is called a video, without the settings of a video', async () => {
  const { source } = await startedOn(detectingGraph(), {
    kind: 'video',
    gcs_uri: image,
    sample_fps: 2,
    duration_seconds: 3,
  })
  expect([source.kind, source.sampleFps, source.durationS]).toEqual(['image', null, null])
})

it('reports the image in the source block of a stored workflow that tracks', async () => {
  const id = await h.createWorkflow(`Workflow ${++made}`, countingGraph({ kind: 'video', gcs_uri: image }))
  const { validation } = (await h.api<WorkflowWithValidation>('GET', `/workflows/${id}`)).body
  const errors = validation.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ code }) => code)).toEqual(['image.no_time', 'image.no_time'])
  expect(errors[0]?.message).toMatch(/^“[^”]+” is a single image, whatever its name says/)
  expect((await h.fail('POST', `/workflows/${id}/run`)).error.code).toBe('graph_not_runnable')
})
