import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { addImage } from '../exports/support.ts'
import { jpegStart } from './image-bytes.ts'
import { annotationsOf, confirmed, imported, planned } from './support.ts'

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
  const body = { name: `Sizes ${++made}`, classes: [{ name: 'car' }], annotation_types: ['bbox'] }
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
})

type Box = [x: number, y: number, w: number, h: number]

/** One image with boxes. */
const coco = (image: object, ...boxes: Box[]) =>
  JSON.stringify({
    images: [{ id: 1, ...image }],
    categories: [{ id: 1, name: 'car' }],
    annotations: boxes.map((bbox, i) => ({ id: i + 1, image_id: 1, category_id: 1, bbox })),
  })

const boxesOf = async (path: string): Promise<Box[]> =>
  (await annotationsOf(h, dataset.id, path)).flatMap(({ bounding_box: box }) =>
    box ? [[box.x, box.y, box.w, box.h] satisfies Box] : [],
  )

it('scales labels to images that were resized since', async () => {
  await addImage(h, dataset, 'a.jpg')
  const labels = {
    'labels.json': coco({ file_name: 'a.jpg', width: 640, height: 360 }, [10, 20, 30, 40], [0, 0, 1, 1]),
  }
  const { plan } = await imported(h, dataset, labels)
  expect(plan).toMatchObject({
    annotations: { kept: 2, converted: 2, dropped: 0 },
    rules: [{ code: 'geometry.scaled', count: 2 }],
    needs_size_choice: false,
  })
  expect(await boxesOf('a.jpg')).toEqual([
    [20, 40, 60, 80],
    [0, 0, 2, 2],
  ])
})

it('asks what becomes of labels whose declared size nothing explains', async () => {
  await addImage(h, dataset, 'a.jpg')
  const labels = { 'labels.json': coco({ file_name: 'a.jpg', width: 640, height: 640 }, [10, 80, 30, 40]) }
  const plan = await planned(h, dataset, labels)
  expect(plan.plan).toMatchObject({
    annotations: { kept: 1, dropped: 0 },
    rules: [
      { code: 'image.size_unexplained', count: 1, examples: [{ file: 'a.jpg', detail: '640 × 640, 1280 × 720' }] },
    ],
    needs_size_choice: true,
  })
  const refused = await h.fail('POST', `/imports/${plan.id}/confirm`, { body: {} })
  expect(refused).toMatchObject({ status: 422, error: { code: 'invalid_field' } })
  await confirmed(h, plan, { size_choice: 'scale' })
  expect(await boxesOf('a.jpg')).toEqual([[20, 90, 60, 45]])
  const left = await confirmed(h, await planned(h, dataset, labels, { mode: 'replace' }), { size_choice: 'leave_out' })
  expect(left.result).toMatchObject({ annotations_written: 0, annotations_dropped: 1 })
})

it('drops labels that lie outside once they are scaled, and writes the others', async () => {
  await addImage(h, dataset, 'a.jpg')
  const labels = {
    'l.json': coco({ file_name: 'a.jpg', width: 2560, height: 1440 }, [2600, 10, 30, 40], [20, 20, 20, 20]),
  }
  const done = await imported(h, dataset, labels)
  expect(done.plan).toMatchObject({ annotations: { total: 2, kept: 1, dropped: 1 } })
  expect(done.plan?.rules.map(({ code }) => code)).toEqual(['geometry.outside', 'geometry.scaled'])
  expect(done.result).toMatchObject({ annotations_written: 1, annotations_dropped: 0 })
  expect(await boxesOf('a.jpg')).toEqual([[10, 10, 10, 10]])
})

