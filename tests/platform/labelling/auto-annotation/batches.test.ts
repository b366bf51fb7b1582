/** Batches: their images, their annotations and their ends. */
import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImageRevisionList } from '../../../../src/shared/api/image-annotations.ts'
import type { ImageIdList } from '../../../../src/shared/api/image-lists.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import { SAM3_FIXTURE } from '../../../engine/support/sam3.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { createDesk, createGate } from './batch-desk.ts'

let h: Harness
let desk: ReturnType<typeof createDesk>
let dataset: string
let model_id: string
const dataset_name = 'Street'
beforeEach(async () => {
  h = await startHarness()
  desk = createDesk(h)
  dataset = await desk.dataset()
  model_id = await desk.modelOf()
})
afterEach(() => h.close())

const installSam3 = () => cpSync(SAM3_FIXTURE, join(h.dataDir, 'models/sam3'), { recursive: true })

/** Creates a batch and waits for its end. */
async function run(body: object) {
  const created = await desk.create({ dataset_name, ...body })
  expect(created.status).toBe(201)
  return desk.over(created.body.job_id)
}

describe('a batch of a trained model', () => {
  it('adds its detections to the images, and says so in the feed', async () => {
    const images = await desk.images(dataset, 3)
    const created = await desk.create({ dataset_name, image_filenames: images, model_id })
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'pending', progress: 0, total_images: 3, processed_images: 0, estimated_credits: 0 },
    })
    const batch = await desk.over(created.body.job_id)
    expect(batch).toMatchObject({
      status: 'completed',
      progress: 100,
      processed_images: 3,
      failed_images: 0,
      total_annotations_added: 6,
      error_message: null,
      completed_at: expect.any(String),
    })
    for (const image of images) {
      expect(await desk.annotations(dataset, image)).toMatchObject([
        { name: 'car', type: 'bbox', confidence: 0.9, bounding_box: { x: 10, y: 20, w: 80, h: 60 } },
        { name: 'truck', type: 'bbox' },
      ])
    }
    const { body } = await h.api<{ annotation_count: number; classes: { name: string }[] }>(
      'GET',
      `/datasets/${dataset}`,
    )
    expect(body.classes.map(({ name }) => name)).toEqual(['car', 'truck'])
    await eventually(async () => {
      const feed = await h.api<NotificationList>('GET', '/notifications/')
      return feed.body.notifications.some(({ type }) => type === 'annotation_batch_completed')
    })
    const { body: job } = await h.api<Job>('GET', `/jobs/${created.body.job_id}`)
    expect(job).toMatchObject({ kind: 'annotation_batch', state: 'done' })
  })

  it('keeps what is annotated, and adds no object twice when it is repeated', async () => {
    const [image] = (await desk.images(dataset, 1)) as [string]
    const own = { name: 'car', type: 'bbox', bounding_box: { x: 12, y: 22, w: 80, h: 60 } }
    await h.api('POST', `/annotations/${dataset}/${image}`, { body: { annotations: [own] } })
    expect(await run({ image_filenames: [image], model_id })).toMatchObject({ total_annotations_added: 1 })
    const after = await desk.annotations(dataset, image)
    expect(after).toMatchObject([own, { name: 'truck' }])
    expect(await run({ image_filenames: [image], model_id })).toMatchObject({ total_annotations_added: 0 })
    expect(await desk.annotations(dataset, image)).toEqual(after)
  })

  it('adds an object at a place that a track has left', async () => {
    const [image] = (await desk.images(dataset, 1)) as [string]
    const box = { name: 'car', type: 'bbox', bounding_box: { x: 12, y: 22, w: 80, h: 60 } }
    const annotations = [{ ...box, track_id: '7', outside: true }]
    await h.api('POST', `/annotations/${dataset}/${image}`, { body: { annotations } })
    expect(await run({ image_filenames: [image], model_id })).toMatchObject({ total_annotations_added: 2 })
  })

  it('names the model as the origin, and leaves its results to a review on request', async () => {
    const [first, second] = (await desk.images(dataset, 2)) as [string, string]
    await run({ image_filenames: [first], model_id })
    await run({ image_filenames: [second], model_id, as_pending: true })
    const [plain] = await desk.annotations(dataset, first)
    expect(plain).toMatchObject({ name: 'car', origin: { source: 'model', model: model_id } })
    expect(plain?.review).toBeUndefined()
    expect(await desk.annotations(dataset, second)).toMatchObject([{ review: 'pending' }, { review: 'pending' }])
    const { body } = await h.api<ImageRevisionList>('GET', `/images/${second}/revisions`)
    expect(body.data).toMatchObject([{ revision: 1, kind: 'batch', created: 2 }])
  })

  it('replaces only proposals of the same model that nobody has reviewed', async () => {
    const [image] = (await desk.images(dataset, 1)) as [string]
    const batch = { image_filenames: [image], model_id, as_pending: true }
    await run(batch)
    const [car, truck] = (await desk.annotations(dataset, image)) as [Annotation, Annotation]
    const operation = { op_id: randomUUID(), action: 'update', id: car.id, fields: { review: 'accepted' } }
    await h.api('PATCH', `/images/${image}/annotations`, { body: { operations: [operation] } })
    expect(await run(batch)).toMatchObject({ status: 'completed', total_annotations_added: 1 })
    const after = await desk.annotations(dataset, image)
    expect(after).toMatchObject([
      { id: car.id, review: 'accepted' },
      { name: 'truck', review: 'pending' },
    ])
    expect(after[1]?.id).not.toBe(truck.id)
    // The model finds nothing that is sure enough.
    await run({ ...batch, confidence_threshold: 1 })
    expect(await desk.annotations(dataset, image)).toMatchObject([{ id: car.id }])
  })

  it('lists the image first whose proposals differ most from the annotations of people', async () => {
    await desk.dataset('Differences')
    const [same, other, empty] = (await desk.images('Differences', 3)) as [string, string, string]
    const car = { name: 'car', type: 'bbox', bounding_box: { x: 12, y: 22, w: 80, h: 60 } }
    const bus = { name: 'bus', type: 'bbox', bounding_box: { x: 300, y: 200, w: 40, h: 40 } }
    await h.api('POST', `/annotations/Differences/${same}`, { body: { annotations: [car] } })
    await h.api('POST', `/annotations/Differences/${other}`, { body: { annotations: [bus] } })
    await run({ dataset_name: 'Differences', image_filenames: [same, other, empty], model_id, as_pending: true })
    const listed = async (query: string) =>
      (await h.api<ImageIdList>('GET', `/datasets/Differences/image-ids?${query}`)).body.data
    expect(await listed('pending=true&sort=disagreement')).toEqual([other, same, empty])
    expect(await listed('pending=false')).toEqual([])
  })

  it('keeps to its classes and its confidence, and writes outlines where the data set holds only those', async () => {
    await desk.dataset('Outlines', ['polygon'])
    const [image] = (await desk.images('Outlines', 1)) as [string]
    const body = { dataset_name: 'Outlines', image_filenames: [image], model_id, confidence_threshold: 0.8 }
    expect(await run({ ...body, classes: [{ name: 'truck' }] })).toMatchObject({ total_annotations_added: 0 })
    expect(await run({ ...body, classes: [{ name: 'car' }] })).toMatchObject({ total_annotations_added: 1 })
    expect(await desk.annotations('Outlines', image)).toMatchObject([{ name: 'car', type: 'polygon' }])
  })

  it('continues after images that fail, and fails when all do', async () => {
    const images = await desk.images(dataset, 3)
    h.engine.serveModel = ((serve) => (model) => {
      const server = serve(model)
      const failing = { ok: false as const, error: { code: 'source_unreadable', message: 'Broken.', node_id: null } }
      return {
        ...server,
        predict: async (image, options) => (image.name === '1.jpg' ? failing : server.predict(image, options)),
      }
    })(h.engine.serveModel)
    const some = await run({ image_filenames: images, model_id })
    expect(some).toMatchObject({ status: 'completed', progress: 100, processed_images: 2, failed_images: 1 })
    const all = await run({ image_filenames: [images[1]], model_id })
    expect(all).toMatchObject({
      status: 'failed',
      processed_images: 0,
      failed_images: 1,
      error_message: expect.stringContaining('Broken.'),
      text: { code: expect.stringMatching(/^annotate\./) },
    })
  })

  it('continues with another process when that of the model ends', async () => {
    const images = await desk.images(dataset, 3)
    let processes = 0
    h.engine.serveModel = ((serve) => (model) => {
      processes++
      const server = serve(model)
      const died = { ok: false as const, error: { code: 'engine_died', message: 'Died.', node_id: null } }
      return { ...server, predict: processes === 1 ? async () => died : server.predict }
    })(h.engine.serveModel)
    expect(await run({ image_filenames: images, model_id })).toMatchObject({ status: 'completed', processed_images: 3 })
    expect(processes).toBe(2)
  })

  it('fails when the model does not open, and can be retried', async () => {
    const images = await desk.images(dataset, 1)
    const serve = h.engine.serveModel
    const error = { code: 'model_unreadable', message: 'No model.', node_id: null }
    h.engine.serveModel = (model) => ({ ...serve(model), ready: Promise.resolve({ ok: false, error }) })
    const batch = await run({ image_filenames: images, model_id })
    expect(batch).toMatchObject({ status: 'failed', error_message: 'No model.' })
    h.engine.serveModel = serve
    expect((await h.api('POST', `/jobs/${batch.job_id}/retry`)).status).toBe(200)
    expect(await desk.over(batch.job_id)).toMatchObject({
      status: 'completed',
      processed_images: 1,
      error_message: null,
    })
  })
})

