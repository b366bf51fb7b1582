import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { DatasetImport } from '../../../../src/shared/api/imports.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { addImage } from '../exports/support.ts'
import { annotationsOf, confirmed, imported, planned, undone } from './support.ts'

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
beforeEach(async () => {
  const body = { name: `Street ${++made}`, classes: [{ name: 'car' }], annotation_types: ['bbox', 'polygon'] }
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
})

const images = async () =>
  (await h.api<{ images: Image[] }>('GET', `/datasets/${dataset.id}?include_images=true`)).body.images
const current = async () => (await h.api<Dataset>('GET', `/datasets/${dataset.id}`)).body

const coco = (over: object = {}) =>
  JSON.stringify({
    images: [{ id: 0, file_name: 'a.jpg' }],
    categories: [
      { id: 3, name: 'car' },
      { id: 7, name: 'truck' },
    ],
    annotations: [
      { id: 0, image_id: 0, category_id: 3, bbox: [1, 2, 30, 40], area: 1200, iscrowd: 0 },
      { id: 1, image_id: 0, category_id: 7, bbox: [5.5, 6.25, 10, 10], area: 100, iscrowd: 0 },
    ],
    ...over,
  })

it('plans an import before it writes anything, and writes it once it is confirmed', async () => {
  await addImage(h, dataset, 'a.jpg')
  const plan = await planned(h, dataset, { 'annotations.json': coco() })
  expect(plan).toMatchObject({ status: 'planned', error_message: null, result: null })
  expect(plan.plan).toMatchObject({
    format: 'coco',
    images: { total: 1, with_files: 0, matched: 1, missing: 0 },
    annotations: { total: 2, kept: 2, converted: 0, dropped: 0 },
    classes: [
      { name: 'car', imported_as: 'car', is_new: false, type: 'bbox', annotations: 1 },
      { name: 'truck', imported_as: 'truck', is_new: true, annotations: 1 },
    ],
    rules: [],
  })
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toEqual([])
  const done = await confirmed(h, plan)
  expect(done).toMatchObject({
    status: 'completed',
    result: { images_added: 0, images_changed: 1, annotations_written: 2, annotations_dropped: 0 },
  })
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toMatchObject([
    { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 30, h: 40 } },
    { name: 'truck', type: 'bbox', bounding_box: { x: 5.5, y: 6.25, w: 10, h: 10 } },
  ])
  expect((await current()).classes.map(({ name }) => name)).toEqual(['car', 'truck'])
})

it('imports the images of an archive into their directories', async () => {
  const done = await imported(
    h,
    dataset,
    {
      'data.yaml': 'names: [car]\n',
      'images/train/night/a.jpg': `${IMAGE_BYTES} a`,
      'labels/train/night/a.txt': '0 0.5 0.5 0.25 0.5\n',
      'images/train/b.jpg': `${IMAGE_BYTES} b`,
      'images/train/broken.jpg': 'TEXT',
    },
    { directory_path: 'import' },
  )
  expect(done).toMatchObject({
    status: 'completed',
    result: { images_added: 2, images_failed: 1, annotations_written: 1 },
  })
  expect((await images()).map(({ directory_path, filename }) => `${directory_path} ${filename}`).sort()).toEqual([
    '/import b.jpg',
    '/import/night a.jpg',
  ])
})

it('adds to annotations, replaces them, or merges them by their ids', async () => {
  await addImage(h, dataset, 'a.jpg')
  await imported(h, dataset, { 'a.json': coco() })
  await imported(h, dataset, { 'a.json': coco() })
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toHaveLength(4)
  await imported(h, dataset, { 'a.json': coco() }, { mode: 'replace' })
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toHaveLength(2)
  const moved = JSON.parse(coco()) as { annotations: { bbox: number[] }[] }
  ;(moved.annotations[0] as { bbox: number[] }).bbox = [9, 9, 9, 9]
  await imported(h, dataset, { 'a.json': JSON.stringify(moved) }, { mode: 'merge' })
  const merged = await annotationsOf(h, dataset.id, 'a.jpg')
  expect(merged).toHaveLength(2)
  expect(merged.map(({ bounding_box }) => bounding_box?.w).sort()).toEqual([10, 9])
})

it('undoes an import as one: replaced annotations are back, and added images are gone', async () => {
  const before = [{ name: 'car', type: 'bbox', bounding_box: { x: 7, y: 7, w: 7, h: 7 } }]
  await addImage(h, dataset, 'a.jpg', { annotations: before })
  const there = await annotationsOf(h, dataset.id, 'a.jpg')
  const images2 = [
    { id: 0, file_name: 'a.jpg' },
    { id: 1, file_name: 'new.jpg' },
  ]
  const files = { 'a.json': coco({ images: images2 }), 'new.jpg': `${IMAGE_BYTES} ${made} new` }
  const done = await imported(h, dataset, files, { mode: 'replace' })
  expect(done.result).toMatchObject({ images_added: 1, images_changed: 1, annotations_written: 2 })
  expect(await undone(h, done)).toMatchObject({ status: 'undone' })
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toEqual(there)
  expect((await images()).map(({ filename }) => filename)).toEqual(['a.jpg'])
  expect(await current()).toMatchObject({ image_count: 1 })
  expect((await h.fail('POST', `/imports/${done.id}/undo`)).error.code).toBe('wrong_state')
})

