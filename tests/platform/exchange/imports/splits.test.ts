/** The splits that archives have for their images. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveImages } from '../../../../src/platform/exchange/imports/formats/archive-images.ts'
import { archiveSplits, splitOfDocument } from '../../../../src/platform/exchange/imports/formats/archive-splits.ts'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { addImage } from '../exports/support.ts'
import { type Contents, confirmed, imported, inMemory, planned, undone } from './support.ts'

/** The splits of all images of an archive, by their names. */
async function splitsOf(contents: Contents, others: readonly string[] = []): Promise<Record<string, string | null>> {
  const files = inMemory(contents, 1000)
  const images = archiveImages(files.files)
  const splits = await archiveSplits(files, { names: Object.keys(contents), images })
  return Object.fromEntries([...images.names, ...others].map((name) => [name, splits.of(name) ?? null]))
}

const empty = (...names: string[]): Contents => Object.fromEntries(names.map((name) => [name, '']))

describe('the split of an image', () => {
  it.each([
    ['of Roboflow', 'train/images/a.jpg', 'valid/images/a.jpg', 'test/images/b.jpg'],
    ['of Ultralytics', 'images/train/a.jpg', 'images/val/b.jpg', 'images/test/c.jpg'],
    ['of COCO', 'coco/train2017/a.jpg', 'coco/val2017/b.jpg', 'coco/test2017/c.jpg'],
    ['of Darknet', 'obj_train_data/a.jpg', 'obj_valid_data/b.jpg', 'obj_Test_data/c.jpg'],
    ['in long words', 'x/training/a.jpg', 'x/Validation/b.jpg', 'x/testing/c.jpg'],
  ])('is that of its folder: %s', async (_title, train, valid, test) => {
    expect(await splitsOf(empty(train, valid, test))).toEqual({ [train]: 'train', [valid]: 'valid', [test]: 'test' })
  })

  it('is unknown in a folder that is beside others', async () => {
    const names = ['vehicles/bus/a.jpg', 'vehicles/train/b.jpg', 'vehicles/car/c.jpg', 'd.jpg']
    expect(Object.values(await splitsOf(empty(...names)))).toEqual([null, null, null, null])
  })

  it('is that of the level with the most splits', async () => {
    const contents = empty('test/train/a/1.jpg', 'test/valid/a/2.jpg', 'test/train/train/3.jpg', 'test/train/bus/4.jpg')
    expect(Object.values(await splitsOf(contents))).toEqual(['train', 'valid', 'train', 'train'])
  })

  it('is that of the list that names it, by path or by name without its ending', async () => {
    const contents = {
      ...empty('JPEGImages/day/1.jpg', 'JPEGImages/2.jpg', 'images/3.jpg', 'images/a b.jpg', '5.jpg'),
      'ImageSets/Main/train.txt': 'day/1\r\n2\r\n',
      'ImageSets/Main/trainval.txt': '5\n',
      'ImageSets/Main/car_val.txt': '5 -1\n',
      'autosplit_val.txt': './images/3.jpg\n',
      'data/test.txt': '/home/me/data/images/a b.jpg\nimages/gone.jpg\n',
    }
    expect(await splitsOf(contents, ['images/a b.jpg', 'gone'])).toEqual({
      'JPEGImages/day/1.jpg': 'train',
      'JPEGImages/2.jpg': 'train',
      'images/3.jpg': 'valid',
      'images/a b.jpg': 'test',
      '5.jpg': null,
      gone: 'test',
    })
  })

  it('is not that of a file of labels which is named after a split', async () => {
    const contents = { ...empty('images/0.jpg', 'images/train.jpg'), 'labels/train.txt': '0 0.5 0.5 0.1 1e-1\n' }
    expect(Object.values(await splitsOf(contents))).toEqual([null, null])
  })

  it('is that of the folder in a path that the archive does not have', async () => {
    const paths = ['/data/coco/val2014/1.jpg', 'images/2.jpg']
    expect(await splitsOf(empty('labels.json'), paths)).toEqual({ [paths[0] as string]: 'valid', 'images/2.jpg': null })
  })
})

