/** Evaluations over HTTP, with a model whose predictions the tests script. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CountedList } from '../../../../src/shared/api/endpoint.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { EvaluatedImage, ImageScore, ModelEvaluation } from '../../../../src/shared/api/model-evaluations.ts'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import {
  createPredictingEngine,
  detection,
  ended,
  error,
  evaluate,
  exported,
  marked,
  type PredictingEngine,
  prepare,
  read,
} from './evaluating.ts'

let h: Harness
let engine: PredictingEngine
const start = async (made = createPredictingEngine()) => {
  engine = made
  h = await startHarness({ engine })
}
beforeEach(() => start())
afterEach(async () => {
  await h.close()
  expect(h.logged).toEqual([])
})

const CAR = marked('car', [10, 10, 20, 20])
const images = async (id: string, query = '') =>
  (await h.api<CountedList<ImageScore>>('GET', `/model-evaluations/${id}/images${query}`)).body
const image = async (id: string, position: number) =>
  (await h.api<EvaluatedImage>('GET', `/model-evaluations/${id}/images/${position}`)).body
const scoreOf = async (id: string, filename: string) =>
  (await images(id)).data.find((one) => one.filename === filename) as ImageScore

/** Four images: one without errors, one with a mistaken class, one with a missed and a false object, one empty. */
async function street() {
  const set = await prepare(h, {
    'good.jpg': [CAR, marked('truck', [100, 100, 40, 40])],
    'mistaken.jpg': [CAR],
    'wrong.jpg': [CAR],
    'empty.jpg': [],
  })
  engine.detections.set('good.jpg', [
    detection('car', [10, 10, 20, 20], 0.9),
    detection('truck', [101, 100, 40, 40], 0.8),
  ])
  engine.detections.set('mistaken.jpg', [
    detection('truck', [10, 10, 20, 20], 0.7),
    detection('car', [10, 10, 20, 20], 0.2),
  ])
  engine.detections.set('wrong.jpg', [detection('car', [200, 200, 20, 20], 0.6)])
  return set
}

it('scores a model on an export, and leaves the annotations as they are', async () => {
  const set = await street()
  const created = await evaluate(h, set, { iou_threshold: 0.6 })
  expect(created).toMatchObject({
    status: 201,
    body: {
      model_id: set.model_id,
      export_id: set.export_id,
      dataset_id: set.dataset,
      status: 'pending',
      progress: 0,
      iou_threshold: 0.6,
      confidence_threshold: 0.5,
      total_images: 4,
      evaluated_images: 0,
      failed_images: 0,
      overall_metrics: null,
      per_class_metrics: null,
      confusion_matrix: null,
      started_at: null,
      error_message: null,
    },
  })
  const found = await ended(h, created.body.id)
  expect(found).toMatchObject({ status: 'completed', progress: 100, evaluated_images: 4, error_message: null })
  expect(found.started_at).not.toBeNull()
  expect(found.completed_at).not.toBeNull()
  expect(found.overall_metrics).toEqual({
    tp: 2,
    fp: 2,
    fn: 2,
    precision: 0.5,
    recall: 0.5,
    f1: 0.5,
    // The truck was ranked first, then found as well in place of a car; one of three cars was found.
    macro_f1: (2 / 5 + 2 / 3) / 2,
    map: expect.closeTo((34 / 101 + 1) / 2, 9),
  })
  expect(found.confusion_matrix).toEqual({
    labels: ['car', 'truck', '__background__'],
    grid: [
      [1, 1, 1],
      [0, 1, 0],
      [1, 0, 0],
    ],
  })
  expect(found.per_class_metrics?.map(({ class_name, support }) => [class_name, support])).toEqual([
    ['car', 3],
    ['truck', 1],
  ])
  expect(found.worst_images?.map(({ filename, fp, fn }) => [filename, fp, fn])).toEqual([
    ['mistaken.jpg', 1, 1],
    ['wrong.jpg', 1, 1],
  ])
  expect(found.best_images?.map(({ filename }) => filename)).toEqual([
    'good.jpg',
    'empty.jpg',
    'mistaken.jpg',
    'wrong.jpg',
  ])
  expect(found.seg_metrics).toBeNull()
  expect(engine.options).toMatchObject({ confidence: 0.5, classFilter: ['car', 'truck'] })
  expect(engine.open.size).toBe(0)
  const { body } = await h.api<{ annotations: object[] }>('GET', `/annotations/${set.dataset}/good.jpg`)
  expect(body.annotations).toMatchObject([CAR, { name: 'truck' }])
})

