/** Evaluations that fail, in part or as a whole, and requests that are refused. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CountedList } from '../../../../src/shared/api/endpoint.ts'
import type { ImageScore } from '../../../../src/shared/api/model-evaluations.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import {
  createPredictingEngine,
  detection,
  ended,
  error,
  evaluate,
  marked,
  type PredictingEngine,
  prepare,
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
const refused = (body: object) => h.fail('POST', '/model-evaluations', { body })

it('evaluates the other images when some cannot be read, and names the first one', async () => {
  const set = await prepare(h, { '1.jpg': [CAR], '2.jpg': [CAR], '3.jpg': [] })
  engine.unreadable.add('2.jpg')
  const { id, ...found } = await ended(h, (await evaluate(h, set)).body.id)
  expect(found).toMatchObject({
    status: 'completed',
    progress: 100,
    evaluated_images: 2,
    failed_images: 1,
    error_message: '1 image could not be evaluated. 2.jpg: 2.jpg cannot be read.',
    text: { code: 'evaluation.some_failed' },
    overall_metrics: { fn: 1 },
  })
  expect((await images(id)).data.map(({ filename }) => filename)).toEqual(['1.jpg', '3.jpg'])
  engine.unreadable.add('1.jpg').add('3.jpg')
  expect(await ended(h, (await evaluate(h, set)).body.id)).toMatchObject({
    status: 'failed',
    evaluated_images: 0,
    failed_images: 3,
    overall_metrics: null,
    error_message: 'No image could be evaluated. 1.jpg: 1.jpg cannot be read.',
  })
})

it('evaluates the other images when one of them ends the process', async () => {
  const set = await prepare(h, Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.jpg`, [CAR]])))
  for (let i = 0; i < 8; i++) engine.detections.set(`${i}.jpg`, [detection('car', [10, 10, 20, 20])])
  engine.deadly.add('3.jpg')
  const found = await ended(h, (await evaluate(h, set)).body.id)
  expect(found).toMatchObject({
    status: 'completed',
    evaluated_images: 7,
    failed_images: 1,
    overall_metrics: { tp: 7 },
  })
  expect(found.error_message).toContain('3.jpg')
  expect([engine.opened, engine.open.size]).toEqual([3, 0])
})

it('fails when the model cannot be opened', async () => {
  const set = await prepare(h, { '1.jpg': [CAR] })
  engine.broken = error('model_unreadable', 'The model is damaged.')
  const { id, ...found } = await ended(h, (await evaluate(h, set)).body.id)
  expect(found).toMatchObject({ status: 'failed', error_message: 'The model is damaged.', evaluated_images: 0 })
  for (const part of ['curves', 'images', 'images/0']) {
    expect(await h.fail('GET', `/model-evaluations/${id}/${part}`)).toMatchObject({
      status: 409,
      error: { code: 'wrong_state' },
    })
  }
})

it('fails when the model was deleted or replaced before the evaluation began', async () => {
  const [set, other] = [await prepare(h, { '1.jpg': [CAR] }), await prepare(h, { '1.jpg': [CAR] })]
  engine.holds = true
  // One evaluation is executed at a time.
  const first = await evaluate(h, set)
  await eventually(() => engine.held === 1)
  const [deleted, replaced] = [await evaluate(h, set), await evaluate(h, other)]
  await h.api('DELETE', `/models/${set.model_id}`)
  const db = await openPlatformDatabase(h.dataDir)
  await db
    .updateTable('models')
    .set({ file_sha256: 'ab'.repeat(32) })
    .where('id', '=', other.model_id)
    .execute()
  await db.destroy()
  engine.holds = false
  engine.release(1)
  expect(await ended(h, first.body.id)).toMatchObject({ status: 'completed' })
  expect(await ended(h, deleted.body.id)).toMatchObject({ status: 'failed', text: { code: 'model.deleted' } })
  expect(await ended(h, replaced.body.id)).toMatchObject({
    status: 'failed',
    text: { code: 'evaluation.model_changed' },
  })
})

it('fails when the export is deleted while its images are evaluated', async () => {
  const set = await prepare(h, Object.fromEntries(Array.from({ length: 110 }, (_, i) => [`${i}.jpg`, []])))
  engine.holds = true
  const { id } = (await evaluate(h, set)).body
  await eventually(() => engine.held === 4)
  expect((await h.api('DELETE', `/exports/${set.export_id}`)).status).toBe(204)
  engine.holds = false
  engine.release(4)
  const { status, text, evaluated_images } = await ended(h, id)
  expect([status, text?.code]).toEqual(['failed', 'evaluation.export_gone'])
  expect(evaluated_images).toBeLessThan(110)
})

it('refuses models and exports that cannot be evaluated, and names the field', async () => {
  const set = await prepare(h, { '1.jpg': [CAR] })
  const { model_id, export_id } = set
  const unknown = '0190c6d4-0000-7000-8000-00000000000a'
  expect(await refused({ model_id: unknown, export_id })).toMatchObject({ status: 404 })
  expect(await refused({ model_id, export_id: unknown })).toMatchObject({ status: 404 })
  expect(
    (await h.fail('POST', '/model-evaluations', { key: h.foreignKey, body: { model_id, export_id } })).status,
  ).toBe(404)
  for (const wrong of [{ iou_threshold: 0 }, { iou_threshold: 1.1 }, { confidence_threshold: -0.1 }, { more: 1 }]) {
    const field = `/${Object.keys(wrong)[0]}`
    expect(await refused({ model_id, export_id, ...wrong })).toMatchObject({
      status: 422,
      error: { details: [{ field }] },
    })
  }
  const field = async (body: object) => {
    const { status, error: found } = await refused(body)
    return [status, found.details[0]?.field, found.details[0]?.text?.code]
  }
  const tram = await prepare(h, { '1.jpg': [] }, { model: 'MODEL tram' })
  expect(await field({ ...tram, dataset: undefined })).toEqual([422, '/model_id', 'evaluation.no_common_class'])
  const background = await prepare(h, { '1.jpg': [] }, { classes: ['car', '__background__'] })
  expect(await field({ ...background, dataset: undefined })).toEqual([422, '/export_id', 'evaluation.background_class'])
  const empty = await prepare(h, {})
  expect(await refused({ model_id, export_id: empty.export_id })).toMatchObject({
    status: 409,
    error: { code: 'wrong_state', text: { code: 'evaluation.export_empty' } },
  })
  const db = await openPlatformDatabase(h.dataDir)
  await db.updateTable('models').set({ status: 'archived' }).where('id', '=', model_id).execute()
  await db.destroy()
  expect(await refused({ model_id, export_id })).toMatchObject({ status: 409, error: { code: 'wrong_state' } })
})

it('refuses a model that neither detects nor segments objects', async () => {
  await h.close()
  await start(createPredictingEngine('classification'))
  const { model_id, export_id } = await prepare(h, { '1.jpg': [CAR] })
  expect(await refused({ model_id, export_id })).toMatchObject({
    status: 422,
    error: { code: 'invalid_field', details: [{ field: '/model_id', text: { code: 'evaluation.model_type' } }] },
  })
})
