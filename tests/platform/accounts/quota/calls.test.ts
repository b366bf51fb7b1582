/** Calls that would pass the quota of a tier are refused with 402; what is there can be read and deleted. */
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { BatchResult } from '../../../../src/shared/api/image-batches.ts'
import type { Model } from '../../../../src/shared/api/models.ts'
import { eventually } from '../../../setup/eventually.ts'
import { addImage, bytesOf } from '../../exchange/exports/support.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { imagesOf, leave, makeRoom, newDataset, setPlan, usage } from './support.ts'

let h: Harness
let dataset: Dataset
beforeEach(async () => {
  h = await joinPlatform()
  await setPlan(h, 'free')
  dataset = await newDataset(h, 'Street')
})
afterEach(() => expect(h.logged).toEqual([]))

interface Target {
  upload_url: string
  gcs_uri: string
}
const FILE = { filename: 'a.jpg', content_type: 'image/jpeg' }
const placed = async () => (await h.api<Target>('POST', '/workflows/upload-url', { body: FILE })).body
const put = async (url: string, body: string) => {
  const answer = await fetch(url, {
    method: 'PUT',
    body,
    headers: { 'content-type': FILE.content_type },
  })
  const text = await answer.text()
  return { status: answer.status, code: text && (JSON.parse(text) as { error: { code: string } }).error.code }
}
const importOf = (gcs_uri: string, filename: string) => ({ body: { dataset: dataset.id, gcs_uri, filename } })
const IMAGES = { status: 402, error: { kind: 'PaymentRequiredError', code: 'image_quota_reached' } }
const STORAGE = { status: 402, error: { kind: 'PaymentRequiredError', code: 'storage_quota_reached' } }

describe('an image', () => {
  it('is refused where the tier has no place for it, until one is deleted', async () => {
    const first = await addImage(h, dataset, '1.jpg', { bytes: '1' })
    const second = await h.upload('2.jpg', bytesOf('2'), 'image/jpeg')
    await leave(h, { images: 0 })
    expect(await h.fail('POST', '/images/', importOf(second, '2.jpg'))).toMatchObject({
      ...IMAGES,
      error: {
        message:
          'The plan allows 10,000 images, and the organization has 10,000, so there is no room for more. Delete images permanently, since archived ones count too, or choose a larger plan.',
        text: { code: 'quota.images', params: { max: 10_000, used: 10_000 } },
      },
    })
    expect(await h.fail('POST', '/images/upload-url', { body: FILE })).toMatchObject(IMAGES)
    expect((await h.api('GET', `/images/${first.id}/content`)).status).toBe(200)
    const ids = { dataset_name: dataset.id, image_ids: [first.id] }
    expect((await h.api('POST', '/batch/images/delete', { body: ids })).status).toBe(200)
    expect(await h.fail('POST', '/images/', importOf(second, '2.jpg')), 'archived').toMatchObject(IMAGES)
    expect((await h.api('POST', '/batch/images/delete', { body: { ...ids, permanent: true } })).status).toBe(200)
    expect((await h.api('POST', '/images/', importOf(second, '2.jpg'))).status).toBe(201)
  })

  it('takes the last place for one of two calls that come at the same time', async () => {
    const uris = await Promise.all(['1', '2', '3'].map((n) => h.upload(`${n}.jpg`, bytesOf(n), 'image/jpeg')))
    await leave(h, { images: 1 })
    const answers = await Promise.all(uris.map((uri, i) => h.api('POST', '/images/', importOf(uri, `${i}.jpg`))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402])
    expect(await imagesOf(h, dataset)).toHaveLength(1)
  })

  it('takes over the bytes of its upload, so that both fit where the upload does', async () => {
    const bytes = bytesOf('exactly')
    await leave(h, { bytes: bytes.length })
    const before = (await usage(h)).storage_bytes
    const uri = await h.upload('1.jpg', bytes, 'image/jpeg')
    expect((await usage(h)).storage_bytes).toBe(before + bytes.length)
    expect((await h.api('POST', '/images/', importOf(uri, '1.jpg'))).status).toBe(201)
    expect((await usage(h)).storage_bytes).toBe(before + bytes.length)
    expect(await h.fail('POST', '/images/', importOf(uri, '2.jpg'))).toMatchObject(STORAGE)
  })

  it('is accepted as soon as the tier allows it, and stays when a smaller tier does not', async () => {
    const uri = await h.upload('1.jpg', bytesOf('1'), 'image/jpeg')
    await leave(h, { images: 0, bytes: 0 })
    expect((await h.fail('POST', '/images/', importOf(uri, '1.jpg'))).status).toBe(402)
    await setPlan(h, 'core')
    const { status, body } = await h.api<Image>('POST', '/images/', importOf(uri, '1.jpg'))
    expect(status).toBe(201)
    await setPlan(h, 'free')
    expect((await h.api('GET', `/images/${body.id}/content`)).status).toBe(200)
    expect((await h.api('GET', `/datasets/${dataset.id}?include_images=true`)).status).toBe(200)
    expect(await h.fail('POST', '/workflows/upload-url', { body: FILE })).toMatchObject(STORAGE)
    await makeRoom(h)
    expect((await h.api('POST', '/workflows/upload-url', { body: FILE })).status).toBe(200)
  })

  it('has no limit on an installation of one’s own', async () => {
    await leave(h, { images: -10, bytes: -10 })
    await setPlan(h, 'embedded')
    await addImage(h, dataset, '1.jpg')
  })
})

