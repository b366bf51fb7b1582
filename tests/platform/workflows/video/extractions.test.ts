import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ImageAnnotations } from '../../../../src/shared/api/annotations.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { VideoExtractionJob } from '../../../../src/shared/api/video.ts'
import { eventually } from '../../../setup/eventually.ts'
import { DEMO_URI, detectingGraph } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let dataset: Dataset
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: `Street ${++made}` } })).body
})

const bodyOf = (store_path: string, over: object = {}) => ({
  body: { dataset_name: dataset.name, store_path, directory_name: 'clip', sample_fps: 2, ...over },
})
const extract = (store_path: string, over: object = {}) =>
  h.api<VideoExtractionJob>('POST', '/video/extract-frames', bodyOf(store_path, over))
const refused = (store_path: string, over: object = {}) =>
  h.fail('POST', '/video/extract-frames', bodyOf(store_path, over))
const jobOf = async (id: string) => (await h.api<VideoExtractionJob>('GET', `/video/extract-frames/${id}`)).body
const ended = async ({ job_id }: VideoExtractionJob) => {
  await eventually(async () => (await jobOf(job_id)).status !== 'processing')
  return jobOf(job_id)
}
const content = async (uri: string) => (await h.api('GET', `/uploads/content?uri=${encodeURIComponent(uri)}`)).status

it('creates images of the frames of a video in a directory of its own, and removes the upload', async () => {
  const uri = await h.upload('clip.mp4', 'VIDEO')
  const { status, body } = await extract(uri, { parent_directory_path: 'videos' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'processing', progress: 0, image_ids: null, directory_path: '/videos/clip' })
  const done = await ended(body)
  expect(done).toMatchObject({ status: 'complete', progress: 1, frames_extracted: 2, total_frames: 2, error: null })
  const set = await h.api<Dataset>('GET', `/datasets/${dataset.id}?include_images=true`)
  expect(set.body.images?.map((i) => [i.id, i.directory_path, i.filename, i.content_type])).toEqual([
    [done.image_ids?.[0], '/videos/clip', 'frame-000000.jpg', 'image/jpeg'],
    [done.image_ids?.[1], '/videos/clip', 'frame-000001.jpg', 'image/jpeg'],
  ])
  await eventually(async () => (await content(uri)) === 404)
  await eventually(() => readdirSync(join(h.dataDir, 'tmp')).length === 0)
  expect((await h.fail('GET', `/video/extract-frames/${body.job_id}`, { key: h.foreignKey })).status).toBe(404)
})

it('names the reason of a failure, also as a code for other languages', async () => {
  const uri = await h.upload('clip.mp4', 'VIDEO of no frames')
  const job = await ended((await extract(uri)).body)
  expect(job).toMatchObject({
    status: 'failed',
    error: '“clip.mp4” is empty (0 bytes). Copy it again from where it came from.',
    text: { code: 'media.empty_file', params: { file: 'clip.mp4' } },
  })
})

it('keeps a video that a workflow reads, and bundled ones', async () => {
  const uri = await h.upload('clip.mp4', 'VIDEO')
  await h.createWorkflow('Reads it', detectingGraph({ kind: 'video', gcs_uri: uri }))
  for (const handle of [uri, DEMO_URI]) expect((await ended((await extract(handle)).body)).status).toBe('complete')
  // Extractions are serialized: earlier ones are finished when this one is.
  await ended((await extract(DEMO_URI)).body)
  expect([await content(uri), await content(DEMO_URI)]).toEqual([200, 200])
})

it('extracts one upload twice, and removes it after the second extraction', async () => {
  const uri = await h.upload('clip.mp4', 'VIDEO of two extractions')
  const { extractFrames } = h.engine
  let begin = () => {}
  const isQueued = new Promise<void>((resolve) => {
    begin = resolve
  })
  h.engine.extractFrames = (request, onFrame) => {
    const { done, cancel } = extractFrames(request, onFrame)
    return { done: isQueued.then(() => done), cancel }
  }
  const jobs = [(await extract(uri)).body, (await extract(uri, { directory_name: 'again' })).body]
  begin()
  for (const job of jobs) expect(await ended(job)).toMatchObject({ status: 'complete', frames_extracted: 2 })
  h.engine.extractFrames = extractFrames
  await eventually(async () => (await content(uri)) === 404)
})

it('is rejected for a file that is not a video, and for an invalid destination', async () => {
  const unreadable = { status: 400, error: { code: 'video_unreadable' } }
  expect(await refused(await h.upload('notes.mp4', 'text'))).toMatchObject(unreadable)
  expect(await refused(await h.upload('still.mp4', 'IMAGE'))).toMatchObject(unreadable)
  expect((await refused('sightline://uploads/x/y/z.mp4')).status).toBe(404)
  expect((await refused(DEMO_URI, { dataset_name: 'nobody' })).status).toBe(404)
  for (const over of [{ directory_name: 'a/b' }, { directory_name: '..' }, { parent_directory_path: '/a/../b' }]) {
    expect((await refused(DEMO_URI, over)).status, JSON.stringify(over)).toBe(422)
  }
  for (const sample_fps of [0, -1, 61]) expect((await refused(DEMO_URI, { sample_fps })).status).toBe(422)
})