it('turns labels of photographs that a camera stored turned, by the first bytes of the files', async () => {
  const boxes: Box[] = [
    [10, 20, 30, 40],
    [150, 20, 30, 40],
    [10, 120, 30, 40],
  ]
  const { plan } = await planned(h, dataset, {
    'a.jpg': jpegStart(200, 100, 6),
    'labels.json': coco({ file_name: 'a.jpg', width: 200, height: 100 }, ...boxes.slice(0, 2)),
  })
  expect(plan?.rules).toMatchObject([{ code: 'geometry.turned', count: 2 }])
  // A box outside of the stored pixels shows that the labels are upright already.
  const upright = await planned(h, dataset, {
    'a.jpg': jpegStart(200, 100, 6),
    'labels.json': coco({ file_name: 'a.jpg', width: 200, height: 100 }, boxes[0] as Box, boxes[2] as Box),
  })
  expect(upright.plan).toMatchObject({ annotations: { kept: 2 }, rules: [{ code: 'image.size_differs', count: 1 }] })
})

it('gives labels of equal names to the images of their own folders, and drops those that could be several', async () => {
  for (const directory of ['/train', '/valid']) await addImage(h, dataset, '1.jpg', { directory_path: directory })
  const done = await imported(h, dataset, {
    'train/_annotations.coco.json': coco({ file_name: '1.jpg' }, [10, 20, 30, 40]),
    'valid/_annotations.coco.json': coco({ file_name: 'C:\\set\\valid\\1.JPG' }, [50, 20, 30, 40]),
    'more/_annotations.coco.json': coco({ file_name: '1.jpg' }, [90, 20, 30, 40]),
  })
  expect(done.plan).toMatchObject({
    images: { total: 3, matched: 2, missing: 1 },
    annotations: { kept: 2, dropped: 1 },
    rules: [{ code: 'image.ambiguous', count: 1, examples: [{ file: '1.jpg', detail: '/train/1.jpg, /valid/1.jpg' }] }],
  })
  expect(await boxesOf('train/1.jpg')).toEqual([[10, 20, 30, 40]])
  expect(await boxesOf('valid/1.jpg')).toEqual([[50, 20, 30, 40]])
})

it('names files of the archive that could be meant alike, and images that no data set holds', async () => {
  const { plan } = await planned(h, dataset, {
    'a/1.jpg': 'IMAGE',
    'b/1.jpg': 'IMAGE',
    'c/2.heic': 'IMAGE',
    'labels.json': coco({ file_name: '/home/me/1.jpg' }, [10, 20, 30, 40]),
  })
  expect(plan?.rules.map(({ code, examples }) => [code, examples])).toEqual([
    ['image.ambiguous', [{ file: '/home/me/1.jpg', detail: 'a/1.jpg, b/1.jpg' }]],
    ['image.unsupported', [{ file: 'c/2.heic', detail: 'HEIC' }]],
  ])
})

it('joins the labels of two paths of one image, and says which paths', async () => {
  const document = (path: string, ...boxes: Box[]) => coco({ file_name: path, width: 1280, height: 720 }, ...boxes)
  const { plan } = await imported(h, dataset, {
    'set/images/a.jpg': IMAGE_BYTES,
    'set/one.json': document('a.jpg', [1, 2, 3, 4]),
    'set/two.json': document('images/a.jpg', [5, 6, 7, 8]),
    'set/same.json': document('a.jpg', [9, 10, 11, 12]),
  })
  expect(plan).toMatchObject({
    images: { total: 1, with_files: 1 },
    annotations: { kept: 3, dropped: 0 },
    rules: [{ code: 'image.two_paths', count: 1, examples: [{ file: 'a.jpg', detail: 'images/a.jpg' }] }],
  })
  expect(await boxesOf('a.jpg')).toHaveLength(3)
})

it('leaves out labels that give an image another size than labels before them, and names both', async () => {
  const { plan } = await planned(h, dataset, {
    'a.jpg': jpegStart(200, 100),
    'one.json': coco({ file_name: 'a.jpg', width: 200, height: 100 }, [1, 2, 3, 4]),
    'two.json': coco({ file_name: './a.jpg', width: 400, height: 300 }, [5, 6, 7, 8], [9, 9, 9, 9]),
  })
  expect(plan).toMatchObject({
    annotations: { kept: 1, dropped: 2 },
    rules: expect.arrayContaining([
      expect.objectContaining({
        code: 'image.sizes_contradict',
        count: 2,
        examples: Array(2).fill({ file: './a.jpg', detail: 'a.jpg 200 × 100, ./a.jpg 400 × 300' }),
      }),
    ]),
  })
})
