/** Documents of Datumaro, also those that CVAT writes with skeletons. */
import { expect, it } from 'vitest'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { areaOf } from '../../../../src/platform/exchange/exports/formats/outline.ts'
import { type Contents, inMemory, readIn } from './support.ts'

const categories = {
  label: {
    labels: [
      { name: 'car', parent: '' },
      { name: 'person', parent: '' },
      { name: 'nose', parent: 'person' },
    ],
  },
  points: { items: [{ label_id: 1, labels: ['nose', 'hip'], joints: [] }] },
}
const item = (annotations: readonly object[], over: object = {}) => ({
  id: 'a',
  annotations,
  attr: { frame: 0 },
  image: { path: 'a.jpg', size: [80, 100] },
  ...over,
})

async function read(contents: Contents) {
  const { format, labels, notes } = await readIn(inMemory(contents, 4096))
  const images = new Map<string, NeutralAnnotation[]>()
  for (const { image, annotations } of labels) {
    const key = image.file ?? `missing ${image.path}`
    images.set(key, [...(images.get(key) ?? []), ...annotations])
  }
  return {
    format,
    images,
    labels,
    listed: notes.listed,
    rules: notes.rules().map(({ code, count }) => `${code} ${count}`),
  }
}

const one = (annotations: readonly object[]) =>
  read({
    'annotations/default.json': JSON.stringify({ infos: {}, categories, items: [item(annotations)] }),
    'images/default/a.jpg': 'x',
  })

it('gives every kind of shape, and each that has no place by its rule', async () => {
  const { format, images, rules, labels, listed } = await one([
    {
      id: 0,
      type: 'bbox',
      label_id: 0,
      bbox: [10, 20, 30, 40],
      attributes: { score: 0.5, is_crowd: false },
      z_order: 1,
    },
    { id: 0, type: 'bbox', label_id: 0, bbox: [0, 0, 20, 10], attributes: { rotation: 90 } },
    { id: 0, type: 'rotated_bbox', label_id: 0, points: [10, 5, 20, 10, 90] },
    { id: 1, type: 'polygon', label_id: 0, points: [0, 0, 10, 0, 10, 10] },
    { id: 2, type: 'polyline', label_id: 0, points: [0, 0, 10, 5] },
    { id: 3, type: 'ellipse', label_id: 0, points: [20, 10, 60, 30] },
    { id: 4, type: 'mask', label_id: 0, rle: { counts: [0, 4], size: [2, 2] } },
    { id: 5, type: 'mask', label_id: 0, rle: { counts: '04', size: [2, 2] } },
    { id: 6, type: 'label', label_id: 0 },
    { id: 7, type: 'caption', caption: 'A car' },
    { id: 8, type: 'cuboid_3d', label_id: 0, position: [0, 0, 0] },
    { id: 9, type: 'bbox', bbox: [1, 1, 2, 2] },
    { id: 9, type: 'bbox', label_id: 77, bbox: [1, 1, 2, 2] },
    { id: 9, type: 'bbox', label_id: 0, bbox: [1, 1, 0, 2] },
    { id: 9, type: 'polygon', label_id: 0, points: [1, 1, 0, 2, 3] },
    { id: 9, type: 'mask', label_id: 0, rle: { counts: [1], size: [2, 2] } },
  ])
  expect(format).toBe('datumaro')
  const found = images.get('images/default/a.jpg') ?? []
  expect(found.map(({ shape }) => shape.type)).toEqual([
    ...['bbox', 'polygon', 'polygon', 'polygon', 'polyline', 'polygon', 'polygon', 'polygon'],
  ])
  expect(found[0]).toMatchObject({ name: 'car', confidence: 0.5, fields: { z: 1, attributes: { is_crowd: false } } })
  const boundsOf = ({ shape }: NeutralAnnotation) => {
    const ring = shape.type === 'polygon' ? (shape.rings[0] ?? []) : []
    const [xs, ys] = [ring.map(({ x }) => Math.round(x)), ring.map(({ y }) => Math.round(y))]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
  expect(found.slice(1, 3).map(boundsOf)).toEqual([
    [5, -5, 15, 15],
    [5, -5, 15, 15],
  ])
  const ellipse = found[5]?.shape
  expect(ellipse?.type === 'polygon' && Math.round(areaOf(ellipse.rings[0] ?? []) / 10)).toBe(63)
  expect(rules).toEqual(['annotation.no_class 2', 'annotation.invalid 3', 'shape.unsupported 3'])
  expect(labels[0]?.image).toMatchObject({ width: 100, height: 80, subset: 'default' })
  expect(listed).toEqual(['car', 'person'])
})

it('names the points of an object after it, without those that are absent', async () => {
  const { images } = await one([
    { id: 1, type: 'points', label_id: 1, points: [1, 2, 3, 4], visibility: [2, 1] },
    { id: 2, type: 'points', label_id: 1, points: [1, 2, 3, 4], visibility: [0, 2] },
    { id: 3, type: 'points', label_id: 0, points: [5, 6, 7, 8] },
    {
      id: 4,
      type: 'skeleton',
      label_id: 1,
      group: 2,
      elements: [
        { type: 'points', label_id: 2, points: [1, 1], visibility: [2] },
        { type: 'points', label_id: 9, points: [2, 2], visibility: [1], attributes: { sure: true } },
        { type: 'points', label_id: 9, points: [3, 3], visibility: [0] },
      ],
    },
  ])
  expect(images.get('images/default/a.jpg')?.map(({ name, fields }) => [name, fields])).toEqual([
    ['person nose', undefined],
    ['person hip', { occluded: true }],
    ['person hip', undefined],
    ['car', undefined],
    ['car', undefined],
    ['person nose', { attributes: { group_id: 2 } }],
    ['person 2', { occluded: true, attributes: { sure: true, group_id: 2 } }],
  ])
})

it('takes the images of each subset from its own folder, wherever the categories stand', async () => {
  const document = (x: number) =>
    JSON.stringify({
      items: [
        item([{ id: 0, type: 'bbox', label_id: 0, bbox: [x, 0, 4, 4], attributes: { track_id: 3, outside: true } }]),
      ],
      dm_format_version: '1.0',
      categories,
    })
  const { images } = await read({
    'annotations/train.json': document(10),
    'annotations/Kamera 1.json': document(20),
    'images/train/a.jpg': 'x',
    'images/Kamera 1/a.jpg': 'y',
  })
  const lefts = (file: string) => images.get(file)?.map(({ shape }) => (shape.type === 'bbox' ? shape.box.x : null))
  expect([lefts('images/train/a.jpg'), lefts('images/Kamera 1/a.jpg')]).toEqual([[10], [20]])
  expect(images.get('images/train/a.jpg')?.[0]?.fields).toEqual({ track_id: '3', outside: true })
})

it('finds images without a path by the id of their item, and frames by their number', async () => {
  const box = { id: 0, type: 'bbox', label_id: 0, bbox: [1, 1, 4, 4] }
  const items = [
    item([box], { id: 'sub/b', image: undefined }),
    item([box], { id: 'v', image: undefined, video_frame: { video_path: 'clip.mp4', frame_index: 7 } }),
    'no item',
  ]
  const { images, rules } = await read({
    'annotations/default.json': JSON.stringify({ categories, dm_format_version: '1.0', items }),
    'images/default/sub/b.png': 'x',
    'clip/frame_000007.png': 'y',
  })
  expect([...images.keys()]).toEqual(['images/default/sub/b.png', 'clip/frame_000007.png'])
  expect(rules).toEqual(['annotation.invalid 1'])
})
