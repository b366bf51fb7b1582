/** Sixteen clients change one data set at the same time on PostgreSQL: nothing is lost, and no transaction is repeated. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { recount } from '../../../../src/platform/datasets/counters.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { BulkSaveResult, ImageAnnotations } from '../../../../src/shared/api/annotations.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { BatchResult } from '../../../../src/shared/api/image-batches.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import { setPlan } from '../../accounts/quota/support.ts'
import { confirmed, planned } from '../../exchange/imports/support.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { insertImages, type ManyImages } from '../../support/many-images.ts'

const CLIENTS = 16
const IMAGES = 80

let h: Harness
let db: Database
let many: ManyImages
let ids: string[]
/** Statements of transactions that PostgreSQL ended for others. */
let ended: string[]

beforeAll(async () => {
  h = await startHarness()
  db = await openPlatformDatabase(h.dataDir)
})
afterAll(async () => {
  await db.destroy()
  await h.close()
})
beforeEach(async () => {
  many = await insertImages(h, IMAGES)
  ids = many.images.filter(({ is_archived }) => is_archived === 0).map(({ id }) => id)
  ended = []
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const result: unknown = (query as (...all: unknown[]) => unknown).apply(this, given)
    if (result instanceof Promise) result.catch((error) => note(error, given[0]))
    return result as never
  } as never)
})
afterEach(() => vi.restoreAllMocks())

/** Jobs are claimed and ended in transactions of their own, some of which are serializable. */
const OF_JOBS = /"(derivation_jobs|lanes|jobs|job_leases)"/

function note(error: { code?: string }, statement: unknown): void {
  const text = String(statement)
  if (OF_JOBS.test(text)) return
  if (error.code === '40001' || error.code === '40P01') ended.push(`${error.code} ${text.slice(0, 80)}`)
}

