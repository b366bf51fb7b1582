/** What an undo takes back, and what of it stays because people changed it since. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Directory } from '../../../../src/shared/api/directories.ts'
import type { DatasetImport } from '../../../../src/shared/api/imports.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { addImage, download, exported } from '../exports/support.ts'
import { annotationsOf, ended, imported, planned, undone } from './support.ts'
import { wholeState } from './whole-state.ts'

let h: Harness
let dataset: Dataset
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
async function makeDataset(): Promise<Dataset> {
  const body = { name: `Street ${++made}`, classes: [{ name: 'car' }], annotation_types: ['bbox', 'polygon'] }
  return (await h.api<Dataset>('POST', '/datasets/', { body })).body
}
beforeEach(async () => {
  dataset = await makeDataset()
})

const boxAt = (x: number, over: object = {}) => {
  return { name: 'car', type: 'bbox', bounding_box: { x, y: 10, w: 20, h: 20 }, ...over }
}
const idsOf = async (path: string) => (await annotationsOf(h, dataset.id, path)).map(({ id }) => id)
const save = (path: string, annotations: readonly object[]) =>
  h.api('POST', `/annotations/${dataset.id}/${path}`, { body: { annotations } })
const images = async () =>
  (await h.api<{ images: Image[] }>('GET', `/datasets/${dataset.id}?include_images=true`)).body.images

const yolo = (names: readonly string[], classes = ['car']) =>
  Object.fromEntries([
    ['data.yaml', `names: [${classes.join()}]\n`],
    ...names.flatMap((name) => [
      [`images/${name}.jpg`, `${IMAGE_BYTES} ${made} ${name}`],
      [`labels/${name}.txt`, `${classes.length - 1} 0.5 0.5 0.25 0.5\n`],
    ]),
  ])

it.each(['coco', 'label_studio'])('merges and undoes our own %s export while its source exists', async (format) => {
  await addImage(h, dataset, 'a.jpg', { annotations: [boxAt(10), boxAt(50)], bytes: `${made}` })
  const archive = await download(h, await exported(h, dataset, { format }))
  dataset = await makeDataset()
  await addImage(h, dataset, 'a.jpg', { annotations: [boxAt(90)], bytes: `${made - 1}` })
  const before = await wholeState(h, dataset.id)
  const first = await imported(h, dataset, archive, { mode: 'merge' })
  expect(first.result).toMatchObject({ images_changed: 1, annotations_written: 2, annotations_unchanged: 0 })
  const merged = await wholeState(h, dataset.id)
  const second = await imported(h, dataset, archive, { mode: 'merge' })
  expect(second.result).toMatchObject({ images_changed: 0, annotations_written: 0, annotations_unchanged: 2 })
  expect(await wholeState(h, dataset.id)).toEqual(merged)
  await undone(h, second)
  expect(await wholeState(h, dataset.id)).toEqual(merged)
  await undone(h, first)
  expect(await wholeState(h, dataset.id)).toEqual(before)
})

it('takes back directories and classes that nothing uses since, and the same file in two splits', async () => {
  await h.api('POST', '/directories/', { body: { dataset: dataset.id, directory_path: '/kept' } })
  const before = await wholeState(h, dataset.id)
  const files = {
    ...yolo(['kept/a', 'new/deep/b', 'train/new/c', 'val/new/c'], ['bus', 'truck']),
    'images/val/new/c.jpg': `${IMAGE_BYTES} ${made} train/new/c`,
  }
  const done = await imported(h, dataset, files, { directory_path: '/in' })
  expect(done.result).toMatchObject({ images_added: 4, annotations_written: 4 })
  expect(await wholeState(h, dataset.id)).toMatchObject({ dataset: { image_count: 4 } })
  await undone(h, done)
  expect(await wholeState(h, dataset.id)).toEqual(before)
})

it('keeps directories and classes of an import that are in use by other work', async () => {
  const done = await imported(h, dataset, yolo(['night/a'], ['bus', 'truck']))
  await addImage(h, dataset, 'z.jpg', {
    directory_path: '/night',
    annotations: [boxAt(1, { name: 'truck' })],
    bytes: 'z',
  })
  await undone(h, done)
  const { body } = await h.api<Dataset>('GET', `/datasets/${dataset.id}`)
  expect(body.classes.map(({ name }) => name)).toEqual(['car', 'truck'])
  const directories = (await h.api<Directory[]>('GET', `/directories/${dataset.id}`)).body
  expect(directories.map(({ full_path }) => full_path)).toEqual(['/night'])
  expect((await images()).map(({ filename }) => filename)).toEqual(['z.jpg'])
})

it('keeps an annotation that was changed since, and the deletion of one', async () => {
  await addImage(h, dataset, 'a.jpg', { annotations: [boxAt(200)], bytes: `${made}` })
  const [own] = await annotationsOf(h, dataset.id, 'a.jpg')
  const rows = [0.1, 0.3, 0.5].map((x) => `0 ${x} 0.5 0.05 0.05`).join('\n')
  const done = await imported(h, dataset, { 'data.yaml': 'names: [car]\n', 'labels/a.txt': rows })
  const [, first, second] = await annotationsOf(h, dataset.id, 'a.jpg')
  await save('a.jpg', [own as object, { ...first, name: 'van' }, { ...second, review: 'rejected' }])
  await undone(h, done)
  expect(await idsOf('a.jpg')).toEqual([own?.id, first?.id])
})

it('restores no replaced annotation that people deleted or changed after a merge', async () => {
  const annotations = [1, 2, 3].map((n) => boxAt(40 * n, { id: `00000000-0000-4000-8000-${made}`.padEnd(36, `${n}`) }))
  await addImage(h, dataset, 'a.jpg', { annotations, bytes: `${made}` })
  const archive = await download(h, await exported(h, dataset, { format: 'coco' }))
  const there = await annotationsOf(h, dataset.id, 'a.jpg')
  await save(
    'a.jpg',
    there.map((one) => ({ ...one, bounding_box: { x: 500, y: 500, w: 9, h: 9 } })),
  )
  const done = await imported(h, dataset, archive, { mode: 'merge' })
  expect(done.result).toMatchObject({ annotations_written: 3 })
  const [first, second] = await annotationsOf(h, dataset.id, 'a.jpg')
  await save('a.jpg', [first as object, { ...second, name: 'van' }])
  await undone(h, done)
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toMatchObject([
    { bounding_box: { x: 500 } },
    { name: 'van', bounding_box: { x: 80 } },
  ])
})

it('undoes an import after one of its classes was renamed', async () => {
  await addImage(h, dataset, 'a.jpg', { annotations: [boxAt(200)], bytes: `${made}` })
  const before = await annotationsOf(h, dataset.id, 'a.jpg')
  const labels = { 'data.yaml': 'names: [car]\n', 'labels/a.txt': '0 0.5 0.5 0.1 0.1\n' }
  const done = await imported(h, dataset, labels, { mode: 'replace' })
  const body = { dataset: dataset.id, old_name: 'car', new_name: 'vehicle' }
  expect((await h.api('POST', '/annotations/rename-class', { body })).status).toBe(200)
  await undone(h, done)
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toEqual(before.map((one) => ({ ...one, name: 'vehicle' })))
})

it('keeps added images on which people have worked', async () => {
  const done = await imported(h, dataset, yolo(['a', 'b', 'c', 'd']))
  const byName = new Map((await images()).map(({ id, filename }) => [filename, id]))
  const change = (name: string, updates: object) =>
    h.api('PATCH', '/batch/images/update', {
      body: { dataset_name: dataset.id, image_ids: [byName.get(name)], updates },
    })
  await save('a.jpg', [...(await annotationsOf(h, dataset.id, 'a.jpg')), boxAt(1)])
  await change('b.jpg', { status: 'complete' })
  await change('c.jpg', { display_name: 'Crossing' })
  await undone(h, done)
  const left = (await images()).map(({ filename, annotation_count }) => `${filename} ${annotation_count}`)
  expect(left.sort()).toEqual(['a.jpg 1', 'b.jpg 0', 'c.jpg 0'])
})

it('counts what a cancelled import has written, and undoes it at once', async () => {
  const before = await wholeState(h, dataset.id)
  const names = Array.from({ length: 45 }, (_, i) => `${i}`)
  const plan = await planned(h, dataset, yolo(names, ['car', 'new']))
  await h.api('POST', `/imports/${plan.id}/confirm`, { body: {} })
  const current = async () => (await h.api<DatasetImport>('GET', `/imports/${plan.id}`)).body
  await eventually(async () => ((await current()).result?.images_added ?? 0) > 0)
  const { status } = await h.api('POST', `/imports/${plan.id}/cancel`)
  const done = await current()
  // The import may have been quicker.
  expect([status, done.status]).toEqual(status === 200 ? [200, 'cancelled'] : [409, 'completed'])
  const there = await images()
  const annotations = there.reduce((sum, { annotation_count }) => sum + annotation_count, 0)
  expect(done.result).toMatchObject({ images_added: there.length, annotations_written: annotations })
  expect(await undone(h, done)).toMatchObject({ status: 'undone' })
  expect(await wholeState(h, dataset.id)).toEqual(before)
})

it('undoes an import that was cancelled before it wrote anything', async () => {
  const before = await wholeState(h, dataset.id)
  const plan = await planned(h, dataset, yolo(['a']))
  await h.api<DatasetImport>('POST', `/imports/${plan.id}/cancel`)
  expect(await undone(h, plan)).toMatchObject({ status: 'undone', result: null })
  expect(await wholeState(h, dataset.id)).toEqual(before)
})

it('fails, and leaves nothing, when no annotation of the archive fits its image', async () => {
  const before = await wholeState(h, dataset.id)
  const labels = {
    images: [{ id: 1, file_name: 'a.jpg' }],
    categories: [{ id: 1, name: 'bus' }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [5000, 5000, 30, 40], area: 1200, iscrowd: 0 }],
  }
  const files = { 'labels.json': JSON.stringify(labels), 'new/a.jpg': `${IMAGE_BYTES} ${made}` }
  const done = await imported(h, dataset, files)
  expect(done).toMatchObject({
    status: 'failed',
    text: { code: 'import.nothing_kept' },
    result: { images_added: 0, annotations_written: 0, annotations_dropped: 1 },
  })
  expect(await wholeState(h, dataset.id)).toEqual(before)
  expect((await h.api('POST', `/jobs/${done.job_id}/retry`)).status).toBe(200)
  expect(await ended(h, done.id)).toMatchObject({ status: 'failed', text: { code: 'import.nothing_kept' } })
})

it.each(['replace', 'merge'])('undoes two imports in any order, the first one at first: %s', async (mode) => {
  await addImage(h, dataset, 'a.jpg', { annotations: [boxAt(200), boxAt(300)], bytes: `${made}` })
  const before = await wholeState(h, dataset.id)
  const cocoOf = (x: number) => {
    const annotations = [1, 2].map((id) => ({
      id,
      image_id: 1,
      category_id: 1,
      bbox: [x * id, 9, 9, 9],
      area: 81,
      iscrowd: 0,
    }))
    const labels = { images: [{ id: 1, file_name: 'a.jpg' }], categories: [{ id: 1, name: 'car' }], annotations }
    return { 'labels.json': JSON.stringify(labels) }
  }
  const first = await imported(h, dataset, cocoOf(50), { mode })
  const second = await imported(h, dataset, cocoOf(70), { mode })
  const both = await annotationsOf(h, dataset.id, 'a.jpg')
  await undone(h, first)
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toEqual(both)
  await undone(h, second)
  expect(await wholeState(h, dataset.id)).toEqual(before)
})
