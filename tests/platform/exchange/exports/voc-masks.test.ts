/** Archives of masks of Pascal VOC, as another library decodes them and as an import reads them. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createLosses } from '../../../../src/platform/exchange/exports/formats/losses.ts'
import { vocMasksWriter } from '../../../../src/platform/exchange/exports/formats/voc-masks.ts'
import { inMemory, readIn } from '../imports/support.ts'
import { annotation, boxAt, exportOf } from './in-memory.ts'

const square = (left: number, top: number, size: number) => [
  { x: left, y: top },
  { x: left + size, y: top },
  { x: left + size, y: top + size },
  { x: left, y: top + size },
]
const outline = (name: string, ...paths: ReturnType<typeof square>[]) =>
  annotation({ name, type: 'polygon', polygon: { paths }, bounding_box: { x: 10, y: 10, w: 20, h: 20 } })

it('draws the upper object over others, each in its colours, and reads the same pixels', async () => {
  const below = outline('car', square(10, 10, 20))
  const above = boxAt(25, { name: 'bus', z: 1, bounding_box: { x: 25, y: 10, w: 10, h: 5 } })
  const holed = annotation({
    name: 'car',
    type: 'polygon',
    polygon: { paths: [square(40, 20, 10), square(43, 23, 4)] },
    bounding_box: { x: 40, y: 20, w: 10, h: 10 },
  })
  const point = annotation({ type: 'keypoint', keypoint: { x: 1, y: 1 } })
  const losses = createLosses(vocMasksWriter.holds)
  const files: Record<string, Buffer> = {}
  const source = exportOf('voc_masks', [{ path: 'day/a.jpg', annotations: [above, below, holed, point] }])
  for await (const file of vocMasksWriter.files(source, losses)) {
    const parts: Buffer[] = []
    if (file.isImage) parts.push(Buffer.alloc(0))
    else if ('bytes' in file) parts.push(await file.bytes())
    else for await (const part of file.read()) parts.push(Buffer.from(part))
    files[file.name] = Buffer.concat(parts)
  }
  expect(losses.rules().map(({ code, count }) => `${code} ${count}`)).toEqual([
    'export.lost_keypoints 1',
    'export.boxes_as_outlines 1',
    'export.lost_fields 1',
    'export.as_pixels 2',
    'export.overlapped 1',
  ])
  const { data, info } = await sharp(files['SegmentationClass/day/a.png']).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)]
  expect([info.width, info.height, info.channels]).toEqual([64, 48, 3])
  expect([at(9, 10), at(10, 10), at(26, 12), at(26, 20), at(45, 25), at(41, 21)]).toEqual([
    [0, 0, 0],
    [0, 128, 0],
    [128, 0, 0],
    [0, 128, 0],
    [0, 0, 0],
    [0, 128, 0],
  ])
  const { format, labels, splits } = await readIn(inMemory(files, 4096))
  expect([format, labels[0]?.image.file, splits.of('JPEGImages/day/a.jpg')]).toEqual([
    'voc_masks',
    'JPEGImages/day/a.jpg',
    undefined,
  ])
  const found = labels[0]?.annotations.map(({ name, shape }) => [name, shape.type === 'polygon' && shape.rings.length])
  expect(found).toEqual([
    ['car', 1],
    ['bus', 1],
    ['car', 2],
  ])
})
