/** Extractions of a server that is closed. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { VideoExtractionJob } from '../../../../src/shared/api/video.ts'
import type { EngineWork } from '../../../../src/shared/engine-contract/calls.ts'
import type { Extraction } from '../../../../src/shared/engine-contract/job.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'
import { createScriptedEngine } from '../../support/scripted-engine.ts'

let dataDir: string
let resourcesDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-extraction-'))
  resourcesDir = makeResources()
})
afterEach(() => {
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

/** An engine that has extracted three of nine frames when it is closed. */
function slowEngine() {
  const engine = createScriptedEngine()
  engine.extractFrames = (_request, onFrame): EngineWork<Extraction> => {
    let cancel = () => {}
    const done: EngineWork<Extraction>['done'] = new Promise((end) => {
      cancel = () => end({ ok: false, error: { code: 'engine_died', message: 'Cancelled.', node_id: null } })
    })
    onFrame(3, 9)
    return { done, cancel }
  }
  return engine
}
const read = async (h: Harness, id: string, key: string) =>
  (await h.api<VideoExtractionJob>('GET', `/video/extract-frames/${id}`, { key })).body

it('continues an extraction after the server was closed, and then removes its video', async () => {
  const before = await startHarness({ dataDir, resourcesDir, engine: slowEngine() })
  const key = before.keys.owner
  await before.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })
  const store_path = await before.upload('clip.mp4', 'VIDEO')
  const body = { dataset_name: 'Street', store_path, directory_name: 'clip' }
  const { job_id } = (await before.api<VideoExtractionJob>('POST', '/video/extract-frames', { body })).body
  await eventually(async () => (await read(before, job_id, key)).frames_extracted === 3)
  expect(await read(before, job_id, key)).toMatchObject({ status: 'processing', progress: 1 / 6, total_frames: 9 })
  const running = await before.api<Job[]>('GET', '/jobs?state=running')
  expect(running.body).toMatchObject([
    { id: job_id, kind: 'video_extraction', attempts: 1, progress: { done: 3, total: 18 } },
  ])
  expect((await before.api('GET', '/jobs', { key: before.foreignKey })).body).toEqual([])
  await before.close()
  expect(before.logged).toEqual([])
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([])

  const after = await startHarness({ dataDir, resourcesDir })
  await eventually(async () => (await read(after, job_id, key)).status !== 'processing')
  expect(await read(after, job_id, key)).toMatchObject({ status: 'complete', frames_extracted: 2 })
  const uri = encodeURIComponent(store_path)
  await eventually(async () => (await after.api('GET', `/uploads/content?uri=${uri}`, { key })).status === 404)
  await after.close()
})
