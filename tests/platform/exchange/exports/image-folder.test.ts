/** Archives with a folder for each class. */
import { expect, it } from 'vitest'
import { inMemory, readIn } from '../imports/support.ts'
import { boxAt, exportOf, readBack, written } from './in-memory.ts'

const WHOLE = { x: 0, y: 0, w: 1, h: 1 }
const empty = (...names: string[]) => inMemory(Object.fromEntries(names.map((name) => [name, ''])))

it('puts each image into the folder of its class, and reports what that loses', async () => {
  const { files, rules } = await written(
    exportOf('image_folder', [
      { path: 'day/a.jpg', annotations: [boxAt(1), boxAt(2), boxAt(3, { name: 'bus' })], split: 'train' },
      {
        path: 'b.jpg',
        annotations: [boxAt(1, { name: 'a:b', bounding_box: { x: 0, y: 0, w: 64, h: 48 } })],
        split: 'val',
      },
      { path: 'c.jpg', split: 'test' },
    ]),
  )
  expect(Object.keys(files)).toEqual(['train/car/day/a.jpg', 'val/a_b/b.jpg', 'unlabelled/c.jpg'])
  expect(rules.map(({ code, count }) => `${code} ${count}`)).toEqual([
    'export.as_whole_images 2',
    'export.lost_other_classes 1',
    'export.unlabelled_images 1',
    'export.class_folders 1',
  ])
  const { format, labels } = await readBack(files)
  const found = labels.map(({ image, annotations }) => [
    image.file,
    annotations.map(({ name, shape }) => ({ name, shape })),
  ])
  const shape = { type: 'bbox', box: WHOLE }
  expect([format, found]).toEqual([
    'image_folder',
    [
      ['train/car/day/a.jpg', [{ name: 'car', shape }]],
      ['val/a_b/b.jpg', [{ name: 'a_b', shape }]],
      ['unlabelled/c.jpg', []],
    ],
  ])
})

it('has a list of the folders where there are no splits, by which an import finds a single class and classes such as train', async () => {
  const named = (name: string) => ({ path: `${name}.jpg`, annotations: [boxAt(1, { name })] })
  const { files } = await written(exportOf('image_folder', [named('train'), { path: 'c.jpg' }]))
  expect(Object.keys(files)).toEqual(['classes.txt', 'images/train/train.jpg', 'unlabelled/c.jpg'])
  for (const names of [['train', 'unlabelled'], ['car']]) {
    const all = await written(exportOf('image_folder', names.map(named)))
    const { format, images, splits } = await readBack(all.files)
    expect(format).toBe('image_folder')
    expect(Object.values(images).map(([one]) => one?.name?.replace(/_$/, ''))).toEqual(names)
    expect(Object.values(splits)).toEqual(names.map(() => undefined))
  }
})

it('is no format of folders that no split contains, unless it is asked for', async () => {
  const days = empty('set/2024-01-05/a.jpg', 'set/2024-01-06/b.jpg', 'set/README.md')
  expect((await readIn(days)).format).toBe('images')
  const { labels, splits } = await readIn(days, { format: 'image_folder' })
  expect(labels.flatMap(({ annotations }) => annotations.map(({ name }) => name))).toEqual(['2024-01-05', '2024-01-06'])
  expect(splits.of('set/2024-01-05/a.jpg')).toBeUndefined()
})

it('is no format of archives with files of other kinds, or with images beside the classes', async () => {
  for (const other of ['train/c.jpg', 'train/data.bin']) {
    const { format, labels } = await readIn(empty('train/cat/a.jpg', 'train/dog/b.jpg', other))
    expect([format, labels]).toEqual(['images', []])
  }
})

it('takes a folder named unlabelled for a class inside a split, and for none beside the splits', async () => {
  const { labels } = await readIn(empty('train/unlabelled/a.jpg', 'train/cat/b.jpg', 'unlabelled/c.jpg'))
  expect(labels.map(({ image, annotations }) => [image.file, annotations.map(({ name }) => name)])).toEqual([
    ['train/unlabelled/a.jpg', ['unlabelled']],
    ['train/cat/b.jpg', ['cat']],
    ['unlabelled/c.jpg', []],
  ])
})