describe('copies', () => {
  const copy = async (image_ids: string[], over: object = {}) => {
    const body = { dataset_name: dataset.id, image_ids, target_directory_path: '/b', ...over }
    return (await h.api<BatchResult>('POST', '/batch/images/copy', { body })).body
  }

  it('that do not fit are named, and the others are made', async () => {
    const images = []
    for (const n of ['1', '2', '3']) images.push(await addImage(h, dataset, `${n}.jpg`, { bytes: n }))
    const ids = images.map(({ id }) => id)
    await leave(h, { images: 2 })
    expect(await copy(ids)).toMatchObject({
      success: true,
      processed: 2,
      failed: [{ id: ids[2], reason: expect.stringContaining('10,000'), text: { code: 'quota.images' } }],
    })
    // What is replaced leaves its place.
    expect(await copy(ids, { duplicate_handling: 'overwrite' })).toMatchObject({
      processed: 2,
      failed: [{ id: ids[2] }],
    })
    expect((await imagesOf(h, dataset)).map(({ directory_path }) => directory_path)).toHaveLength(5)
  })

  it('count the bytes of their images', async () => {
    const image = await addImage(h, dataset, '1.jpg')
    await leave(h, { bytes: image.size_bytes - 1 })
    expect(await copy([image.id])).toMatchObject({
      success: false,
      processed: 0,
      failed: [{ id: image.id, text: { code: 'quota.storage' } }],
    })
  })
})

