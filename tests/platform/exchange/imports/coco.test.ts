/** COCO as tools write it: ids, outlines and documents of every kind. */
import { describe, expect, it } from 'vitest'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { compressed } from '../../../../src/platform/datasets/labels/rle.ts'
import { type Contents, inMemory, readIn } from './support.ts'

async function read(contents: Contents) {
  const { format, labels, notes } = await readIn(inMemory(contents))
  const images = new Map<string, NeutralAnnotation[]>()
  for (const { image, annotations } of labels) {
    images.set(image.path, [...(images.get(image.path) ?? []), ...annotations])
  }
  const codes = notes.rules().map(({ code, count }) => `${code} ${count}`)
  return { format, images, codes, all: [...images.values()].flat() }
}

const BOX = [1, 2, 3, 4]
/** A document of one image and one annotation, as text. */
const document = (annotation: string, image = '"id": 1') =>
  `{"images": [{${image}, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "car"}],
    "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], ${annotation}}]}`

it('reads a document with the NaN of Python, and notes it', async () => {
  const found = await read({ 'a.json': document('"area": NaN') })
  expect(found.images.get('a.jpg')).toMatchObject([{ shape: { type: 'bbox', box: { x: 1, w: 3 } } }])
  expect(found.codes).toEqual(['file.not_json 1'])
})

it('says which classes are in a group, once for all documents', async () => {
  const names = [
    ['car', 'vehicle'],
    ['bus', 'vehicle'],
    ['cat', 'cat'],
    ['dog', 'none'],
    ['cow', ''],
  ]
  const categories = names.map(([name, supercategory], id) => ({ id, name, supercategory }))
  const images = [{ id: 1, file_name: 'a.jpg' }]
  const annotations = [{ id: 1, image_id: 1, category_id: 0, bbox: BOX }]
  const text = JSON.stringify({ images, categories, annotations })
  expect((await read({ 'train.json': text, 'val.json': text })).codes).toContain('class.group 2')
})

describe('ids', () => {
  it.each([
    ['a float and a number', '"id": 1.0'],
    ['a text and a number', '"id": "1"'],
  ])('are the same as %s', async (_title, image) => {
    const found = await read({ 'a.json': document('"area": 1', image) })
    expect([found.all.length, found.codes]).toEqual([1, []])
  })

  it('beyond 2^53 stay apart', async () => {
    const [a, b] = ['9007199254740992', '9007199254740993']
    const found = await read({
      'a.json': `{"images": [{"id": ${a}, "file_name": "a.jpg"}, {"id": ${b}, "file_name": "b.jpg"}],
        "categories": [{"id": ${a}, "name": "car"}, {"id": ${b}, "name": "bus"}],
        "annotations": [{"id": ${b}, "image_id": ${b}, "category_id": ${a}, "bbox": [1, 2, 3, 4]}]}`,
    })
    expect(found.images.get('a.jpg')).toEqual([])
    expect(found.images.get('b.jpg')).toMatchObject([{ id: b, name: 'car' }])
  })

  it('of two files leave their annotations out, with a rule', async () => {
    const images = [
      { id: 1, file_name: 'a.jpg' },
      { id: 1, file_name: 'b.jpg' },
      { id: 2, file_name: 'c.jpg' },
      { id: 2, file_name: 'c.jpg' },
    ]
    const annotations = [1, 2].map((id) => ({ id, image_id: id, category_id: 1, bbox: BOX }))
    const categories = [{ id: 1, name: 'car' }]
    const found = await read({ 'a.json': JSON.stringify({ images, categories, annotations }) })
    expect([found.all.length, found.codes]).toEqual([1, ['annotation.unknown_image 1']])
    expect(found.images.get('c.jpg')).toHaveLength(1)
  })
})