it('gives images the best classes of a classifier, as annotations', async () => {
  const inspect = h.engine.inspectModel
  h.engine.inspectModel = async (...asked) => {
    const inspected = await inspect(...asked)
    return inspected.ok ? { ok: true, value: { ...inspected.value, modelType: 'classification' } } : inspected
  }
  const gcs_uri = await h.upload('weather.onnx', 'MODEL sun rain snow', 'application/octet-stream')
  const { body } = await h.api<{ id: string }>('POST', '/models/import', { body: { gcs_uri } })
  const [one, two] = (await desk.images(dataset, 2)) as [string, string]
  const batch = { model_id: body.id, confidence_threshold: 0.1 }
  expect(await run({ ...batch, image_filenames: [one] })).toMatchObject({ total_annotations_added: 1 })
  expect(await desk.annotations(dataset, one)).toMatchObject([{ name: 'sun' }])
  expect(await run({ ...batch, image_filenames: [two], top_k: 2 })).toMatchObject({ total_annotations_added: 2 })
  expect(await desk.annotations(dataset, two)).toMatchObject([{ name: 'sun' }, { name: 'rain' }])
})

describe('images of a batch', () => {
  it('names exactly one by an id or path, and every image of a bare file name', async () => {
    await desk.images(dataset, 2, '/a')
    const [inB] = (await desk.images(dataset, 1, '/b')) as [string]
    expect(await run({ image_filenames: ['0.jpg'], model_id })).toMatchObject({ total_images: 2 })
    expect(await run({ image_filenames: ['a/0.jpg'], model_id })).toMatchObject({ total_images: 1 })
    expect(await run({ image_filenames: [inB, 'b/0.jpg', '/b/0.jpg'], model_id })).toMatchObject({ total_images: 1 })
  })

  it('answers 404 with the names that are missing', async () => {
    const [image] = (await desk.images(dataset, 1)) as [string]
    const { status, body } = await desk.create({ dataset_name, image_filenames: [image, 'x.jpg', 'y/z.jpg'], model_id })
    expect([status, body.error.code]).toEqual([404, 'not_found'])
    expect(body.error.message).toContain('“x.jpg”, “y/z.jpg”')
  })
})