const box = (name: string, x: number, over: object = {}) => ({
  name,
  type: 'bbox',
  bounding_box: { x, y: 2, w: 30, h: 40 },
  ...over,
})
const atOnce = <T>(call: (client: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => call(client)))
const bulk = async (saves: { image_id: string; annotations: object[] }[]) => {
  const { status, body } = await h.api<BulkSaveResult>('POST', '/annotations/bulk', { body: { saves } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.failed).toEqual([])
  return body.saved
}
const copy = async (image_ids: string[], over: object = {}, dataset_name = many.dataset) => {
  const body = { dataset_name, image_ids, target_directory_path: '/copies', copy_annotations: true, ...over }
  const answer = await h.api<BatchResult>('POST', '/batch/images/copy', { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** The counters are those of a recount, and each image has as many annotations as it counts. */
async function expectRight(dataset = many.dataset): Promise<void> {
  const read = async () => {
    const counters = await db
      .selectFrom('dataset_counters')
      .select(['kind', 'key', 'images', 'amount'])
      .where('dataset_id', '=', dataset)
      .execute()
    const images = db.selectFrom('images').select(['id', 'annotation_count', 'lowest_confidence'])
    return {
      counters: counters
        .filter(({ images, amount }) => images !== 0 || amount !== 0)
        .map((row) => JSON.stringify(row))
        .sort(),
      images: await images.where('dataset_id', '=', dataset).orderBy('id').execute(),
    }
  }
  const before = await read()
  await recount(db, dataset)
  expect(before).toEqual(await read())
  const labels = await db.selectFrom('labels').select(['name', 'type']).where('dataset_id', '=', dataset).execute()
  expect(new Set(labels.map(({ name, type }) => `${type} ${name}`)).size).toBe(labels.length)
}

it('keeps one whole save of each image, and makes each label once', async () => {
  const saved = await atOnce((client) => {
    // In another order for each client, so that they would wait for each other in a circle.
    const order = client % 2 === 0 ? ids : [...ids].reverse()
    const saves = order.slice(0, 60).map((image_id) => ({
      image_id,
      annotations: [box(`new ${client % 3}`, client), box('car', client), box(`only ${client}`, client)],
    }))
    return bulk(saves)
  })
  for (const results of saved) expect(results).toHaveLength(60)
  const revisions = saved.flat().map(({ image_id, revision }) => `${image_id} ${revision}`)
  expect(new Set(revisions).size).toBe(CLIENTS * 60)
  for (const id of ids.slice(5, 10)) {
    const { annotations } = (await h.api<ImageAnnotations>('GET', `/annotations/${many.dataset}/${id}`)).body
    const client = annotations[0]?.bounding_box?.x ?? -1
    expect(annotations.map(({ name }) => name)).toEqual([`new ${client % 3}`, 'car', `only ${client}`])
  }
  await expectRight()
  expect(ended).toEqual([])
})

it('loses no change beside saves, edits, moves, deletions and changes of classes', async () => {
  const [kept, ...others] = ids as [string, ...string[]]
  const calls = await atOnce(async (client) => {
    const some = others.slice(client * 4, client * 4 + 4)
    const operation = {
      op_id: crypto.randomUUID(),
      action: 'create',
      id: crypto.randomUUID(),
      fields: box('edited', client),
    }
    switch (client % 4) {
      case 0:
        return h.api('PATCH', `/images/${kept}/annotations`, { body: { operations: [operation] } })
      case 1:
        return h.api('POST', '/batch/images/move', {
          body: { dataset_name: many.dataset, image_ids: some, target_directory_path: `/moved/${client}` },
        })
      case 2:
        return h.api('POST', '/annotations/rename-class', {
          body: { dataset: many.dataset, old_name: 'car', new_name: `car ${client}` },
        })
      default:
        return h.api('POST', '/annotations/bulk', {
          body: { saves: others.map((image_id) => ({ image_id, annotations: [box('van', client)] })) },
        })
    }
  })
  expect(calls.filter(({ status }) => ![200, 404].includes(status)).map(({ body }) => body)).toEqual([])
  const { annotations } = (await h.api<ImageAnnotations>('GET', `/annotations/${many.dataset}/${kept}`)).body
  expect(annotations.filter(({ name }) => name === 'edited')).toHaveLength(CLIENTS / 4)
  await expectRight()
  expect(ended).toEqual([])
})

it('copies every image once for each client, under names that are all different', async () => {
  const results = await atOnce(() => copy(ids.slice(0, 10)))
  for (const result of results) expect(result).toMatchObject({ processed: 10, failed: [] })
  const names = await db
    .selectFrom('images')
    .select('filename')
    .where('dataset_id', '=', many.dataset)
    .where('directory_path', '=', '/copies')
    .execute()
  expect(new Set(names.map(({ filename }) => filename)).size).toBe(CLIENTS * 10)
  await expectRight()
  expect(ended).toEqual([])
})

it('leaves one image of a name when all overwrite it', async () => {
  const [first, ...rest] = ids as [string, ...string[]]
  await copy([first, ...rest.slice(0, 4)])
  const results = await atOnce((client) =>
    copy(client % 2 === 0 ? ids.slice(0, 5) : ids.slice(0, 5).reverse(), { duplicate_handling: 'overwrite' }),
  )
  for (const result of results) expect(result).toMatchObject({ processed: 5, renamed: 0, failed: [] })
  const left = db.selectFrom('images').select('id').where('dataset_id', '=', many.dataset)
  expect(await left.where('directory_path', '=', '/copies').execute()).toHaveLength(5)
  await expectRight()
  expect(ended).toEqual([])
})

it('never takes more room than the organization has', async () => {
  const { max_images } = planOf('free')
  await setPlan(h, 'free')
  try {
    const held = await db
      .selectFrom('images')
      .select((e) => e.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    const left = 30
    // The other images of the organization count through the counters of their data sets.
    const row = { dataset_id: many.dataset, kind: 'state' as const, key: 'new', amount: 0 }
    const more = max_images - Number(held.n) - left
    const add = (images: number) =>
      db
        .insertInto('dataset_counters')
        .values({ ...row, images })
        .onConflict((c) =>
          c
            .columns(['dataset_id', 'kind', 'key'])
            .doUpdateSet((e) => ({ images: e('dataset_counters.images', '+', images) })),
        )
        .execute()
    await add(more)
    const results = await atOnce(() => copy(ids.slice(0, 5)))
    await add(-more)
    expect(results.reduce((sum, { processed }) => sum + processed, 0)).toBe(left)
    await expectRight()
    expect(ended).toEqual([])
  } finally {
    await setPlan(h, 'enterprise')
  }
})

it('completes simultaneous imports beside saves of the same images', async () => {
  const coco = (client: number) => ({
    'labels.json': JSON.stringify({
      images: many.images.slice(0, 20).map(({ filename, directory_path, width, height }, i) => {
        const file_name = `${directory_path}/${filename}`.replace(/^\/+/, '')
        return { id: i + 1, file_name, width, height }
      }),
      annotations: Array.from({ length: 20 }, (_, i) => ({
        id: i + 1,
        image_id: i + 1,
        category_id: 1,
        bbox: [client, 2, 30, 40],
        area: 1200,
        iscrowd: 0,
      })),
      categories: [{ id: 1, name: `imported ${client}` }],
    }),
  })
  const plans = await Promise.all([0, 1, 2, 3].map((client) => planned(h, { id: many.dataset }, coco(client))))
  for (const plan of plans) expect(plan.status, JSON.stringify(plan)).toBe('planned')
  // The plans were staged in serializable transactions.
  ended = []
  const [done] = await Promise.all([
    Promise.all(plans.map((plan) => confirmed(h, plan))),
    atOnce((client) => bulk(ids.slice(0, 20).map((image_id) => ({ image_id, annotations: [box('van', client)] })))),
  ])
  for (const one of done) expect(one).toMatchObject({ status: 'completed' })
  await expectRight()
  expect(ended).toEqual([])
})

it('finds no image in a directory that is deleted at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    await h.api('POST', '/directories/', { body: { dataset: many.dataset, directory_path: '/copies' } })
    const [gone] = await Promise.all([
      h.api('DELETE', `/directories/${many.dataset}/copies?cascade=true`),
      ...Array.from({ length: 4 }, () => copy(ids.slice(0, 5))),
    ])
    expect(gone.status).toBe(204)
    const homeless = await db
      .selectFrom('images as i')
      .leftJoin('directories as d', (join) =>
        join.onRef('d.dataset_id', '=', 'i.dataset_id').onRef('d.full_path', '=', 'i.directory_path'),
      )
      .select('i.id')
      .where('i.dataset_id', '=', many.dataset)
      .where('i.directory_path', '=', '/copies')
      .where('d.id', 'is', null)
      .execute()
    expect(homeless).toEqual([])
  }
  await expectRight()
})

it('adds no image to a data set that is deleted meanwhile', async () => {
  const { id } = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Short-lived' } })).body
  const uris = await atOnce((client) => h.upload(`${client}.png`, `IMAGE ${client}`, 'image/png'))
  const added = Promise.all(uris.map((gcs_uri) => h.api('POST', '/images/', { body: { dataset: id, gcs_uri } })))
  expect((await h.api('DELETE', `/datasets/${id}`)).status).toBe(200)
  for (const { status } of await added) expect([201, 404]).toContain(status)
  expect(await db.selectFrom('images').select('id').where('dataset_id', '=', id).execute()).toEqual([])
})