describe('outlines', () => {
  const ring = [
    { x: 0, y: 0 },
    { x: 8, y: 0 },
    { x: 8, y: 8 },
  ]
  it.each([
    ['one flat list', '[0,0,8,0,8,8]'],
    ['a list of points', '[[0,0],[8,0],[8,8]]'],
    ['a list with a part', '[[0,0,8,0,8,8]]'],
    ['a part of points', '[[[0,0],[8,0],[8,8]]]'],
  ])('are read from %s', async (_title, segmentation) => {
    const found = await read({ 'a.json': document(`"segmentation": ${segmentation}`) })
    expect(found.all.map(({ shape }) => shape)).toEqual([{ type: 'polygon', rings: [ring] }])
    expect(found.codes).toEqual([])
  })

  it('that can’t be read become their box, by a rule', async () => {
    const counts = compressed([3])
    for (const segmentation of [[[0, 0, 1, 1]], { size: [2, 2], counts }, 'text']) {
      const found = await read({ 'a.json': document(`"segmentation": ${JSON.stringify(segmentation)}`) })
      expect(found.all).toMatchObject([{ shape: { type: 'bbox' }, rules: ['geometry.box_only'] }])
    }
  })

  it('that lose a part keep the others, by a rule', async () => {
    const found = await read({ 'a.json': document('"segmentation": [[0,0,8,0,8,8],[1,1,2,2]]') })
    expect(found.all).toMatchObject([{ shape: { rings: [{ length: 3 }] }, rules: ['geometry.parts_left_out'] }])
  })
})

it('reads crowds and tracks from fields and attributes, and the score as the confidence', async () => {
  for (const extra of [
    '"iscrowd": 1',
    '"attributes": {"iscrowd": true}',
    '"iscrowd": 0, "attributes": {"iscrowd": 1}',
  ]) {
    const found = await read({ 'a.json': document(`${extra}, "score": 0.5, "track_id": 7.0`) })
    expect(found.all).toMatchObject([{ confidence: 0.5, fields: { track_id: '7', attributes: { iscrowd: true } } }])
  }
})

it('keeps attributes that are texts, numbers or booleans, and says which annotations lose others', async () => {
  const attributes = { colour: 'red', seats: 4, box: [1, 2], empty: null, occluded: true }
  const found = await read({ 'a.json': document(`"attributes": ${JSON.stringify(attributes)}`) })
  expect(found.all).toMatchObject([
    { fields: { occluded: true, attributes: { colour: 'red', seats: 4 } }, rules: ['attributes.left_out'] },
  ])
})

it('names classes by their numbers in a document without categories', async () => {
  const found = await read({
    'a.json': JSON.stringify({
      images: [{ id: 1, file_name: 'a.jpg' }],
      annotations: [
        { id: 1, image_id: 1, category_id: 3, bbox: BOX },
        { id: 2, image_id: 1, category_id: 3, category_name: 'bus', bbox: BOX },
      ],
    }),
  })
  expect(found.all.map(({ name }) => name)).toEqual(['class 3', 'bus'])
})

it('takes an object of the instances once, and its keypoints from their own document', async () => {
  const images = [{ id: 1, file_name: 'a.jpg' }]
  const annotation = { id: 5, image_id: 1, category_id: 1, bbox: BOX }
  const found = await read({
    'annotations/instances_train.json': JSON.stringify({
      images,
      categories: [{ id: 1, name: 'person' }],
      annotations: [annotation],
    }),
    'annotations/person_keypoints_train.json': JSON.stringify({
      images,
      categories: [{ id: 1, name: 'person', keypoints: ['nose', 'eye'] }],
      annotations: [{ ...annotation, keypoints: [1, 2, 2, 3, 4, 1], num_keypoints: 2 }],
    }),
  })
  expect(found.all.map(({ name, shape }) => `${name} ${shape.type}`)).toEqual([
    'person bbox',
    'person nose keypoint',
    'person eye keypoint',
  ])
  expect(found.codes).toEqual([])
})

it('leaves captions and panoptic segments out by their rule', async () => {
  const images = [{ id: 1, file_name: 'a.jpg' }]
  const annotations = [
    { id: 1, image_id: 1, caption: 'A car' },
    { image_id: 1, file_name: 'a.png', segments_info: [{ id: 1 }, { id: 2 }] },
  ]
  const found = await read({ 'a.json': JSON.stringify({ images, annotations }) })
  expect(found.codes).toEqual(['shape.unsupported 3'])
})

it('notes images without a name of a file', async () => {
  const found = await read({
    'a.json': JSON.stringify({ images: [{ id: 1, file_name: 'a.jpg' }, { id: 2 }, 7], annotations: [] }),
  })
  expect([[...found.images.keys()], found.codes]).toEqual([['a.jpg'], ['image.unnamed 2']])
})