describe('SAM 3', () => {
  it('is needed without a model, and never slices for a model', async () => {
    const image_filenames = await desk.images(dataset, 1)
    const body = { dataset_name, image_filenames, classes: [{ name: 'car' }] }
    expect(await desk.create(body)).toMatchObject({ status: 400, body: { error: { code: 'model_not_installed' } } })
    const sliced = { ...body, model_id, sahi_enabled: true }
    expect(await desk.create(sliced)).toMatchObject({ status: 400, body: { error: { code: 'sahi_needs_sam3' } } })
    expect(await desk.quote(sliced)).toMatchObject({ status: 400, body: { error: { code: 'sahi_needs_sam3' } } })
  })

  it('searches for each class, with its type', async () => {
    installSam3()
    const [image] = (await desk.images(dataset, 1)) as [string]
    const classes = [{ name: 'van', output_type: 'bbox' }, { name: 'tram' }]
    expect(await run({ image_filenames: [image], classes })).toMatchObject({ total_annotations_added: 2 })
    expect(await desk.annotations(dataset, image)).toMatchObject([
      { name: 'van', type: 'bbox' },
      { name: 'tram', type: 'polygon' },
    ])
  })

  it('needs a class', async () => {
    installSam3()
    const image_filenames = await desk.images(dataset, 1)
    const answer = await desk.create({ dataset_name, image_filenames })
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field: '/classes' }] } } })
  })
})

