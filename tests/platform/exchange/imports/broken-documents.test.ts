/** Documents that are broken or half-written are named with their faults, and the others are imported without them. */
import { describe, expect, it } from 'vitest'
import { archiveParts } from '../../../../src/platform/exchange/imports/reader/archive-parts.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import { ApiError } from '../../../../src/shared/api/errors.ts'
import type { ImportFormat } from '../../../../src/shared/api/imports.ts'
import { message } from '../../../../src/shared/messages/message.ts'
import { type Contents, inMemory } from './support.ts'

const lines = (value: object) => JSON.stringify(value, null, 1)
const coco = (image: string) =>
  lines({
    images: [{ id: 1, file_name: image }],
    categories: [{ id: 1, name: 'car' }],
    annotations: [1, 2, 3].map((id) => ({ id, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] })),
  })
const voc = (image: string) =>
  `<annotation>\n<filename>${image}</filename>\n<object><name>car</name><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object>\n</annotation>`
const cvat = (image: string) =>
  `<annotations>\n<image id="0" name="${image}" width="9" height="9"><box label="car" xtl="1" ytl="1" xbr="3" ybr="3"/></image>\n<image id="1" name="b-${image}" width="9" height="9"/>\n</annotations>`
const datumaro = (image: string) =>
  lines({
    categories: { label: { labels: [{ name: 'car' }] } },
    items: [1, 2].map((id) => ({
      id: `${id}`,
      annotations: [{ id, type: 'bbox', bbox: [1, 2, 3, 4], label_id: 0 }],
      image: { path: image, size: [9, 9] },
    })),
  })
const task = (image: string) => ({
  id: 1,
  data: { image },
  annotations: [
    {
      result: [{ type: 'rectanglelabels', value: { x: 1, y: 1, width: 5, height: 5, rectanglelabels: ['car'] } }],
    },
  ],
})
const labelStudio = (image: string) => lines([task(image), task(`b-${image}`)])
const labelme = (image: string) =>
  lines({
    imagePath: image,
    imageWidth: 9,
    imageHeight: 9,
    shapes: [
      {
        label: 'car',
        points: [
          [1, 1],
          [3, 3],
        ],
        shape_type: 'rectangle',
      },
    ],
  })
const cityscapes = () =>
  lines({
    imgWidth: 9,
    imgHeight: 9,
    objects: [
      {
        label: 'car',
        polygon: [
          [1, 1],
          [3, 3],
          [1, 3],
        ],
      },
    ],
  })

async function read(contents: Contents, format: ImportFormat | null = null, files = inMemory(contents, 4096)) {
  const notes = createPlanNotes()
  const annotations: Record<string, number> = {}
  let found: ImportFormat | null = null
  for await (const part of archiveParts(files, { format, predictions: true }, notes)) {
    if (part.type === 'format') found = part.format
    if (part.type !== 'labels') continue
    for (const { image, annotations: some } of part.labels) {
      const name = image.path.split('/').at(-1) as string
      annotations[name] = (annotations[name] ?? 0) + some.length
    }
  }
  const broken = notes.rules().find(({ code }) => code === 'file.unreadable')
  return { format: found, annotations, broken: broken?.examples ?? [], rules: notes.rules().map(({ code }) => code) }
}

/** Cuts a document off in the last of its lines that begins so. */
const cut = (text: string, at: string) => text.slice(0, text.lastIndexOf(at) + at.length - 1)

describe('a document that is cut off', () => {
  it.each<[string, Contents, string, string, RegExp]>([
    ['coco', { 'a.json': coco('a.jpg'), 'b.json': cut(coco('b.jpg'), '"bbox"') }, 'b.json', 'a.jpg', /^Line \d\d: /],
    ['voc', { 'a.xml': voc('a.jpg'), 'b.xml': cut(voc('b.jpg'), '<ymax>') }, 'b.xml', 'a.jpg', /^Line 3: /],
    ['cvat', { 'a.xml': cvat('a.jpg'), 'b.xml': cut(cvat('b.jpg'), 'id="1"') }, 'b.xml', 'a.jpg', /^Line 3: /],
    [
      'datumaro',
      { 'a.json': datumaro('a.jpg'), 'b.json': cut(datumaro('b.jpg'), 'bbox') },
      'b.json',
      'a.jpg',
      /^Line /,
    ],
    [
      'label_studio',
      { 'a.json': labelStudio('a.jpg'), 'b.json': cut(labelStudio('b.jpg'), 'car') },
      'b.json',
      'a.jpg',
      /^Line /,
    ],
    [
      'labelme',
      { 'a.json': labelme('a.jpg'), 'b.json': cut(labelme('b.jpg'), 'rectangle') },
      'b.json',
      'a.jpg',
      /^Line /,
    ],
    [
      'cityscapes',
      { 'a_gtFine_polygons.json': cityscapes(), 'b_gtFine_polygons.json': cut(cityscapes(), 'polygon') },
      'b_gtFine_polygons.json',
      'a.jpg',
      /./,
    ],
  ])('is left out of %s as a whole, and named with the line', async (format, contents, document, image, fault) => {
    const images = { 'a.jpg': '', 'b.jpg': '' }
    const found = await read({ ...contents, ...images })
    expect(found.format).toBe(format)
    expect(found.broken).toEqual([{ file: document, detail: expect.stringMatching(fault) }])
    expect(found.annotations[image]).toBeGreaterThan(0)
    expect(found.annotations['b.jpg'] ?? 0).toBe(0)
  })

  it('does not hide the format of others behind it in its folder', async () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`${10 + i}.json`, labelme(`${10 + i}.jpg`)]))
    const found = await read({ ...many, '59.json': '{"version": "5", "sha' })
    expect(found.broken).toEqual([{ file: '59.json', detail: expect.stringMatching(/^Line 1: /) }])
    expect(Object.keys(found.annotations)).toHaveLength(69)
  })

  it('before it shows its format is named, also beside documents of another one', async () => {
    const found = await read({ 'a.json': coco('a.jpg'), 'b.json': '{"info": {"year"', 'c.xml': '', 'a.jpg': '' })
    expect(found.broken.map(({ file }) => file)).toEqual(['b.json', 'c.xml'])
    expect(found.annotations['a.jpg']).toBe(3)
  })
})