it('lists the images of a cell, a row and a column of the confusion matrix, page by page', async () => {
  const set = await street()
  const { id } = await ended(h, (await evaluate(h, set)).body.id)
  const names = async (query: string) => (await images(id, query)).data.map(({ filename }) => filename)
  expect(await names('')).toEqual(['mistaken.jpg', 'wrong.jpg', 'empty.jpg', 'good.jpg'])
  expect(await images(id, '?limit=1&offset=1')).toMatchObject({
    data: [{ filename: 'wrong.jpg' }],
    total: 4,
    has_more: true,
  })
  expect(await names('?truth=car&prediction=truck')).toEqual(['mistaken.jpg'])
  expect(await names('?truth=car&prediction=__background__')).toEqual(['wrong.jpg'])
  expect(await names('?truth=__background__&prediction=car')).toEqual(['wrong.jpg'])
  expect(await names('?truth=car')).toEqual(['mistaken.jpg', 'wrong.jpg', 'good.jpg'])
  expect(await names('?prediction=truck')).toEqual(['mistaken.jpg', 'good.jpg'])
  expect(await images(id, '?truth=truck&prediction=car')).toMatchObject({ data: [], total: 0, has_more: false })
  expect(await h.fail('GET', `/model-evaluations/${id}/images?truth=bus`)).toMatchObject({
    status: 422,
    error: { details: [{ field: '/truth', message: 'must be a label of the confusion matrix, which has no “bus”' }] },
  })
})

it('shows the truth and the predictions of an image as they were, after the data set has changed', async () => {
  const set = await street()
  const { id } = await ended(h, (await evaluate(h, set)).body.id)
  await h.api('POST', `/annotations/${set.dataset}/mistaken.jpg`, { body: { annotations: [] } })
  const { position } = await scoreOf(id, 'mistaken.jpg')
  const score = { filename: 'mistaken.jpg', tp: 0, fp: 1, fn: 1, gt_count: 1, pred_count: 1 }
  expect(await image(id, position)).toEqual({
    ...score,
    position,
    dataset_id: expect.any(String),
    image_id: expect.any(String),
    width: 1280,
    height: 720,
    truth: [{ class_name: 'car', bounding_box: CAR.bounding_box, predicted_as: 'truck' }],
    predictions: [{ class_name: 'truck', confidence: 0.7, bounding_box: CAR.bounding_box, truth: 'car' }],
  })
  const wrong = await image(id, (await scoreOf(id, 'wrong.jpg')).position)
  expect(wrong.truth).toMatchObject([{ predicted_as: '__background__' }])
  expect(wrong.predictions).toMatchObject([{ truth: '__background__' }])
  for (const missing of ['4', '-1', 'x', '99999999999']) {
    expect(await h.fail('GET', `/model-evaluations/${id}/images/${missing}`)).toMatchObject({ status: 404 })
  }
})

it('draws precision and recall over each confidence', async () => {
  const set = await street()
  const { id } = await ended(h, (await evaluate(h, set)).body.id)
  const { body } = await h.api<{ classes: object[] }>('GET', `/model-evaluations/${id}/curves`)
  expect(body.classes).toMatchObject([
    {
      class_name: 'car',
      points: [
        { recall: 1 / 3, precision: 1, confidence: 0.9 },
        { recall: 1 / 3, precision: 0.5, confidence: 0.6 },
      ],
    },
    { class_name: 'truck', ap: expect.closeTo(1, 9) },
  ])
})

