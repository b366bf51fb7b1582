/** The progress of an extraction, and its data set, which is deleted meanwhile. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { figuresOf, progressOf } from '../../../../src/platform/workflows/video/extraction-progress.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { VideoExtractionJob } from '../../../../src/shared/api/video.ts'
import type { Extraction } from '../../../../src/shared/engine-contract/job.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

const FRAMES = 4

let h: Harness
let finish: () => void
beforeAll(async () => {
  h = await startHarness()
  // All frames are read, and the end of the engine waits.
  h.engine.extractFrames = ({ outDir, name }, onFrame) => {
    const frames = Array.from({ length: FRAMES }, (_, i) => {
      const file = `frame-${i}.jpg`
      writeFileSync(join(outDir, file), `JPEG ${i} of ${name}`)
      return { name: file, width: 640, height: 480, time_s: i }
    })
    onFrame(FRAMES, FRAMES)
    const done = new Promise<{ ok: true; value: Extraction }>((end) => {
      finish = () => end({ ok: true, value: { frames, warnings: [] } })
    })
    return { done, cancel: finish }
  }
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const jobOf = async (id: string) => (await h.api<VideoExtractionJob>('GET', `/video/extract-frames/${id}`)).body

async function started(name: string): Promise<{ dataset: Dataset; id: string }> {
  const dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name } })).body
  const store_path = await h.upload('clip.mp4', `VIDEO ${name}`)
  const body = { dataset_name: dataset.id, store_path, directory_name: 'clip' }
  const { job_id } = (await h.api<VideoExtractionJob>('POST', '/video/extract-frames', { body })).body
  await eventually(async () => (await jobOf(job_id)).frames_extracted === FRAMES)
  return { dataset, id: job_id }
}

it('is half done when all frames are read, and complete with the last image', async () => {
  const { dataset, id } = await started('Whole')
  expect(await jobOf(id)).toMatchObject({ status: 'processing', progress: 0.5, total_frames: FRAMES })
  finish()
  await eventually(async () => (await jobOf(id)).status === 'complete')
  expect(await jobOf(id)).toMatchObject({ progress: 1, frames_extracted: FRAMES })
  expect((await h.api<Dataset>('GET', `/datasets/${dataset.id}`)).body.image_count).toBe(FRAMES)
})

it('fails with a plain reason when its data set is deleted meanwhile', async () => {
  const { dataset, id } = await started('Short-lived')
  expect((await h.api('DELETE', `/datasets/${dataset.id}`)).status).toBe(200)
  finish()
  await eventually(async () => (await jobOf(id)).status !== 'processing')
  const reason = 'The data set was deleted meanwhile.'
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: reason, text: { code: 'dataset.deleted' } })
  const jobs = (await h.api<Job[]>('GET', '/jobs')).body
  expect(jobs.find((job) => job.id === id)).toMatchObject({ state: 'failed', error: reason })
})

it('has no share of an end that is not known', () => {
  expect(figuresOf(progressOf({ read: 7, added: 0, total: null }))).toEqual({
    progress: 0,
    frames_extracted: 7,
    total_frames: 7,
  })
  expect(figuresOf(progressOf({ read: 9, added: 3, total: 8 }))).toEqual({
    progress: 12 / 18,
    frames_extracted: 9,
    total_frames: 9,
  })
})