it('names the only document when nothing is left to read', async () => {
  await expect(read({ 'labels/a.json': '{"info": {"year"' })).rejects.toThrow(
    'The labels in “labels/a.json” can’t be read. Line 1: The end of the document is missing.',
  )
})

it('names a row of a table that ends no quote, and reads the rows before it', async () => {
  const rows = ['filename,class,xmin,ymin,xmax,ymax', 'a.jpg,car,1,1,3,3', 'a.jpg,"car,1,1,3,3', 'b.jpg,car,1,1,3,3']
  const found = await read({ 'a.csv': rows.join('\n'), 'a.jpg': '' })
  expect(found.annotations).toEqual({ 'a.jpg': 1 })
  expect(found.broken).toEqual([
    { file: 'a.csv', detail: expect.stringMatching(/^Line 3: A quote is not closed. The rows before/) },
  ])
})

it.each([
  ['a text', 'these are my classes'],
  ['a syntax error', 'names: [car\nnc: 1'],
  ['a list', '- car\n- bus'],
])('names a data.yaml that is %s, and keeps the labels', async (_, yaml) => {
  const found = await read({ 'data.yaml': yaml, 'labels/a.txt': '0 0.5 0.5 0.2 0.2\n', 'images/a.jpg': '' })
  expect(found.annotations).toEqual({ 'a.jpg': 1 })
  expect(found.broken).toEqual([{ file: 'data.yaml', detail: expect.any(String) }])
})

it.each<[ImportFormat, Contents, string]>([
  ['voc', { 'a.xml': voc('a.jpg'), 'b.xml': voc('b.jpg') }, 'b.xml'],
  ['coco', { 'a.json': coco('a.jpg'), 'b.json': coco('b.jpg') }, 'b.json'],
  ['yolo', { 'labels/a.txt': '0 0.5 0.5 0.2 0.2\n', 'labels/b.txt': '0 0.5 0.5 0.2 0.2\n' }, 'labels/b.txt'],
  ['voc', { 'a.xml': voc('a.jpg'), 'labelmap.txt': 'car:1,2,3::' }, 'labelmap.txt'],
  ['mot', { 's/gt/gt.txt': '1,1,2,3,4,5,1,1,1\n', 's/seqinfo.ini': '[Sequence]' }, 's/seqinfo.ini'],
])('leaves out an entry of an archive of %s whose bytes are damaged', async (format, contents, damaged) => {
  const sound = inMemory(contents, 4096)
  const files = {
    ...sound,
    async *read(name: string) {
      yield* sound.read(name)
      if (name === damaged)
        throw new ApiError('import_unreadable', message('import.broken_entry', { name, problem: 'CRC' }))
    },
  }
  const found = await read(contents, null, files)
  expect(found.format).toBe(format)
  expect(found.broken.map(({ file }) => file)).toEqual([damaged])
  expect(Object.values(found.annotations)[0]).toBeGreaterThan(0)
})

describe('an archive without labels', () => {
  it.each<[string, Contents]>([
    ['images alone', { 'a.jpg': '', 'b.png': '' }],
    ['folders of images', { 'monday/a.jpg': '', 'tuesday/b.jpg': '', 'README.md': '' }],
    ['folders of splits', { 'train/a.jpg': '', 'val/b.jpg': '' }],
  ])('of %s is read as images', async (_, contents) => {
    const found = await read(contents)
    expect(found).toEqual({ format: 'images', annotations: {}, broken: [], rules: [] })
  })

  it('names the files that no format reads', async () => {
    const found = await read({ 'a.jpg': '', 'labels.xlsx': '', 'other.json': '{"my": "labels"}', 'cut.json': '{"my' })
    expect(found.rules).toEqual(['file.unreadable', 'file.unknown_format'])
    expect(found.broken.map(({ file }) => file)).toEqual(['cut.json'])
  })

  it('and without images is refused', async () => {
    await expect(read({ 'other.json': '{"my": "labels"}' })).rejects.toThrow(/no labels in a format/)
  })
})