it('takes a selection instead of a rate, and gives the engine all of its settings', async () => {
  const asked: unknown[] = []
  const { extractFrames } = h.engine
  h.engine.extractFrames = (request, onFrame) => {
    asked.push(request.selection)
    return extractFrames(request, onFrame)
  }
  for (const selection of [
    { by: 'every_nth', n: 3 },
    { by: 'differing', fps: 2 },
    { by: 'moments', times_s: [1, 0.5] },
  ]) {
    expect((await ended((await extract(DEMO_URI, { selection })).body)).status).toBe('complete')
  }
  expect((await ended((await extract(DEMO_URI)).body)).status).toBe('complete')
  h.engine.extractFrames = extractFrames
  expect(asked).toEqual([
    { by: 'every_nth', n: 3 },
    { by: 'differing', fps: 2, min_difference: 0.1 },
    { by: 'moments', times_s: [1, 0.5] },
    { by: 'rate', fps: 2 },
  ])
})

it('is rejected for a selection with a wrong setting, or by a run that does not fit', async () => {
  for (const selection of [
    { by: 'luck' },
    { by: 'every_nth' },
    { by: 'every_nth', n: 0 },
    { by: 'every_nth', n: 2, fps: 1 },
    { by: 'moments', times_s: [] },
    { by: 'moments', times_s: [-1] },
    { by: 'differing', min_difference: 2 },
    { by: 'unsure' },
  ]) {
    expect((await refused(DEMO_URI, { selection })).status, JSON.stringify(selection)).toBe(422)
  }
  const by = (run_id: string) => ({ selection: { by: 'unsure', run_id } })
  expect((await refused(DEMO_URI, by('01890000-0000-7000-8000-000000000001'))).status).toBe(404)
  const workflow = await h.createWorkflow('Detects', detectingGraph({ kind: 'video', gcs_uri: DEMO_URI }))
  const started = h.engine.runs.length
  const runId = await h.startRun(workflow)
  expect(await refused(DEMO_URI, by(runId))).toMatchObject({
    status: 409,
    error: { text: { code: 'video.run_not_ended' } },
  })
  const run = await h.engine.run(started)
  run.finish({})
  await eventually(async () => (await h.getRun(runId)).status === 'completed')
  expect(await refused(await h.upload('other.mp4', 'VIDEO'), by(runId))).toMatchObject({
    status: 422,
    error: { text: { code: 'video.run_of_another' } },
  })
  expect(await refused(DEMO_URI, by(runId))).toMatchObject({
    status: 409,
    error: { text: { code: 'video.run_without_records' } },
  })
})

it('adds the detections of a run to its frames as proposals', async () => {
  const workflow = await h.createWorkflow('Proposes', detectingGraph({ kind: 'video', gcs_uri: DEMO_URI }))
  const started = h.engine.runs.length
  const runId = await h.startRun(workflow)
  const run = await h.engine.run(started)
  const detection = (class_name: string, x1: number, confidence: number) => ({
    id: 1,
    parent_id: null,
    track_id: 7,
    class_id: 0,
    class_name,
    confidence,
    model_node_id: 'find',
    x1,
    y1: 100,
    x2: x1 + 50,
    y2: 140,
  })
  const records = [
    { record: 'header', models: [{ node_id: 'find', name: 'street' }] },
    { record: 'frame', frame_index: 0, time_s: 0, detections: [detection('car', 1250, 0.9)] },
    { record: 'frame', frame_index: 7, time_s: 0.25, detections: [detection('car', 300, 0.9)] },
    {
      record: 'frame',
      frame_index: 15,
      time_s: 0.5,
      detections: [detection('van', 20, 0.4), detection('car', 200, 0.8)],
    },
  ]
  const frames = run.write('inspection-frames.jsonl', records.map((one) => JSON.stringify(one)).join('\n'))
  run.finish({ inspection: { frames, events: null } })
  await eventually(async () => (await h.getRun(runId)).status === 'completed')

  const { id } = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Proposed' } })).body
  const body = { dataset_name: id, store_path: DEMO_URI, directory_name: 'clip', proposals_run_id: runId }
  const { job_id } = (await h.api<VideoExtractionJob>('POST', '/video/extract-frames', { body })).body
  const done = await eventually(async () => {
    const { body } = await h.api<VideoExtractionJob>('GET', `/video/extract-frames/${job_id}`)
    return body.status === 'processing' ? null : body
  })
  const [first, second] = await Promise.all(
    (done.image_ids ?? []).map(
      async (image) => (await h.api<ImageAnnotations>('GET', `/images/${image}/annotations`)).body.annotations,
    ),
  )
  const proposal = { review: 'pending', track_id: '7', origin: { source: 'model', model: 'street' } }
  // The image ends at 1280 pixels.
  expect(first).toMatchObject([{ name: 'car', ...proposal, bounding_box: { x: 1250, y: 100, w: 30, h: 40 } }])
  expect(second).toMatchObject([
    { name: 'van', confidence: 0.4, ...proposal },
    { name: 'car', confidence: 0.8, ...proposal },
  ])
  expect((await h.api<Dataset>('GET', `/datasets/${id}`)).body.classes.map(({ name }) => name)).toEqual(['car', 'van'])
  const unknown = { ...body, proposals_run_id: '01890000-0000-7000-8000-000000000001' }
  expect((await h.fail('POST', '/video/extract-frames', { body: unknown })).status).toBe(404)
})
