/** Cityscapes, as it is written and read back. */
import { expect, it } from 'vitest'
import { maskPixels } from '../../../../src/platform/exchange/imports/formats/mask-pixels.ts'
import { inMemory, readIn } from '../imports/support.ts'
import { annotation, boxAt, exportOf, written } from './in-memory.ts'

const corners = (x: number, y: number, size: number) => [
  { x, y },
  { x: x + size, y },
  { x: x + size, y: y + size },
  { x, y: y + size },
]
const outline = (x: number, size: number, name: string, z: number) =>
  annotation({
    type: 'polygon',
    name,
    z,
    polygon: { paths: [corners(x, 0, size)] },
    bounding_box: { x, y: 0, w: size, h: size },
  })

it('has masks with the numbers of Cityscapes, in the folders of its tools, and the outlines from the lowest up', async () => {
  const annotations = [
    outline(0, 8, 'car', 2),
    outline(4, 8, 'road', 1),
    outline(20, 4, 'kiosk', 0),
    boxAt(30, { name: 'car' }),
  ]
  const { contents, rules } = await written(
    exportOf('cityscapes', [
      { path: 'bonn/a.jpg', annotations, split: 'val' },
      { path: 'b_leftImg8bit.png', split: 'train' },
    ]),
  )
  const name = 'gtFine/val/bonn/a_gtFine'
  expect(Object.keys(contents)).toEqual([
    'label_ids.txt',
    ...['polygons.json', 'labelIds.png', 'instanceIds.png'].map((kind) => `${name}_${kind}`),
    'leftImg8bit/val/bonn/a_leftImg8bit.jpg',
    ...['polygons.json', 'labelIds.png', 'instanceIds.png'].map((kind) => `gtFine/train/default/b_gtFine_${kind}`),
    'leftImg8bit/train/default/b_leftImg8bit.png',
  ])
  const { values } = await maskPixels(inMemory(contents, 65_536), `${name}_labelIds.png`)
  // The car lies on the road, and the kiosk has the first number after those of Cityscapes.
  expect([values[5], values[9], values[21], values[3 * 64 + 31], values[63]]).toEqual([26, 7, 34, 26, 0])
  expect(String(contents['label_ids.txt'])).toBe('26 car\n7 road\n34 kiosk\n')
  expect(rules.map(({ code, count }) => `${code} ${count}`)).toEqual([
    'export.boxes_as_outlines 1',
    'export.lost_fields 3',
    'export.suffixed_names 1',
  ])
  const { format, labels, splits } = await readIn(inMemory(contents, 65_536))
  expect([format, labels[0]?.annotations.map((one) => one.name)]).toEqual([
    'cityscapes',
    ['kiosk', 'car', 'road', 'car'],
  ])
  expect(splits.of('leftImg8bit/val/bonn/a_leftImg8bit.jpg')).toBe('valid')
})
