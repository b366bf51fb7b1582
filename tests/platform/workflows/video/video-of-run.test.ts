/** The video of an extraction that a run has read. */
import { beforeAll, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { VideoExtractionJob } from '../../../../src/shared/api/video.ts'
import { eventually } from '../../../setup/eventually.ts'
import { DEMO_URI, detectingGraph } from '../../support/graphs.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

async function extracted(dataset_name: string, store_path: string): Promise<string> {
  const body = { dataset_name, store_path, directory_name: 'clip', sample_fps: 2 }
  const { job_id } = (await h.api<VideoExtractionJob>('POST', '/video/extract-frames', { body })).body
  const get = async () => (await h.api<VideoExtractionJob>('GET', `/video/extract-frames/${job_id}`)).body.status
  await eventually(async () => (await get()) !== 'processing')
  return get()
}

it('stays after an extraction, also when the workflow of the run reads another one', async () => {
  const dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body
  const uri = await h.upload('ran.mp4', 'VIDEO')
  const workflow = await h.createWorkflow('Runs', detectingGraph({ kind: 'video', gcs_uri: uri }))
  const runId = await h.startRun(workflow)
  ;(await h.engine.run(0)).finish({})
  await eventually(async () => (await h.getRun(runId)).status === 'completed')
  const graph = detectingGraph({ kind: 'video', gcs_uri: DEMO_URI })
  expect((await h.api('PATCH', `/workflows/${workflow}`, { body: { graph } })).status).toBe(200)
  expect(await extracted(dataset.id, uri)).toBe('complete')
  // Extractions are serialized: the earlier one is finished when this one is.
  await extracted(dataset.id, DEMO_URI)
  expect((await h.api('GET', `/uploads/content?uri=${encodeURIComponent(uri)}`)).status).toBe(200)
})