it('compares masks for models of instance segmentation, and boxes where there is no outline', async () => {
  await h.close()
  await start(createPredictingEngine('instance_segmentation'))
  const square = [
    [10, 10],
    [30, 10],
    [30, 30],
    [10, 30],
  ].map(([x, y]) => ({ x, y }))
  const set = await prepare(h, {
    'outline.jpg': [{ name: 'car', type: 'polygon', polygon: { paths: [square] } }],
    'box.jpg': [CAR],
  })
  // The triangle has the box of the square, and half of its pixels.
  const triangle = { ...detection('car', [10, 10, 20, 20]), rings: [[10, 10, 30.004, 10, 10, 30.004]] }
  engine.detections.set('outline.jpg', [triangle])
  engine.detections.set('box.jpg', [detection('car', [10, 10, 20, 20], 0.8)])
  const { id, overall_metrics, seg_metrics } = await ended(h, (await evaluate(h, set, { iou_threshold: 0.6 })).body.id)
  expect(overall_metrics).toMatchObject({ tp: 2, map: expect.closeTo(1, 9) })
  // 20 rows of 20, 19 … 1 pixels, and a whole square: of two whole squares.
  const iou = (210 + 400) / 800
  expect(seg_metrics).toEqual({
    mean_iou: expect.closeTo(iou, 9),
    mask_map: expect.closeTo((51 / 101) * 0.5, 9),
    per_class: [
      { class_name: 'car', iou: expect.closeTo(iou, 9), mask_ap: expect.closeTo((51 / 101) * 0.5, 9) },
      { class_name: 'truck', iou: null, mask_ap: null },
    ],
  })
  const { position } = await scoreOf(id, 'outline.jpg')
  const paths = [
    [
      { x: 10, y: 10 },
      { x: 30, y: 10 },
      { x: 10, y: 30 },
    ],
  ]
  expect(await image(id, position)).toMatchObject({
    truth: [{ polygon: { paths: [square] }, bounding_box: CAR.bounding_box }],
    predictions: [{ polygon: { paths } }],
  })
})

it('counts objects of classes that the model does not know as not found, and drops its own other classes', async () => {
  const model = 'MODEL car tram'
  const set = await prepare(h, { '1.jpg': [CAR, marked('truck', [100, 100, 40, 40])] }, { model })
  engine.detections.set('1.jpg', [detection('car', [10, 10, 20, 20]), detection('tram', [100, 100, 40, 40])])
  const found = await ended(h, (await evaluate(h, set)).body.id)
  expect(engine.options.classFilter).toEqual(['car'])
  expect(found.config).toMatchObject({ model_name: expect.any(String), unknown_classes: ['truck'] })
  expect(found.confusion_matrix).toMatchObject({
    labels: ['car', 'truck', '__background__'],
    grid: [
      [1, 0, 0],
      [0, 0, 1],
      [0, 0, 0],
    ],
  })
})

it('lists evaluations, newest first, by model and data set, without the large figures', async () => {
  const [one, two] = [await prepare(h, { '1.jpg': [CAR] }), await prepare(h, { '1.jpg': [CAR] })]
  const first = await ended(h, (await evaluate(h, one)).body.id)
  const second = await ended(h, (await evaluate(h, two)).body.id)
  const third = await ended(h, (await evaluate(h, { ...one, model_id: two.model_id })).body.id)
  const list = async (query: string) =>
    (await h.api<ModelEvaluation[]>('GET', `/model-evaluations${query}`)).body.map(({ id }) => id)
  expect(await list('')).toEqual([third.id, second.id, first.id])
  expect(await list(`?model_id=${two.model_id}`)).toEqual([third.id, second.id])
  expect(await list(`?project_id=${one.dataset}`)).toEqual([third.id, first.id])
  expect(await list(`?project_id=${one.dataset}&model_id=${one.model_id}`)).toEqual([first.id])
  expect(await list('?limit=1&offset=1')).toEqual([second.id])
  expect((await h.api('GET', '/model-evaluations', { key: h.foreignKey })).body).toEqual([])
  const { body } = await h.api<ModelEvaluation[]>('GET', '/model-evaluations?limit=1')
  expect(body[0]).toMatchObject({ overall_metrics: third.overall_metrics, confusion_matrix: null, worst_images: null })
})

