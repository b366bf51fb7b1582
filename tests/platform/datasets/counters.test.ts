/** Counters of data sets after random changes, compared with a count of the images and annotations that are there. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recount } from '../../../src/platform/datasets/counters.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import type { ImageAnnotations } from '../../../src/shared/api/annotations.ts'
import type { Dataset, DatasetInsights, Image } from '../../../src/shared/api/datasets.ts'
import { openPlatformDatabase } from '../support/databases.ts'
import { type Harness, makeResources, startHarness } from '../support/harness.ts'

let dataDir: string
let resourcesDir: string
let h: Harness
let db: Database
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-counters-'))
  resourcesDir = makeResources()
  h = await startHarness({ dataDir, resourcesDir })
  db = await openPlatformDatabase(dataDir)
})
afterAll(async () => {
  await db.destroy()
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

const name = fc.constantFrom('car', 'van', 'dog')
const directory = fc.constantFrom('/', '/a', '/a/b', '/c')
const type = fc.constantFrom('bbox' as const, 'polygon' as const)
const annotation = fc.record({
  name,
  type,
  confidence: fc.constantFrom(null, 0.25, 0.5, 1),
  outside: fc.boolean(),
  attributes: fc.constantFrom({}, { note: '"outside":true}', outside: true }),
})
const nth = fc.nat({ max: 4 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), directory, file: nth }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      nth,
      annotations: fc.array(annotation, { maxLength: 4 }),
    }),
  },
  fc.record({ do: fc.constant('clear' as const), nth }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('toggle' as const), nth, outside: fc.boolean() }) },
  fc.record({ do: fc.constant('takeBack' as const), nth }),
  fc.record({ do: fc.constant('copy' as const), nth }),
  fc.record({ do: fc.constant('archive' as const), nth, isArchived: fc.boolean() }),
  fc.record({ do: fc.constant('removeImage' as const), nth }),
  fc.record({
    do: fc.constant('bulk' as const),
    saves: fc.array(fc.record({ nth, annotations: fc.array(annotation, { maxLength: 2 }) }), { maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('rename' as const), from: name, to: fc.constantFrom('bus', 'car', 'van') }),
  fc.record({ do: fc.constant('merge' as const), from: name, to: name }),
  fc.record({ do: fc.constant('delete' as const), name, type: fc.option(type, { nil: undefined }) }),
  fc.record({
    do: fc.constant('moveDirectory' as const),
    path: fc.constantFrom('a', 'a/b', 'c'),
    to: fc.constantFrom('d', 'a'),
  }),
  fc.record({ do: fc.constant('removeDirectory' as const), path: fc.constantFrom('a', 'a/b', 'c', 'd') }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type NewAnnotation = typeof annotation extends fc.Arbitrary<infer A> ? A : never

const shaped = ({ type, ...fields }: NewAnnotation) => {
  const paths = [[3, 30, 15].map((x) => ({ x, y: x === 15 ? 40 : 5 }))]
  return type === 'bbox'
    ? { ...fields, type, bounding_box: { x: 1, y: 2, w: 3, h: 4 } }
    : { ...fields, type, polygon: { paths } }
}

const handles = new Map<number, Promise<string>>()
const handle = (file: number): Promise<string> => {
  const made = handles.get(file) ?? h.upload(`${file}.jpg`, `IMAGE ${'x'.repeat(file)}`, 'image/jpeg')
  handles.set(file, made)
  return made
}

/** A conflict or a class that is not there is as good as a change. */
async function change(id: string, images: string[], now: Step): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await h.api<Image>(method, path, body ? { body } : {})
    expect([200, 201, 204, 404, 409]).toContain(answer.status)
    return answer
  }
  const image = (n: number) => images[n % images.length]
  const batch = (method: string, path: string, id_: string, fields: object) =>
    call(method, `/batch/images/${path}`, { dataset_name: id, image_ids: [id_], ...fields })
  switch (now.do) {
    case 'add': {
      const body = { dataset: id, gcs_uri: await handle(now.file), directory_path: now.directory }
      const added = (await call('POST', '/images/', body)).body.id
      if (!images.includes(added)) images.push(added)
      return
    }
    case 'save':
      if (images.length > 0) {
        await call('POST', `/annotations/${id}/${image(now.nth)}`, { annotations: now.annotations.map(shaped) })
      }
      return
    case 'toggle': {
      const at = `/images/${image(now.nth)}/annotations`
      const [first, ...others] = (await h.api<ImageAnnotations>('GET', at)).body.annotations ?? []
      const changed = others.slice(0, 2).map(({ id }) => ({ action: 'update', id, fields: { outside: now.outside } }))
      const removed = first && now.outside ? [{ action: 'delete', id: first.id }] : []
      const operations = [...removed, ...changed].map((one) => ({ ...one, op_id: randomUUID() }))
      if (operations.length > 0) await call('PATCH', at, { operations })
      return
    }
    case 'takeBack': {
      const { revision = 0 } = (await h.api<ImageAnnotations>('GET', `/images/${image(now.nth)}/annotations`)).body
      if (revision > 0) await call('POST', `/images/${image(now.nth)}/revisions/${revision - 1}/restore`)
      return
    }
    case 'copy': {
      const copied = image(now.nth)
      const fields = { copy_annotations: true, target_directory_path: '/copies' }
      if (copied) await batch('POST', 'copy', copied, fields)
      return
    }
    case 'archive': {
      const archived = image(now.nth)
      if (archived) await batch('PATCH', 'update', archived, { updates: { is_archived: now.isArchived } })
      return
    }
    case 'removeImage': {
      const [removed] = images.splice(now.nth, 1)
      if (removed) await batch('POST', 'delete', removed, { permanent: true })
      return
    }
    case 'clear':
      if (images.length > 0) await call('DELETE', `/annotations/${id}/${image(now.nth)}`)
      return
    case 'bulk': {
      const saves = now.saves.map((s) => ({
        image_id: image(s.nth) ?? 'nobody',
        annotations: s.annotations.map(shaped),
      }))
      await call('POST', '/annotations/bulk', { saves })
      return
    }
    case 'rename':
      await call('POST', '/annotations/rename-class', { dataset: id, old_name: now.from, new_name: now.to })
      return
    case 'merge':
      await call('POST', '/annotations/merge-class', { dataset: id, source_name: now.from, target_name: now.to })
      return
    case 'delete': {
      const body = { dataset: id, name: now.name, delete_annotations: true, ...(now.type && { class_type: now.type }) }
      await call('POST', '/annotations/delete-class', body)
      return
    }
    case 'moveDirectory':
      await call('PATCH', `/directories/${id}/${now.path}/rename`, { new_name: now.to })
      return
    case 'removeDirectory':
      await call('DELETE', `/directories/${id}/${now.path}?cascade=true`)
  }
}

