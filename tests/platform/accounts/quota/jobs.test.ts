/** Jobs that reach the quota of a tier keep what they have written, end with the reason, and can be tried again. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { DerivedDataset } from '../../../../src/shared/api/derived-datasets.ts'
import type { DatasetExport } from '../../../../src/shared/api/exports.ts'
import type { VideoExtractionJob } from '../../../../src/shared/api/video.ts'
import { eventually } from '../../../setup/eventually.ts'
import { addImage, archiveOf, ended as endedExport } from '../../exchange/exports/support.ts'
import { annotationsOf, confirmed, ended as endedImport, planned } from '../../exchange/imports/support.ts'
import { connect, imported } from '../../exchange/storage-connections/connection-calls.ts'
import { startStrictStore } from '../../exchange/storage-connections/strict-store.ts'
import type { Harness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { endedJob, imagesOf, leave, makeRoom, newDataset, retried, setPlan, usage } from './support.ts'

let h: Harness
let dataset: Dataset
beforeEach(async () => {
  h = await joinPlatform({ allowPrivateWebhooks: true })
  await setPlan(h, 'free')
  dataset = await newDataset(h, 'Street', { classes: [{ name: 'car' }] })
})
afterEach(() => expect(h.logged).toEqual([]))

const NAMES = ['a', 'b', 'c', 'd']
const YOLO = Object.fromEntries([
  ['data.yaml', 'names: [car]\n'],
  ...NAMES.flatMap((name) => [
    [`images/${name}.jpg`, `${IMAGE_BYTES} ${name}`],
    [`labels/${name}.txt`, '0 0.5 0.5 0.25 0.5\n'],
  ]),
])

it('an import keeps the images that fit with their labels, and adds the others when there is room', async () => {
  const plan = await planned(h, dataset, YOLO)
  await leave(h, { images: 2 })
  const stopped = await confirmed(h, plan)
  expect(stopped).toMatchObject({
    status: 'failed',
    text: { code: 'quota.images' },
    result: { images_added: 2, annotations_written: 2, images_failed: 0 },
  })
  expect((await imagesOf(h, dataset)).map(({ filename }) => filename)).toEqual(['a.jpg', 'b.jpg'])
  expect(await annotationsOf(h, dataset.id, 'b.jpg')).toHaveLength(1)
  await makeRoom(h)
  const { body: job } = await h.api<DatasetJob>('GET', `/imports/${plan.id}`)
  expect((await retried(h, job.job_id)).state).toBe('done')
  expect(await endedImport(h, plan.id)).toMatchObject({
    status: 'completed',
    result: { images_added: 4, annotations_written: 4 },
  })
  expect(await imagesOf(h, dataset)).toHaveLength(4)
})
interface DatasetJob {
  job_id: string
}

it('an extraction keeps the frames that fit and its video, and adds the others when there is room', async () => {
  const store_path = await h.upload('clip.mp4', 'VIDEO')
  const body = { dataset_name: dataset.name, store_path, directory_name: 'clip', sample_fps: 2 }
  await leave(h, { images: 1 })
  const { body: started } = await h.api<VideoExtractionJob>('POST', '/video/extract-frames', { body })
  await endedJob(h, started.job_id)
  const get = async () => (await h.api<VideoExtractionJob>('GET', `/video/extract-frames/${started.job_id}`)).body
  expect(await get()).toMatchObject({ status: 'failed', text: { code: 'quota.images' } })
  expect(await imagesOf(h, dataset)).toHaveLength(1)
  expect(await h.fail('POST', '/video/extract-frames', { body })).toMatchObject({
    status: 402,
    error: { code: 'image_quota_reached' },
  })
  await makeRoom(h)
  expect((await retried(h, started.job_id)).state).toBe('done')
  expect(await imagesOf(h, dataset)).toHaveLength(2)
  // The video is removed once all its frames are there.
  const content = `/uploads/content?uri=${encodeURIComponent(store_path)}`
  await eventually(async () => (await h.api('GET', content)).status === 404)
})

it('a derivation that is sure to pass the quota does not start; one that meets it keeps its pictures', async () => {
  await addImage(h, dataset, 'a.jpg')
  const body = { tile: { rows: 2, columns: 2 } }
  const path = `/datasets/${dataset.id}/derive`
  await leave(h, { images: 3 })
  expect(await h.fail('POST', path, { body })).toMatchObject({ status: 402, error: { code: 'image_quota_reached' } })
  expect((await h.api('GET', '/datasets/Street%20tiles')).status).toBe(404)
  // The pictures of the scripted engine have 22 bytes.
  await leave(h, { bytes: 50 })
  const { body: made } = await h.api<DerivedDataset>('POST', path, { body })
  expect(await endedJob(h, made.job_id)).toMatchObject({ state: 'failed', text: { code: 'quota.storage' } })
  const kept = await imagesOf(h, { id: made.dataset_id as string })
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(4)
  await makeRoom(h)
  expect((await retried(h, made.job_id)).state).toBe('done')
  expect(await imagesOf(h, { id: made.dataset_id as string })).toHaveLength(4)
})

it('an export whose archive does not fit leaves nothing; one that fits counts until it is deleted', async () => {
  await addImage(h, dataset, 'a.jpg')
  const create = async () => h.api<DatasetExport>('POST', '/exports', { body: { dataset: dataset.id } })
  await leave(h, { bytes: 10 })
  const before = (await usage(h)).storage_bytes
  const { body: made } = await create()
  expect(await endedExport(h, made.id)).toMatchObject({
    status: 'failed',
    size_bytes: null,
    text: { code: 'quota.storage' },
  })
  expect((await usage(h)).storage_bytes).toBe(before)
  await leave(h, { bytes: 0 })
  expect(await h.fail('POST', '/exports', { body: { dataset: dataset.id } })).toMatchObject({
    status: 402,
    error: { code: 'storage_quota_reached' },
  })
  await makeRoom(h)
  const without = (await usage(h)).storage_bytes
  expect((await retried(h, made.id)).state).toBe('done')
  const { size_bytes } = await endedExport(h, made.id)
  expect((await usage(h)).storage_bytes).toBe(without + (size_bytes ?? 0))
  expect((await archiveOf(h, made)).size).toBeGreaterThan(0)
  expect((await h.api('DELETE', `/exports/${made.id}`)).status).toBe(204)
  expect((await usage(h)).storage_bytes).toBe(without)
})

it('an import from a bucket stops before it fetches what does not fit, and keeps the others', async () => {
  const store = await startStrictStore()
  try {
    store.put('p/1.jpg')
    store.put('p/2.jpg', `IMAGE ${'2'.repeat(1000)}`)
    const connection = await connect(h, store)
    await leave(h, { bytes: 500 })
    const request = { project_id: dataset.id, prefix: 'p' }
    const stopped = await imported(h, connection.id, request)
    expect(stopped).toMatchObject({ status: 'failed', error_message: expect.stringContaining('10,000 MB of storage') })
    expect((await imagesOf(h, dataset)).map(({ filename }) => filename)).not.toContain('2.jpg')
    await makeRoom(h)
    expect((await imported(h, connection.id, request)).status).toBe('completed')
    expect(await imagesOf(h, dataset)).toHaveLength(2)
  } finally {
    await store.close()
  }
})