it('adds a notification about an evaluation that has completed or failed', async () => {
  const set = await prepare(h, { '1.jpg': [CAR] })
  const good = await ended(h, (await evaluate(h, set)).body.id)
  engine.broken = error('model_unreadable', 'The model is damaged.')
  const bad = await ended(h, (await evaluate(h, set)).body.id)
  const feed = async () => (await h.api<NotificationList>('GET', '/notifications/')).body.notifications
  const about = async (id: string) => (await feed()).find(({ metadata }) => metadata?.evaluation_id === id)
  expect(await eventually(() => about(bad.id))).toMatchObject({
    type: 'model_evaluation_failed',
    message: expect.stringMatching(/could not be evaluated: The model is damaged\.$/),
  })
  expect(await about(good.id)).toMatchObject({
    type: 'model_evaluation_completed',
    message: expect.stringMatching(/was evaluated on 1 image\.$/),
    metadata: { model_id: set.model_id },
  })
})

it('keeps the figures of an export that was deleted', async () => {
  const set = await prepare(h, { '1.jpg': [CAR] })
  const before = await ended(h, (await evaluate(h, set)).body.id)
  expect((await h.api('DELETE', `/exports/${set.export_id}`)).status).toBe(204)
  expect(await read(h, before.id)).toEqual(before)
  expect(await h.fail('GET', `/model-evaluations/${before.id}/images/0`)).toMatchObject({ status: 404 })
})

it('evaluates again what a retried job had evaluated, as a new evaluation', async () => {
  const set = await prepare(h, { '1.jpg': [CAR] })
  engine.broken = error('model_unreadable', 'The model is damaged.')
  const { id } = await ended(h, (await evaluate(h, set, { iou_threshold: 0.3 })).body.id)
  engine.broken = null
  const retried = await h.api<Job>('POST', `/jobs/${id}/retry`)
  expect(retried).toMatchObject({ status: 200, body: { kind: 'model_evaluation' } })
  expect(retried.body.id).not.toBe(id)
  expect(await ended(h, retried.body.id)).toMatchObject({ status: 'completed', iou_threshold: 0.3 })
  expect((await read(h, id)).status).toBe('failed')
})

it('evaluates the annotations of the time of the export', async () => {
  const set = await prepare(h, { '1.jpg': [CAR] })
  await h.api('POST', `/annotations/${set.dataset}/1.jpg`, { body: { annotations: [CAR, CAR] } })
  const newer = await exported(h, set.dataset)
  expect((await ended(h, (await evaluate(h, set)).body.id)).overall_metrics).toMatchObject({ fn: 1 })
  const again = await evaluate(h, { ...set, export_id: newer })
  expect((await ended(h, again.body.id)).overall_metrics).toMatchObject({ fn: 2 })
})

it('evaluates by the options of its creation, keeps them, and says that the model has others by now', async () => {
  const set = await prepare(h, { '1.jpg': [CAR] })
  const served: unknown[] = []
  const { serveModel } = engine
  engine.serveModel = (model, ...more) => {
    served.push(model.conversion)
    return serveModel(model, ...more)
  }
  const convert = (conversion: object | null) => h.api('PATCH', `/models/${set.model_id}`, { body: { conversion } })
  const plain = await ended(h, (await evaluate(h, set)).body.id)
  expect([plain.config?.conversion, plain.options_changed]).toEqual([null, false])
  await convert({ mean: [0], scale: 255 })
  const changed = await ended(h, (await evaluate(h, set)).body.id)
  expect([changed.config?.conversion, changed.options_changed]).toEqual([{ mean: [0], scale: 255 }, false])
  expect(served).toEqual([null, { mean: [0], scale: 255 }])
  expect((await read(h, plain.id)).options_changed).toBe(true)
  await convert({ scale: 255, mean: [0] })
  expect((await read(h, changed.id)).options_changed).toBe(false)
  await convert(null)
  const { body: list } = await h.api<ModelEvaluation[]>('GET', '/model-evaluations')
  expect(list.map(({ id, options_changed }) => [id, options_changed])).toEqual([
    [changed.id, true],
    [plain.id, false],
  ])
  await h.api('DELETE', `/models/${set.model_id}`)
  expect((await read(h, changed.id)).options_changed).toBe(false)
})