describe('an upload', () => {
  let now: Date
  beforeEach(async () => {
    now = new Date()
    h = await startHarness({ patience: { restMs: 50 }, now: () => now })
    await setPlan(h, 'free')
  })
  afterEach(() => h.close())

  /** Sends the headers, and bytes of a body that never ends; returns the status of the answer. */
  const begun = (url: string, headers: Record<string, string | number>, bytes = '') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(url, { method: 'PUT', headers: { 'content-type': FILE.content_type, ...headers } })
      sent.on('error', reject).on('response', (answer) => {
        resolve(answer.statusCode)
        sent.off('error', reject).on('error', () => undefined)
        sent.destroy()
      })
      sent.flushHeaders()
      if (bytes !== '') sent.write(bytes)
    })

  it('of a declared length is refused before its bytes are read', async () => {
    const { upload_url } = await placed()
    await leave(h, { bytes: 1000 })
    expect(await begun(upload_url, { 'content-length': 1001 })).toBe(402)
    expect(await put(upload_url, 'a'.repeat(1000))).toEqual({ status: 204, code: '' })
  })

  it('of an undeclared length ends at the limit, and leaves nothing', async () => {
    const { upload_url } = await placed()
    await leave(h, { bytes: 100_000 })
    const before = await usage(h)
    expect(await begun(upload_url, { 'transfer-encoding': 'chunked' }, 'a'.repeat(100_001))).toBe(402)
    expect(await usage(h)).toMatchObject({ storage_bytes: before.storage_bytes })
    await eventually(() => readdirSync(join(h.dataDir, 'tmp')).length === 0)
  })

  it('takes the last bytes for one of two that are sent at the same time', async () => {
    const targets = [await placed(), await placed()]
    await leave(h, { bytes: 300_000 })
    const answers = await Promise.all(targets.map(({ upload_url }, i) => put(upload_url, `${i}`.repeat(200_000))))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 402])
  })

  it('leaves its room when it is removed as unused', async () => {
    const before = (await usage(h)).storage_bytes
    await h.upload('clip.mp4', 'VIDEO')
    expect((await usage(h)).storage_bytes).toBe(before + 'VIDEO'.length)
    now = new Date(now.getTime() + 2 * 60 * 60_000)
    expect((await h.api('POST', '/storage/clear', { body: { kind: 'uploads' } })).status).toBe(200)
    expect((await usage(h)).storage_bytes).toBe(before)
  })
})

describe('a model', () => {
  const WEIGHTS = 'MODEL car truck bus'
  const importModel = async (gcs_uri: string, name: string) =>
    h.api<Model>('POST', '/models/import', { body: { gcs_uri, name } })
  const upload = () => h.upload('own.onnx', WEIGHTS, 'application/octet-stream')

  it('is refused where its file does not fit, and leaves its room when it is deleted', async () => {
    await leave(h, { bytes: WEIGHTS.length - 1 })
    const target = await h.api<Target>('POST', '/models/upload-url', {
      body: { filename: 'a.onnx', content_type: 'a/b' },
    })
    const sent = await fetch(target.body.upload_url, {
      method: 'PUT',
      body: WEIGHTS,
      headers: { 'content-type': 'a/b' },
    })
    expect(sent.status).toBe(402)
    await leave(h, { bytes: WEIGHTS.length })
    const before = (await usage(h)).storage_bytes
    const { status, body } = await importModel(await upload(), 'Own')
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('size_bytes')
    expect((await usage(h)).storage_bytes).toBe(before + WEIGHTS.length)
    const fork = `/models/default/${body.id}/fork`
    const { slug } = (await h.api<{ slug: string }>('GET', '/organizations/me')).body
    expect(await h.fail('POST', fork.replace('default', slug), { body: {} })).toMatchObject(STORAGE)
    expect((await h.api('DELETE', `/models/${body.id}`)).status).toBe(204)
    expect((await usage(h)).storage_bytes).toBe(before)
  })
})

describe('a run', () => {
  it('does not start without any room; its files count until they are deleted', async () => {
    const workflow = await h.createWorkflow('Counting')
    const before = (await usage(h)).storage_bytes
    const id = await h.startRun(workflow)
    const run = await h.engine.run(0)
    run.finish({
      artifacts: [run.write('counts.csv', 'a,b\n1,2\n', 'text/csv'), run.write('more.csv', 'a\n', 'text/csv')],
    })
    await h.api('GET', `/workflow-runs/${id}/events`)
    const files = (await h.getRun(id)).artifacts
    const bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
    expect(bytes).toBeGreaterThan(0)
    expect((await usage(h)).storage_bytes).toBe(before + bytes)
    await leave(h, { bytes: 0 })
    expect(await h.fail('POST', `/workflows/${workflow}/run`)).toMatchObject(STORAGE)
    expect((await h.api('DELETE', `/workflow-runs/${id}/artifacts/${files[0]?.id}`)).status).toBe(204)
    expect((await h.api('POST', `/workflows/${workflow}/run`)).status).toBe(201)
    await makeRoom(h)
    expect((await h.api('DELETE', `/workflow-runs/${id}`)).status).toBe(204)
    expect((await usage(h)).storage_bytes).toBe(before)
  })
})
