/** Exports, as other people's readers in Python find them: `npm run test:python`. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Dataset } from '../../src/shared/api/datasets.ts'
import type { ExportFormat } from '../../src/shared/api/exports.ts'
import { addImage, archiveOf, exported } from '../platform/exchange/exports/support.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

/** `xyxy`, in pixels. */
type Box = [number, number, number, number]

interface ReadObject {
  image: string
  class: string
  box: Box
  /** The number of pixels in its mask; null for a box alone. */
  area?: number | null
  stated_area?: number
}

interface ReadArchive {
  objects: ReadObject[]
  ap?: number
}

/** The size of every image, as the scripted engine reports it. */
const [WIDTH, HEIGHT] = [1280, 720]
const SCRIPT = fileURLToPath(new URL('read_archive.py', import.meta.url))
const run = promisify(execFile)

let h: Harness
let boxes: Dataset
let outlines: Dataset
let folder: string
/** In the place of the scripted engine's images: readers open them for their size. */
let jpeg: Buffer

const square = (x: number, y: number, size: number) => [
  { x, y },
  { x: x + size, y },
  { x: x + size, y: y + size },
  { x, y: y + size },
]

async function datasetWith(name: string, annotations: readonly object[]): Promise<Dataset> {
  const classes = [{ name: 'car' }, { name: 'lorry' }]
  const body = { name, annotation_types: ['bbox', 'polygon', 'keypoint'], classes }
  const dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
  await addImage(h, dataset, '1.jpg', { annotations })
  return dataset
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-readers-'))
  jpeg = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'grey' } })
    .jpeg()
    .toBuffer()
  h = await startHarness()
  boxes = await datasetWith('Boxes', [
    { name: 'lorry', type: 'bbox', bounding_box: { x: 128, y: 72, w: 256, h: 144 } },
    { name: 'car', type: 'bbox', bounding_box: { x: 0, y: 0, w: 640, h: 360 } },
  ])
  outlines = await datasetWith('Outlines', [
    { name: 'car', type: 'polygon', polygon: { paths: [square(0, 0, 100), square(20, 20, 10), square(200, 0, 10)] } },
  ])
})
afterAll(async () => {
  await h.close()
  rmSync(folder, { recursive: true, force: true })
})

async function readBack(dataset: Dataset, format: ExportFormat): Promise<ReadArchive> {
  const unpacked = join(folder, `${dataset.name}-${format}`)
  for (const [name, bytes] of await archiveOf(h, await exported(h, dataset, { format }))) {
    mkdirSync(dirname(join(unpacked, name)), { recursive: true })
    writeFileSync(join(unpacked, name), name.endsWith('.jpg') ? jpeg : bytes)
  }
  const { stdout } = await run(process.env.SIGHTLINE_TEST_PYTHON as string, [SCRIPT, format, unpacked])
  return JSON.parse(stdout)
}

const BOXES: ReadObject[] = [
  { image: '1.jpg', class: 'car', box: [0, 0, 640, 360] },
  { image: '1.jpg', class: 'lorry', box: [128, 72, 384, 216] },
]
const byClass = (a: ReadObject, b: ReadObject) => a.class.localeCompare(b.class)

/** Compares boxes to within `tolerance` pixels. */
function expectBoxes({ objects }: ReadArchive, tolerance: number): void {
  const found = objects.sort(byClass)
  expect(found.map((object) => [object.image, object.class])).toEqual(BOXES.map((box) => [box.image, box.class]))
  found.forEach(({ box }, i) => {
    box.forEach((value, side) => {
      expect(Math.abs(value - (BOXES[i]?.box[side] ?? Number.NaN))).toBeLessThanOrEqual(tolerance)
    })
  })
}

it('pycocotools reads the boxes of a COCO export, and scores them with 1 against themselves', async () => {
  const read = await readBack(boxes, 'coco')
  expectBoxes(read, 0)
  expect(read.ap).toBeCloseTo(1, 9)
})

it('pycocotools decodes an outline with a hole and a second part to the stated area', async () => {
  const { objects } = await readBack(outlines, 'coco')
  expect(objects).toHaveLength(1)
  expect(objects[0]).toMatchObject({ area: 10_000 - 100 + 100, stated_area: 10_000 - 100 + 100 })
})

it('supervision reads the boxes of a YOLO export', async () => {
  // Numbers of the format have six decimals.
  expectBoxes(await readBack(boxes, 'yolo'), 0.001)
})

it('supervision reads the boxes of a Pascal VOC export', async () => {
  // The last pixel of a box is inside it, and supervision counts from 0.
  expectBoxes(await readBack(boxes, 'voc'), 1)
})

it.each(['cvat', 'datumaro', 'kitti', 'open_images'] as const)(
  'Datumaro reads the boxes of the format %s',
  async (format) => {
    expectBoxes(await readBack(boxes, format), 0.001)
  },
)

it('the converter of Label Studio reads the boxes of an export, and those of keypoints', async () => {
  expectBoxes(await readBack(boxes, 'label_studio'), 1e-9)
  const points = await datasetWith('Points', [
    { name: 'lorry', type: 'bbox', bounding_box: { x: 128, y: 72, w: 256, h: 144 } },
    { name: 'car', type: 'keypoint', keypoint: { x: 4, y: 5 } },
  ])
  const { objects } = await readBack(points, 'label_studio')
  // It makes one object with a skeleton of all points of an image.
  expect(objects.map((object) => object.class)).toEqual(['lorry', 'default'])
  expect(objects[1]?.box).toEqual([4, 5, 4, 5])
})