describe('requests that are refused', () => {
  it.each([
    [{ model_id: 'none' }, 404, undefined],
    [{ dataset_name: 'none' }, 404, undefined],
    [{ classes: [{ name: 'car' }, { name: 'boat' }] }, 422, '/classes/1/name'],
    [{ classes: [{ name: 'car' }, { name: 'car' }] }, 422, '/classes/1/name'],
    [{ image_filenames: [] }, 422, '/image_filenames'],
  ])('%j', async (change, status, field) => {
    const image_filenames = await desk.images(dataset, 1)
    const answer = await desk.create({ dataset_name, image_filenames, model_id, ...change })
    expect(answer.status).toBe(status)
    if (field) expect(answer.body.error.details[0]?.field).toBe(field)
  })
})

describe('cancelling', () => {
  it('keeps what is saved and counted, and ends only once', async () => {
    await h.close()
    const gate = createGate()
    h = await startHarness({ engine: gate.engine })
    desk = createDesk(h)
    dataset = await desk.dataset()
    const images = await desk.images(dataset, 6)
    const { job_id } = (await desk.create({ dataset_name, image_filenames: images, model_id: await desk.modelOf() }))
      .body
    gate.admit(2)
    await eventually(async () => (await desk.status(job_id)).processed_images === 2)
    expect(await desk.status(job_id)).toMatchObject({ status: 'running', progress: 33 })
    const cancelled = await desk.cancel(job_id)
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', processed_images: 2 } })
    gate.admit(10)
    await eventually(async () => (await h.api<Job>('GET', `/jobs/${job_id}`)).body.state === 'cancelled')
    expect(await desk.status(job_id)).toMatchObject({ status: 'cancelled', processed_images: 2 })
    expect(await desk.annotations(dataset, images[0] as string)).toHaveLength(2)
    expect(await desk.annotations(dataset, images[2] as string)).toEqual([])
    const again = await desk.cancel(job_id)
    expect([again.status, again.body.error.code]).toEqual([409, 'wrong_state'])
    expect((await h.api('POST', `/jobs/${job_id}/retry`)).status).toBe(200)
    expect(await desk.over(job_id)).toMatchObject({
      status: 'completed',
      processed_images: 6,
      total_annotations_added: 12,
    })
  })
})
