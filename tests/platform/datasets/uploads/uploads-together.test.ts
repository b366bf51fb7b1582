/** Uploads of several clients that arrive at the same time share transactions: each has its own answer, entry and bytes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const newDataset = async (name: string) => (await h.api<Dataset>('POST', '/datasets/', { body: { name } })).body.id
const add = (dataset: string, gcs_uri: string, key?: string) =>
  h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri }, ...(key === undefined ? {} : { key }) })
const count = async (dataset: string) => {
  const { image_count, size_bytes } = (await h.api<Dataset>('GET', `/datasets/${dataset}`)).body as Dataset & {
    size_bytes: number
  }
  return { image_count, size_bytes }
}
const entries = async (action: string) => (await h.api<AuditList>('GET', `/audit?limit=100&action=${action}`)).body.data

it('stores each image with the bytes and the entry of its own call', async () => {
  const dataset = await newDataset('Street')
  const names = Array.from({ length: 16 }, (_, i) => `${i}.jpg`)
  const uploads = await Promise.all(names.map((name) => h.upload(name, `IMAGE dark ${name}`, 'image/jpeg')))
  const added = await Promise.all(uploads.map((uri) => add(dataset, uri)))
  expect(added.map(({ status }) => status)).toEqual(names.map(() => 201))
  expect(added.map(({ body }) => body.filename)).toEqual(names)
  for (const { body } of added) {
    const content = await h.api<string>('GET', `/images/${body.id}/content`)
    expect(content.body).toBe(`IMAGE dark ${body.filename}`)
  }
  expect((await count(dataset)).image_count).toBe(16)
  const found = (await entries('images.import')).filter(({ object }) => object.dataset_id === dataset)
  const objects = added.map(({ body }) => ({ id: body.id, dataset_id: dataset }))
  expect(found.map(({ object }) => object).sort(byId)).toEqual(objects.sort(byId))
})

it('numbers equal names of different files, and adds the same file once', async () => {
  const dataset = await newDataset('Harbour')
  const contents = ['IMAGE a', 'IMAGE b', 'IMAGE a', 'IMAGE c', 'IMAGE b']
  const uploads = await Promise.all(contents.map((content) => h.upload('same.jpg', content, 'image/jpeg')))
  const added = await Promise.all(uploads.map((uri) => add(dataset, uri)))
  const ids = added.map(({ body }) => body.id)
  expect(new Set(ids).size).toBe(3)
  expect([ids[0], ids[1]]).toEqual([ids[2], ids[4]])
  expect(new Set(added.map(({ body }) => body.filename))).toEqual(new Set(['same.jpg', 'same-1.jpg', 'same-2.jpg']))
  expect((await count(dataset)).image_count).toBe(3)
})

it('refuses an image of a deleted data set or of another organization, beside others that are added', async () => {
  const [dataset, deleted] = [await newDataset('Bridge'), await newDataset('Gone')]
  const uploads = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => h.upload(`${name}.jpg`, `IMAGE ${name}`, 'image/jpeg')),
  )
  const [first, second, third, fourth] = uploads as [string, string, string, string]
  await h.api('DELETE', `/datasets/${deleted}`)
  const ends = await Promise.all([
    add(dataset, first),
    add(deleted, second),
    add(dataset, third, h.foreignKey),
    add(dataset, fourth),
  ])
  expect(ends.map(({ status }) => status)).toEqual([201, 404, 404, 201])
})

it('accepts the bytes of an upload once when they are sent twice at the same time', async () => {
  const body = { filename: 'clip.mp4', content_type: 'video/mp4' }
  const { upload_url } = (await h.api<{ upload_url: string }>('POST', '/workflows/upload-url', { body })).body
  const put = (content: string) =>
    fetch(upload_url, { method: 'PUT', body: content, headers: { 'content-type': 'video/mp4' } })
  const statuses = (await Promise.all(['one', 'two', 'three'].map(put))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([204, 409, 409])
})

const byId = (a: Record<string, string>, b: Record<string, string>) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)