it('renames classes and leaves excluded ones out', async () => {
  await addImage(h, dataset, 'a.jpg')
  const done = await imported(h, dataset, { 'a.json': coco() }, { class_map: { car: 'vehicle', truck: null } })
  expect((await current()).classes.map(({ name }) => name)).toEqual(['car', 'vehicle'])
  const one = { class_map: { car: 'bus', truck: 'bus' }, mode: 'replace' }
  await imported(h, dataset, { 'a.json': coco() }, one)
  expect((await current()).classes.map(({ name }) => name)).toEqual(['car', 'vehicle', 'bus'])
  expect(await annotationsOf(h, dataset.id, 'a.jpg')).toMatchObject([{ name: 'bus' }, { name: 'bus' }])
  expect(done.plan?.rules).toMatchObject([{ code: 'annotation.class_excluded', effect: 'dropped', count: 1 }])
})

it('lists what it leaves out, with the rule and the file', async () => {
  const { plan } = await planned(h, dataset, { 'a.json': coco() })
  expect(plan?.images).toMatchObject({ missing: 1 })
  expect(plan?.rules).toMatchObject([
    {
      code: 'image.no_file',
      effect: 'dropped',
      count: 2,
      text: { code: 'import.rule.image.no_file' },
      examples: [
        { file: 'a.jpg', detail: '0' },
        { file: 'a.jpg', detail: '1' },
      ],
    },
  ])
})

it('gives labels of two directories to no image twice', async () => {
  await addImage(h, dataset, 'a.jpg')
  const files = {
    'data.yaml': 'names: [car]\n',
    'labels/x/a.txt': '0 0.5 0.5 1 1\n',
    'labels/y/a.txt': '0 0.5 0.5 1 1\n',
  }
  const { plan } = await planned(h, dataset, files)
  expect(plan).toMatchObject({ images: { matched: 1, missing: 1 }, annotations: { kept: 1, dropped: 1 } })
})

it('asks for the first pixel of MOT boxes', async () => {
  await addImage(h, dataset, '000001.jpg')
  const plan = await planned(h, dataset, { 'gt/gt.txt': '1,4,11,21,30,40,1,1,1\n' })
  expect(plan.plan).toMatchObject({ format: 'mot', needs_box_base: true, box_base: null })
  expect(await h.fail('POST', `/imports/${plan.id}/confirm`, { body: {} })).toMatchObject({
    status: 422,
    error: { code: 'invalid_field', details: [{ field: '/box_base' }] },
  })
  await confirmed(h, plan, { box_base: 1 })
  expect(await annotationsOf(h, dataset.id, '000001.jpg')).toMatchObject([
    { name: 'pedestrian', bounding_box: { x: 10, y: 20, w: 30, h: 40 } },
  ])
})

it('fails with a reason for an upload that has no labels', async () => {
  const made = await planned(h, dataset, { 'readme.md': 'Hello' })
  expect(made).toMatchObject({ status: 'failed', text: { code: 'import.format_unknown' } })
  const broken = await planned(h, dataset, Buffer.from('PK\x03\x04 that is all'))
  expect(broken).toMatchObject({ status: 'failed', text: { code: 'import.broken_archive' } })
})

it('cancels a planned import, which can then be deleted but not confirmed', async () => {
  await addImage(h, dataset, 'a.jpg')
  const plan = await planned(h, dataset, { 'a.json': coco() })
  const { body } = await h.api<DatasetImport>('POST', `/imports/${plan.id}/cancel`)
  expect(body.status).toBe('cancelled')
  expect((await h.fail('POST', `/imports/${plan.id}/confirm`, { body: {} })).status).toBe(409)
  expect((await h.api('DELETE', `/imports/${plan.id}`)).status).toBe(204)
  expect((await h.fail('GET', `/imports/${plan.id}`)).status).toBe(404)
})

it('finds images of every kind by their names, in upper and lower case', async () => {
  const files = ['a.jfif', 'b.gif', 'c.AVIF', 'd.JPE', 'e.Tiff', 'g.webp', 'h.DIB']
  const archive = files.map((name) => [
    [`images/${name}`, `${IMAGE_BYTES} ${name}`],
    [`labels/${name.split('.')[0]}.txt`, '0 0.5 0.5 0.25 0.5\n'],
  ])
  const plan = await planned(h, dataset, Object.fromEntries([['data.yaml', 'names: [car]\n'], ...archive.flat()]))
  expect(plan.plan).toMatchObject({ images: { total: 7, with_files: 7 }, annotations: { total: 7, kept: 7 } })
  await confirmed(h, plan)
  expect((await images()).map(({ filename }) => filename).sort()).toEqual([...files].sort())
})
