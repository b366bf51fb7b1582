/** Datumaro's own JSON, as it is written and read back. */
import { expect, it } from 'vitest'
import { annotation, boxAt, exportOf, readBack, withoutIds, written } from './in-memory.ts'

const square = (x: number, y: number, size: number) => [
  { x, y },
  { x: x + size, y },
  { x: x + size, y: y + size },
  { x, y: y + size },
]
const polygon = (...paths: { x: number; y: number }[][]) => annotation({ type: 'polygon', polygon: { paths } })

const images = [
  {
    path: 'day/a.jpg',
    split: 'train' as const,
    annotations: [
      boxAt(1, { confidence: 0.75, track_id: '12', keyframe: false, occluded: true, z: 2 }),
      boxAt(1.25, { track_id: 'b-7', attributes: { colour: 'red', doors: 4, taxi: false, group_id: 3 } }),
      polygon(square(5, 5, 20)),
      annotation({ type: 'keypoint', keypoint: { x: 3, y: 4.5 }, name: 'nose' }),
      annotation({ type: 'polyline', polyline: { points: square(1, 1, 9) } }),
      boxAt(3, { attributes: { group_id: 'first', rotation: 4 } }),
    ],
  },
  { path: 'b.jpg', split: 'val' as const, annotations: [polygon(square(0, 0, 20), square(4, 4, 4))] },
  { path: 'c.jpg', split: 'test' as const },
]

it('is read as it was, with a document for each split', async () => {
  const { files, rules } = await written(exportOf('datumaro', images))
  expect(Object.keys(files)).toEqual([
    ...['annotations/train.json', 'annotations/val.json', 'annotations/test.json'],
    ...['images/train/day/a.jpg', 'images/val/b.jpg', 'images/test/c.jpg'],
  ])
  const { format, images: found, splits, rules: ofReading, labels } = await readBack(files)
  expect(format).toBe('datumaro')
  const [first] = images
  expect(found['images/train/day/a.jpg']).toEqual([
    ...withoutIds(first?.annotations ?? []).slice(0, 5),
    // A reader would turn the box by its rotation.
    expect.objectContaining({ type: 'bbox', attributes: { group_id: 'first' } }),
  ])
  expect(found['images/val/b.jpg']).toMatchObject([
    { type: 'polygon', polygon: { paths: [{ length: 4 }, { length: 4 }] } },
  ])
  expect(found['images/test/c.jpg']).toEqual([])
  expect(Object.values(splits)).toEqual(['train', 'valid', 'test'])
  expect(labels[0]?.annotations.map(({ id }) => id)).toEqual(first?.annotations?.map(({ id }) => id))
  expect(rules.map(({ code, count }) => `${code} ${count}`)).toEqual([
    'export.outlines_as_masks 1',
    'export.lost_fields 1',
  ])
  expect(ofReading).toEqual([])
})

it('has the fields that Datumaro requires', async () => {
  const { files } = await written(exportOf('datumaro', images))
  const document = JSON.parse(files['annotations/train.json'] ?? '')
  expect(document.categories.label.labels).toEqual([
    { name: 'car', parent: '', attributes: [] },
    { name: 'nose', parent: '', attributes: [] },
  ])
  const [item] = document.items
  expect(item).toMatchObject({ id: 'day/a', image: { path: 'day/a.jpg', size: [48, 64] } })
  expect(item.annotations[0]).toEqual({
    id: 0,
    type: 'bbox',
    label_id: 0,
    bbox: [1, 2, 10, 8],
    attributes: { occluded: true, score: 0.75, track_id: 12, keyframe: false },
    group: 0,
    z_order: 2,
    uuid: images[0]?.annotations?.[0]?.id,
  })
  expect(item.annotations[1]).toMatchObject({ group: 3, attributes: { colour: 'red', track_id: 'b-7' } })
})
