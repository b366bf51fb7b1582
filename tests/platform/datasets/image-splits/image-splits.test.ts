import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Dataset, IMAGE_SPLITS, type Image } from '../../../../src/shared/api/datasets.ts'
import type { DatasetExport, ExportImage } from '../../../../src/shared/api/exports.ts'
import type { BatchResult } from '../../../../src/shared/api/image-batches.ts'
import type { ImagePage } from '../../../../src/shared/api/image-lists.ts'
import type { SplitBalance } from '../../../../src/shared/api/image-splits.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let dataset: string
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: `Street ${++made}` } })).body.id
})

async function add(filename: string, bytes = filename, directory_path = '/'): Promise<string> {
  const gcs_uri = await h.upload(filename, `IMAGE ${bytes}`, 'image/jpeg')
  return (await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri, directory_path } })).body.id
}
const addMany = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await add(`${i}.jpg`))
  return ids
}
const assign = async (image_ids: string[], split: string | null): Promise<BatchResult> =>
  (await h.api<BatchResult>('POST', '/batch/images/split', { body: { dataset, image_ids, split } })).body
const rebalance = async (fields: object = {}): Promise<SplitBalance> =>
  (await h.api<SplitBalance>('POST', `/datasets/${dataset}/splits`, { body: fields })).body
const splitsOf = async () =>
  new Map(
    (await h.api<ImagePage>('GET', `/datasets/${dataset}/images?limit=200`)).body.data.map(({ id, split }) => [
      id,
      split,
    ]),
  )

it('sets the split of some images, or removes it', async () => {
  const [one, two] = (await addMany(2)) as [string, string]
  expect(await splitsOf()).toEqual(
    new Map([
      [one, null],
      [two, null],
    ]),
  )
  expect(await assign([one, two], 'valid')).toMatchObject({ success: true, processed: 2, operation: null })
  await assign([two], null)
  expect(await splitsOf()).toEqual(
    new Map([
      [one, 'valid'],
      [two, null],
    ]),
  )
  const body = { dataset, image_ids: [one], split: 'val' }
  expect((await h.fail('POST', '/batch/images/split', { body })).status).toBe(422)
})

it('distributes all images by their shares, the same for a seed', async () => {
  await addMany(20)
  const first = await rebalance({ seed: 3 })
  expect(first).toEqual({
    dataset_id: dataset,
    seed: 3,
    groups: 20,
    counts: { train: 16, valid: 2, test: 2 },
    changed: 20,
    left: 0,
  })
  const splits = await splitsOf()
  for (const split of IMAGE_SPLITS) {
    expect([...splits.values()].filter((of) => of === split)).toHaveLength(first.counts[split])
  }
  expect(await rebalance({ seed: 3 })).toEqual({ ...first, changed: 0 })
  await rebalance({ seed: 4 })
  expect(await splitsOf()).not.toEqual(splits)
  await rebalance({ seed: 3 })
  expect(await splitsOf()).toEqual(splits)
})

it('rejects shares that do not add up to 1', async () => {
  const failed = await h.fail('POST', `/datasets/${dataset}/splits`, { body: { train: 0.5, valid: 0.5, test: 0.5 } })
  expect(failed).toMatchObject({ status: 422, error: { details: [{ field: '/train' }] } })
  expect(await rebalance({ train: 0.7, valid: 0.2, test: 0.1 })).toMatchObject({ groups: 0 })
})

it('keeps images with the same bytes in one split, also copies and images of other names', async () => {
  const ids = await addMany(8)
  const same = await add('same.jpg', '0.jpg')
  const body = { dataset_name: dataset, image_ids: ids.slice(0, 3), target_directory_path: '/copies' }
  await h.api('POST', '/batch/images/copy', { body })
  expect(await rebalance({ train: 0.5, valid: 0.3, test: 0.2, seed: 9 })).toMatchObject({ groups: 8 })
  const splits = await splitsOf()
  expect(splits.get(same)).toBe(splits.get(ids[0] as string))
  const { data } = (await h.api<ImagePage>('GET', `/datasets/${dataset}/images?directory=/copies`)).body
  for (const copy of data) {
    const original = ids[Number.parseInt(copy.filename, 10)] as string
    expect(copy.split).toBe(splits.get(original))
  }
})