it.each([
  ['annotations/instances_train2017.json', 'train'],
  ['person_keypoints_val.json', 'valid'],
  ['test.json', 'test'],
  ['image_info_test-dev2017.json', 'test'],
  ['valid/_annotations.coco.json', 'valid'],
  ['annotations/train_val.json', undefined],
  ['annotations/trainval.json', undefined],
  ['annotations/instances_default.json', undefined],
  ['our-test-labels.json', undefined],
])('the document %s has images of the split %s', (path, split) => {
  expect(splitOfDocument(path)).toBe(split)
})

describe('an import', () => {
  let h: Harness
  let made = 0
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(async () => {
    expect(h.logged).toEqual([])
    await h.close()
  })
  const makeDataset = async (): Promise<Dataset> =>
    (await h.api<Dataset>('POST', '/datasets/', { body: { name: `Set ${++made}` } })).body
  async function splitsIn(dataset: Dataset): Promise<Record<string, string | null>> {
    const { body } = await h.api<Dataset>('GET', `/datasets/${dataset.id}?include_images=true`)
    return Object.fromEntries((body.images as Image[]).map(({ filename, split }) => [filename, split]))
  }
  const ROBOFLOW = {
    'data.yaml': 'train: ../train/images\nval: ../valid/images\nnames: [car]\n',
    'train/images/1.jpg': `${IMAGE_BYTES} 1`,
    'train/labels/1.txt': '0 0.5 0.5 0.25 0.5\n',
    'train/images/2.jpg': `${IMAGE_BYTES} 2`,
    'valid/images/3.jpg': `${IMAGE_BYTES} 3`,
    'valid/labels/3.txt': '0 0.5 0.5 0.25 0.5\n',
  }

  it('shows the splits in the plan, and gives them to its images, also to those without labels', async () => {
    const dataset = await makeDataset()
    const plan = await planned(h, dataset, ROBOFLOW)
    expect(plan.plan?.splits).toEqual({ train: 2, valid: 1, test: 0, none: 0 })
    await confirmed(h, plan)
    expect(await splitsIn(dataset)).toEqual({ '1.jpg': 'train', '2.jpg': 'train', '3.jpg': 'valid' })
  })

  it('gives images of the data set a split only when they have none, and its undo takes that back', async () => {
    const dataset = await makeDataset()
    const [first, second, third] = [
      await addImage(h, dataset, '1.jpg', { bytes: '1' }),
      await addImage(h, dataset, '2.jpg', { bytes: '2' }),
      await addImage(h, dataset, '3.jpg', { bytes: '3' }),
    ]
    const assign = (image: Image, split: string) =>
      h.api('POST', '/batch/images/split', { body: { dataset: dataset.id, image_ids: [image.id], split } })
    await assign(first, 'test')
    const images = ['1.jpg', '2.jpg', '3.jpg'].map((file_name, id) => ({ id, file_name }))
    const annotations = images.map(({ id }) => ({ id, image_id: id, category_id: 1, bbox: [0, 0, 9, 9] }))
    const document = JSON.stringify({ images, annotations, categories: [{ id: 1, name: 'car' }] })
    const done = await imported(h, dataset, { 'instances_val2017.json': document })
    expect(done.plan?.rules.map(({ code, count, examples }) => [code, count, examples[0]?.file])).toEqual([
      ['image.split_differs', 1, '1.jpg'],
    ])
    expect(await splitsIn(dataset)).toEqual({ '1.jpg': 'test', '2.jpg': 'valid', '3.jpg': 'valid' })
    await assign(third, 'train')
    await undone(h, done)
    expect(await splitsIn(dataset)).toEqual({ '1.jpg': 'test', '2.jpg': null, '3.jpg': 'train' })
    expect(second.split).toBeNull()
  })
})