async function kept(id: string) {
  const counters = await db
    .selectFrom('dataset_counters')
    .select(['kind', 'key', 'images', 'amount'])
    .where('dataset_id', '=', id)
    .execute()
  const images = db.selectFrom('images').select(['id', 'annotation_count', 'outside_count', 'lowest_confidence'])
  return {
    counters: counters
      .map(({ kind, key, images, amount }) => [`${kind} ${key}`, Number(images), Number(amount)] as const)
      .filter(([, images, amount]) => images !== 0 || amount !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    images: await images.where('dataset_id', '=', id).orderBy('id').execute(),
  }
}

async function created(): Promise<string> {
  const body = { name: 'Street', annotation_types: ['bbox', 'polygon'], classes: [{ name: 'dog' }] }
  return (await h.api<Dataset>('POST', '/datasets/', { body })).body.id
}

/** What insights say about classes, read from the annotations one by one. */
async function classesOf(id: string) {
  const { images } = (await h.api<Dataset>('GET', `/datasets/${id}?include_images=true`)).body
  const [annotations, withName, types] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ]
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const image of images ?? []) {
    const path = `/annotations/${id}/${image.id}`
    const { annotations: all, annotation_count } = (await h.api<ImageAnnotations>('GET', path)).body
    const read = all.filter(({ outside }) => !outside)
    expect([image.annotation_count, annotation_count]).toEqual([read.length, all.length])
    for (const { name, type } of read) {
      count(annotations, name)
      count(types, type)
    }
    for (const used of new Set(read.map((a) => a.name))) count(withName, used)
  }
  return {
    total_images: images?.length,
    class_annotation_counts: Object.fromEntries(annotations),
    class_image_counts: Object.fromEntries(withName),
    type_counts: Object.fromEntries(types),
  }
}

it('are those of a recount after any sequence of changes', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
    const id = await created()
    const images: string[] = []
    for (const now of steps) await change(id, images, now)
    const before = await kept(id)
    const insights = (await h.api<DatasetInsights>('GET', `/datasets/${id}/insights`)).body
    expect(insights).toMatchObject(await classesOf(id))
    await recount(db, id)
    expect(before).toEqual(await kept(id))
  })
  await fc.assert(property, { numRuns: 12 })
})

it('are the same when images and annotations are changed at the same time', async () => {
  const id = await created()
  const images: string[] = []
  for (let file = 0; file < 4; file++) await change(id, images, { do: 'add', directory: '/', file })
  const given = { name: 'car', type: 'bbox', confidence: 0.5, attributes: {} } as const
  const annotations: NewAnnotation[] = [
    { ...given, outside: false },
    { ...given, outside: true },
  ]
  const saves: Step[] = [0, 1, 2, 3, 0, 1].map((nth) => ({ do: 'save', nth, annotations }))
  const others: Step[] = [
    { do: 'rename', from: 'car', to: 'bus' },
    { do: 'merge', from: 'car', to: 'dog' },
    { do: 'add', directory: '/a', file: 0 },
    { do: 'delete', name: 'car', type: undefined },
  ]
  await Promise.all([...saves, ...others, ...saves].map((now) => change(id, images, now)))
  const before = await kept(id)
  await recount(db, id)
  expect(before).toEqual(await kept(id))
})

it('that are marked as unsure are counted again by the next start', async () => {
  const id = await created()
  const images: string[] = []
  await change(id, images, { do: 'add', directory: '/a', file: 1 })
  const right = await kept(id)
  await db.updateTable('dataset_counters').set({ images: 7 }).where('dataset_id', '=', id).execute()
  await db.updateTable('datasets').set({ is_counted: 0 }).where('id', '=', id).execute()
  await h.close()
  h = await startHarness({ dataDir, resourcesDir })
  expect(await kept(id)).toEqual(right)
})
