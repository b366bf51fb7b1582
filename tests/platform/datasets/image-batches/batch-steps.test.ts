/** Batches of more images than one step has. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { recount } from '../../../../src/platform/datasets/counters.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { ListedFolder } from '../../../../src/shared/api/folders.ts'
import type { BatchResult } from '../../../../src/shared/api/image-batches.ts'
import { onPostgres, openPlatformDatabase } from '../../support/databases.ts'
import { createFullDisk, type FullDisk } from '../../support/full-disk.ts'
import type { Harness } from '../../support/harness.ts'
import { insertImages, type ManyImages } from '../../support/many-images.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

const COUNT = 650

let disk: FullDisk
let h: Harness
let db: Database
let many: ManyImages
let ids: string[]
beforeAll(async () => {
  disk = createFullDisk()
  h = await joinPlatform()
  db = await openPlatformDatabase(h.dataDir)
})
afterAll(async () => {
  disk.restore()
  await db.destroy()
  await h.close()
})
beforeEach(async () => {
  many = await insertImages(h, COUNT)
  ids = many.images.map(({ id }) => id)
})

const batch = async (call: string, fields: object): Promise<BatchResult> => {
  const body = { dataset_name: many.dataset, image_ids: ids, ...fields }
  const answer = await h.api<BatchResult>(call === 'update' ? 'PATCH' : 'POST', `/batch/images/${call}`, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

const rows = () =>
  db
    .selectFrom('images')
    .select(['id', 'directory_path', 'filename', 'status', 'annotation_count'])
    .where('dataset_id', '=', many.dataset)
    .execute()

async function counters() {
  const counted = db.selectFrom('dataset_counters').select(['kind', 'key', 'images', 'amount'])
  const all = await counted.where('dataset_id', '=', many.dataset).execute()
  return all
    .map(({ kind, key, images, amount }) => [`${kind} ${key}`, Number(images), Number(amount)] as const)
    .filter(([, images, amount]) => images !== 0 || amount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

async function expectRightCounters(): Promise<void> {
  const before = await counters()
  await recount(db, many.dataset)
  expect(before).toEqual(await counters())
}

it('number images of one name beyond the end of a step', async () => {
  await db
    .updateTable('images')
    .set({ directory_path: '/one', filename: 'x.png' })
    .where('id', '=', ids[0] as string)
    .execute()
  await recount(db, many.dataset)
  for (let i = 0; i < 3; i++) {
    const result = await batch('copy', { image_ids: ids.slice(0, 1), target_directory_path: '/one' })
    expect(result).toMatchObject({ processed: 1, renamed: 1 })
  }
  // Each in a directory of its own, with the same name.
  await db
    .updateTable('images')
    .set({ directory_path: sql<string>`'/d' || id`, filename: 'x.png' })
    .where('dataset_id', '=', many.dataset)
    .where('directory_path', '<>', '/one')
    .execute()
  await recount(db, many.dataset)
  const result = await batch('move', { target_directory_path: '/one' })
  expect(result).toMatchObject({ processed: COUNT, renamed: COUNT - 1, failed: [] })
  const names = (await rows()).map(({ filename }) => filename).sort()
  const numbered = Array.from({ length: COUNT + 2 }, (_, n) => `x-${n + 1}.png`)
  expect(names).toEqual([...numbered, 'x.png'].sort())
  await expectRightCounters()
})

it('copy, archive, restore and delete all images with their annotations', async () => {
  const annotations = many.images.reduce((sum, { annotation_count }) => sum + annotation_count, 0)
  const copied = await batch('copy', { target_directory_path: '/copies', copy_annotations: true })
  expect(copied).toMatchObject({ processed: COUNT, failed: [], affected_directories: ['/copies'] })
  const copies = (await rows()).filter(({ directory_path }) => directory_path === '/copies')
  expect(copies.reduce((sum, { annotation_count }) => sum + annotation_count, 0)).toBe(annotations)
  await expectRightCounters()
  await batch('delete', {})
  expect((await h.api<Dataset>('GET', `/datasets/${many.dataset}`)).body).toMatchObject({
    image_count: COUNT,
    archived_image_count: COUNT,
  })
  await expectRightCounters()
  await batch('update', { updates: { is_archived: false, status: 'complete' } })
  await expectRightCounters()
  expect(await batch('delete', { permanent: true })).toMatchObject({ processed: COUNT, operation: 'deleted' })
  expect(await rows()).toHaveLength(COUNT)
  await expectRightCounters()
})

it('leave each image in one place when two calls move them at the same time', async () => {
  const results = await Promise.all(
    ['/x', '/y'].map((target_directory_path) => batch('move', { target_directory_path })),
  )
  expect(results).toMatchObject([{ processed: COUNT }, { processed: COUNT }])
  expect((await rows()).every(({ directory_path }) => ['/x', '/y'].includes(directory_path))).toBe(true)
  await expectRightCounters()
})

it('move the images of a deleted directory to its parent in several steps', async () => {
  await batch('move', { target_directory_path: '/deep/er' })
  await h.api('POST', '/batch/images/copy', {
    body: { dataset_name: many.dataset, image_ids: ids, target_directory_path: '/deep' },
  })
  const { body } = await h.api<ListedFolder[]>('GET', `/folders/list/${many.dataset}?parent_path=`)
  const { id } = body.find(({ name }) => name === 'deep') as ListedFolder
  expect((await h.api('DELETE', `/folders/${id}?cascade=true`)).status).toBe(204)
  const after = await rows()
  expect(after).toHaveLength(2 * COUNT)
  expect(new Set(after.map(({ directory_path }) => directory_path))).toEqual(new Set(['/']))
  expect(after.filter(({ filename }) => /-1\.jpg$/.test(filename)).length).toBeGreaterThanOrEqual(COUNT)
  expect((await h.fail('GET', `/folders/${id}/stats`)).status).toBe(404)
  await expectRightCounters()
})

it.skipIf(onPostgres)(
  'keep the changes that they made before the disk was full, and name the other images',
  async () => {
    // The entry in the audit log, the images, and their counters.
    disk.fill(6)
    const result = await batch('update', { updates: { status: 'complete' } })
    disk.free()
    const changed = (await rows()).filter(({ status }) => status === 'complete').map(({ id }) => id)
    expect(result.success).toBe(true)
    expect(result.failed.length).toBeGreaterThan(0)
    expect(result.processed + result.failed.length).toBe(COUNT)
    expect(result.failed.every(({ text }) => text?.code === 'api.disk_full')).toBe(true)
    expect(changed).toEqual(expect.arrayContaining(ids.slice(0, result.processed)))
    await expectRightCounters()
  },
)