it('keeps the frames of one video in one split, archived ones too', async () => {
  const body = { dataset_name: dataset, store_path: await h.upload('clip.mp4', 'VIDEO'), directory_name: 'clip' }
  const { job_id } = (await h.api<{ job_id: string }>('POST', '/video/extract-frames', { body })).body
  type Extraction = { status: string; image_ids: string[] }
  let frames: string[] = []
  await eventually(async () => {
    const job = (await h.api<Extraction>('GET', `/video/extract-frames/${job_id}`)).body
    frames = job.image_ids ?? []
    return job.status === 'complete'
  })
  expect(frames.length).toBeGreaterThan(1)
  await addMany(10)
  await h.api('POST', '/batch/images/delete', { body: { dataset_name: dataset, image_ids: frames.slice(0, 1) } })
  for (const seed of [1, 2, 3, 4]) {
    expect(await rebalance({ train: 0.4, valid: 0.3, test: 0.3, seed })).toMatchObject({ groups: 11 })
    const db = await openPlatformDatabase(h.dataDir)
    const rows = await db.selectFrom('images').select('split').where('id', 'in', frames).execute()
    await db.destroy()
    expect(new Set(rows.map(({ split }) => split)).size).toBe(1)
    expect(rows[0]?.split).not.toBeNull()
  }
})

it('keeps the images of a directory and hour together on request', async () => {
  for (const directory of ['/a', '/b']) for (const i of [1, 2, 3]) await add(`${i}.jpg`, `${directory} ${i}`, directory)
  expect((await rebalance({ group_by: 'directory_hour' })).groups).toBeLessThan(6)
  const { data } = (await h.api<ImagePage>('GET', `/datasets/${dataset}/images`)).body
  const places = new Map<string, Set<string | null>>()
  for (const { directory_path, created_at, split } of data) {
    const place = `${directory_path} ${created_at.slice(0, 13)}`
    places.set(place, (places.get(place) ?? new Set()).add(split))
  }
  for (const splits of places.values()) expect(splits.size).toBe(1)
})

it('is that of the images in an export on request; images without one are in train', async () => {
  const ids = await addMany(4)
  await assign(ids.slice(0, 1), 'valid')
  await assign(ids.slice(1, 2), 'test')
  const body = { dataset, format: 'yolo', splits: 'image_splits' }
  const { id } = (await h.api<DatasetExport>('POST', '/exports', { body })).body
  const read = async () => (await h.api<DatasetExport>('GET', `/exports/${id}`)).body
  await eventually(async () => (await read()).status === 'completed')
  expect(await read()).toMatchObject({
    split: null,
    splits: 'image_splits',
    split_counts: { train: 2, val: 1, test: 1 },
  })
  const images = (await h.api<{ data: ExportImage[] }>('GET', `/exports/${id}/images`)).body.data
  expect(images.map(({ split }) => split)).toEqual(['val', 'test', 'train', 'train'])
  const both = { ...body, split: { train: 100, val: 0, test: 0 } }
  expect(await h.fail('POST', '/exports', { body: both })).toMatchObject({
    status: 422,
    error: { details: [{ field: '/splits' }] },
  })
})

it('keeps near-duplicates of the last scan together', async () => {
  const ids = await addMany(20)
  const failed = await h.fail('POST', `/datasets/${dataset}/splits`, { body: { group_by: 'near_duplicates' } })
  expect(failed).toMatchObject({ status: 422, error: { details: [{ field: '/group_by' }] } })
  // A scan as its job stores it, of two groups.
  const db = await openPlatformDatabase(h.dataDir)
  const scan = {
    id: ids[0] as string,
    organization_id: h.platform.organizationId,
    dataset_id: dataset,
    threshold: 0.97,
  }
  const figures = { scanned_images: 20, group_count: 2, duplicate_count: 18 }
  const ended = { status: 'completed' as const, error: null, error_text: null, created_at: '', completed_at: '' }
  await db
    .insertInto('near_duplicate_scans')
    .values({ ...scan, ...figures, ...ended })
    .execute()
  const rows = ids.map((image_id, i) => ({
    scan_id: scan.id,
    group_number: i < 14 ? 0 : 1,
    image_id,
    similarity: 0.98,
  }))
  await db.insertInto('near_duplicates').values(rows).execute()
  await db.destroy()
  const balance = await rebalance({ train: 0.7, valid: 0.3, test: 0, group_by: 'near_duplicates' })
  expect(balance).toMatchObject({ groups: 2, counts: { train: 14, valid: 6, test: 0 } })
  const splits = await splitsOf()
  expect(new Set(ids.slice(0, 14).map((id) => splits.get(id)))).toEqual(new Set(['train']))
})
