import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { CountedList } from '../../../../src/shared/api/endpoint.ts'
import type { DatasetExport, ExportDownload, ExportImage, ExportPlan } from '../../../../src/shared/api/exports.ts'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import type { StorageUse } from '../../../../src/shared/api/storage.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { addImage, archiveOf, bytesOf, ended, exported } from './support.ts'

let h: Harness
let dataset: Dataset
let made = 0
let clock = Date.now()
beforeAll(async () => {
  h = await startHarness({ now: () => new Date(clock) })
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  const classes = [{ name: 'car' }, { name: 'truck' }]
  const body = { name: `Street ${++made}`, classes, annotation_types: ['bbox', 'polygon', 'polyline', 'keypoint'] }
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
})

const BOX = { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 30, h: 40 } }
const TRUCK = { ...BOX, name: 'truck' }
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const isStored = (sha256: string) => existsSync(join(h.dataDir, 'blobs', sha256.slice(0, 2), sha256))
const contentOf = (id: string, position: number) => h.api<string>('GET', `/exports/${id}/images/${position}`)
const listed = async (query: string) => (await h.api<CountedList<DatasetExport>>('GET', `/exports?${query}`)).body

it('exports the images of a data set with their annotations, and adds a notification', async () => {
  await addImage(h, dataset, 'a.jpg', { directory_path: 'train', annotations: [BOX, TRUCK] })
  await addImage(h, dataset, 'b.jpg')
  const { status, body } = await h.api<DatasetExport>('POST', '/exports', { body: { dataset: dataset.name } })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'pending', progress: 0, format: 'coco', name: dataset.name, size_bytes: null })
  const done = await ended(h, body.id)
  expect(done).toMatchObject({
    status: 'completed',
    progress: 100,
    dataset_id: dataset.id,
    dataset_name: dataset.name,
    image_count: 2,
    annotation_count: 2,
    classes: ['car', 'truck'],
    warnings: [],
    error_message: null,
  })
  expect((await archiveOf(h, done)).size).toBe(3)
  await eventually(async () => {
    const { body: feed } = await h.api<NotificationList>('GET', '/notifications/')
    return feed.notifications.some(({ type, metadata }) => type === 'export_ready' && metadata?.export_id === done.id)
  })
  expect(readdirSync(join(h.dataDir, 'tmp'))).toEqual([])
})

it('leaves out annotations that wait for a review, unless asked for', async () => {
  const pending = { ...TRUCK, review: 'pending', attributes: { wet: true } }
  await addImage(h, dataset, 'a.jpg', { annotations: [pending, { ...BOX, review: 'accepted' }, { ...BOX, z: 1 }] })
  expect((await exported(h, dataset)).annotation_count).toBe(2)
  expect((await exported(h, dataset, { include_pending: true })).annotation_count).toBe(3)
})

it('keeps its images and annotations when the data set changes and is deleted, and removes them when it is deleted', async () => {
  const image = await addImage(h, dataset, 'a.jpg', { annotations: [BOX], bytes: 'kept by its export' })
  const sha256 = hashOf(`${IMAGE_BYTES} kept by its export`)
  const done = await exported(h, dataset)
  const before = await archiveOf(h, done)
  await h.api('POST', `/annotations/${dataset.id}/${image.id}`, { body: { annotations: [] } })
  await h.api('PATCH', `/datasets/${dataset.id}`, { body: { new_name: `Renamed ${made}`, classes: [] } })
  await h.api('DELETE', `/datasets/${dataset.id}`)
  clock += 8 * 24 * 60 * 60_000
  await h.api('POST', '/storage/clear', { body: { kind: 'uploads' } })

  expect((await h.api<DatasetExport>('GET', `/exports/${done.id}`)).body).toEqual(done)
  expect((await contentOf(done.id, 0)).body).toBe(`${IMAGE_BYTES} kept by its export`)
  expect(await archiveOf(h, done)).toEqual(before)
  expect(isStored(sha256)).toBe(true)
  const use = (await h.api<StorageUse>('GET', '/operator/storage', { key: h.operatorKey })).body.parts.find(
    ({ kind }) => kind === 'exports',
  )
  const image_bytes = Buffer.byteLength(bytesOf('kept by its export'))
  expect(use?.bytes).toBeGreaterThanOrEqual((done.size_bytes ?? 0) + image_bytes)

  expect((await h.api('DELETE', `/exports/${done.id}`)).status).toBe(204)
  expect((await h.fail('GET', `/exports/${done.id}`)).status).toBe(404)
  expect(isStored(sha256)).toBe(false)
})

it('exports the chosen images only, in the order of their paths, and plans the same', async () => {
  const { body: other } = await h.api<Dataset>('POST', '/datasets/', { body: { name: `Other ${made}` } })
  const add = (name: string, directory_path = '/') => addImage(h, dataset, name, { directory_path, annotations: [BOX] })
  const [late, early, archived] = [await add('b.jpg', '/z'), await add('a.jpg', '/z'), await add('c.jpg')]
  await add('unchosen.jpg')
  const foreign = await addImage(h, other, 'd.jpg')
  const updates = { is_archived: true }
  const archiving = { dataset_name: dataset.name, image_ids: [archived.id], updates }
  expect((await h.api('PATCH', '/batch/images/update', { body: archiving })).status).toBe(200)
  const image_ids = [late, early, archived, foreign, late].map(({ id }) => id)
  const { body: plan } = await h.api<ExportPlan>('POST', '/exports/plan', { body: { dataset: dataset.id, image_ids } })
  expect(plan).toMatchObject({ image_count: 2, annotation_count: 2 })
  const done = await exported(h, dataset, { image_ids })
  expect(done).toMatchObject({ status: 'completed', image_count: 2, annotation_count: 2 })
  const { data } = (await h.api<{ data: ExportImage[] }>('GET', `/exports/${done.id}/images`)).body
  expect(data.map(({ image_id }) => image_id)).toEqual([early.id, late.id])
  const tooMany = await h.api('POST', '/exports', {
    body: { dataset: dataset.id, image_ids: Array.from({ length: 10_001 }, (_, i) => `${i}`) },
  })
  expect(tooMany.status).toBe(422)
})

it('exports a directory and those below it, and only the classes that are asked for', async () => {
  await addImage(h, dataset, 'a.jpg', { directory_path: '/day', annotations: [BOX, TRUCK] })
  await addImage(h, dataset, 'b.jpg', { directory_path: '/day/rain', annotations: [TRUCK] })
  await addImage(h, dataset, 'c.jpg', { directory_path: '/daylight', annotations: [BOX] })
  const done = await exported(h, dataset, { directory_path: 'day', classes: ['truck'], name: 'Trucks by day' })
  expect(done).toMatchObject({ name: 'Trucks by day', directory_path: '/day', classes: ['truck'] })
  expect(done).toMatchObject({ image_count: 2, annotation_count: 2 })
})

it('distributes the images over splits', async () => {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) await addImage(h, dataset, name)
  const done = await exported(h, dataset, { split: { train: 50, val: 25, test: 25 }, seed: 7 })
  expect(done.split_counts).toEqual({ train: 2, val: 1, test: 1 })
  const names = [...(await archiveOf(h, done)).keys()].filter((name) => name.startsWith('images/'))
  const folders = ['train', 'val', 'test'].map((split) => names.filter((n) => n.startsWith(`images/${split}/`)).length)
  expect(folders).toEqual([2, 1, 1])
})

it('lists its images with their directories in the order of their positions, also after its data set was deleted', async () => {
  const added = [await addImage(h, dataset, 'a.jpg'), await addImage(h, dataset, 'b.jpg', { directory_path: '/day' })]
  const done = await exported(h, dataset)
  await h.api('DELETE', `/datasets/${dataset.id}`)
  const images = async (query: string) =>
    (await h.api<CountedList<ExportImage>>('GET', `/exports/${done.id}/images${query}`)).body
  const { data, total, has_more } = await images('')
  expect(
    data.map(({ position, image_id, directory_path, filename }) => [position, image_id, directory_path, filename]),
  ).toEqual(added.map(({ id, directory_path, filename }, i) => [i, id, directory_path, filename]))
  expect([total, has_more]).toEqual([2, false])
  expect((await images('?limit=1')).has_more).toBe(true)
  expect((await images('?limit=1&offset=1')).data.map(({ filename }) => filename)).toEqual(['b.jpg'])
  expect((await h.fail('GET', `/exports/${done.id}/images`, { key: h.foreignKey })).status).toBe(404)
})

it('lists exports by data set and status, newest first', async () => {
  const [first, second] = [await exported(h, dataset), await exported(h, dataset, { format: 'voc' })]
  const { data, total } = await listed(`dataset=${encodeURIComponent(dataset.name)}`)
  expect([data.map(({ id }) => id), total]).toEqual([[second.id, first.id], 2])
  expect((await listed(`dataset=${dataset.id}&status=failed`)).data).toEqual([])
  expect((await h.fail('GET', '/exports?dataset=nobody')).status).toBe(404)
})

it('serves the archive to anyone who has its URL, in ranges, for an hour', async () => {
  const done = await exported(h, dataset)
  const { body } = await h.api<ExportDownload>('GET', `/exports/${done.id}/download`)
  const { download_url, expires_in_minutes, filename } = body.data
  expect([expires_in_minutes, filename]).toEqual([60, `${dataset.name}-coco.zip`])
  const part = await fetch(download_url, { headers: { range: 'bytes=0-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PK\u0003\u0004'])
  expect(part.headers.get('content-range')).toBe(`bytes 0-3/${done.size_bytes}`)
  expect((await fetch(download_url.replace(/expires=\d/, 'expires=9'))).status).toBe(403)
  clock += 61 * 60_000
  expect((await fetch(download_url)).status).toBe(403)
})

it('rejects bad requests by naming the field', async () => {
  const create = (over: object) => h.fail('POST', '/exports', { body: { dataset: dataset.id, ...over } })
  const fields = async (over: object) => {
    const { status, error } = await create(over)
    return [status, error.details.map((detail) => detail.field)]
  }
  expect(await fields({ split: { train: 50, val: 25, test: 26 } })).toEqual([422, ['/split']])
  expect(await fields({ classes: ['car', 'bus'] })).toEqual([422, ['/classes/1']])
  expect(await fields({ directory_path: '/a/../b' })).toEqual([422, ['/directory_path']])
  expect(await fields({ name: ' ' })).toEqual([422, ['/name']])
  expect(await fields({ format: 'tfrecord' })).toEqual([422, ['/format']])
  expect((await create({ dataset: 'nobody' })).status).toBe(404)
  const done = await exported(h, dataset)
  for (const position of ['0', '-1', '1e3', '99999999999']) {
    expect((await h.fail('GET', `/exports/${done.id}/images/${position}`)).status).toBe(404)
  }
  expect((await h.fail('POST', `/exports/${done.id}/cancel`)).status).toBe(409)
})
