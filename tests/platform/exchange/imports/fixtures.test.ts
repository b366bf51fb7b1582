/** Labels that other tools wrote: see `make-fixtures.py` beside them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { maskOfRings } from '../../../../src/platform/datasets/labels/mask-rings.ts'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { areaOf } from '../../../../src/platform/exchange/exports/formats/outline.ts'
import { inMemory, readIn } from './support.ts'

const LABELS = fileURLToPath(new URL('../../../fixtures/labels', import.meta.url))

async function read(name: string) {
  const folder = join(LABELS, name)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  const files = inMemory(
    Object.fromEntries(paths.map((path) => [relative(folder, path).replaceAll(sep, '/'), readFileSync(path)])),
    4096,
  )
  const { format, labels, notes } = await readIn(files)
  const found = new Map<string, NeutralAnnotation[]>()
  for (const { image, annotations } of labels) {
    const stem = image.path.replace(/^.*\//, '').replace(/\.[a-z]+$/, '')
    found.set(stem, [...(found.get(stem) ?? []), ...annotations])
  }
  return { format, images: found, notes }
}

const BOXES = [
  ['car', { x: 4, y: 6, w: 20, h: 10 }],
  ['traffic light', { x: 30.5, y: 8.25, w: 9.5, h: 12 }],
]
const boxesOf = (annotations: readonly NeutralAnnotation[] | undefined, scale = { x: 1, y: 1 }) =>
  (annotations ?? []).flatMap(({ name, shape }) => {
    if (shape.type !== 'bbox') return []
    const { x, y, w, h } = shape.box
    const round = (value: number) => Math.round(value * 1000) / 1000
    return [[name, { x: round(x * scale.x), y: round(y * scale.y), w: round(w * scale.x), h: round(h * scale.y) }]]
  })

it.each([
  ['datumaro-coco-instances', 'coco', 'one'],
  ['datumaro-cvat', 'cvat', 'one'],
  ['datumaro-voc-detection', 'voc', 'one'],
  ['datumaro-mot-seq-gt', 'mot', '000001'],
  ['datumaro-kitti-detection', 'kitti', 'one'],
  ['datumaro-open-images', 'open_images', 'one'],
  ['label-studio', 'label_studio', 'one'],
] as const)('reads the boxes of %s', async (name, format, image) => {
  const found = await read(name)
  const scale = format === 'label_studio' || format === 'open_images' ? { x: 64, y: 48 } : { x: 1, y: 1 }
  // Label Studio's converter also writes the box of an outline.
  expect([found.format, boxesOf(found.images.get(image), scale).slice(0, 2)]).toEqual([format, BOXES])
  expect(found.notes.rules()).toEqual([])
})

it.each(['datumaro-yolo', 'datumaro-yolo-ultralytics'])('reads the boxes of %s, and its empty image', async (name) => {
  const found = await read(name)
  expect([found.format, [...found.images.keys()].sort()]).toEqual(['yolo', ['one', 'two']])
  expect(boxesOf(found.images.get('one'), { x: 64, y: 48 })).toEqual(BOXES)
  expect(found.notes.listed).toEqual(['car', 'traffic light'])
})

it('reads the outlines and attributes of Datumaro', async () => {
  for (const name of ['datumaro-coco-instances', 'datumaro-cvat']) {
    const annotations = (await read(name)).images.get('one') ?? []
    const rings = annotations.flatMap(({ shape }) => (shape.type === 'polygon' ? shape.rings : []))
    expect(rings.map(areaOf)).toEqual([405])
    expect(annotations.map(({ fields }) => fields?.occluded ?? false)).toEqual([false, true, false])
  }
})

it('reads every shape of Datumaro’s own JSON, and names what annotations have no place for', async () => {
  const { format, images, notes } = await read('datumaro-datumaro')
  expect(format).toBe('datumaro')
  const found = images.get('one') ?? []
  expect(found.map(({ name, shape }) => `${name} ${shape.type}`)).toEqual([
    ...['car bbox', 'car polygon', 'car polyline', 'traffic light red keypoint', 'traffic light green keypoint'],
    ...['car polygon', 'traffic light polygon'],
  ])
  expect(found[0]).toMatchObject({ confidence: 0.5, fields: { track_id: '3', keyframe: true } })
  expect(found[1]?.fields).toEqual({ z: 2, attributes: { colour: 'red', group_id: 7 } })
  const rings = found[5]?.shape.type === 'polygon' ? found[5].shape.rings : []
  const { runs = [] } = maskOfRings(rings, 64, 48) ?? {}
  expect(runs.reduce((sum, run, i) => sum + (i % 2) * run, 0)).toBe(701)
  expect(boxesOf(images.get('two'))).toEqual([BOXES[1]])
  expect(notes.rules().map(({ code, count }) => `${code} ${count}`)).toEqual(['shape.unsupported 2'])
})

it('sees that boxes of Datumaro in Pascal VOC count from 0', async () => {
  expect((await read('datumaro-voc-detection')).notes.isFromZero).toBe(true)
})

it('outlines the masks of pycocotools, compressed and plain, along the same pixels', async () => {
  const { images, notes } = await read('pycocotools')
  const masks = (images.get('one') ?? []).map(({ shape }) => (shape.type === 'polygon' ? shape.rings : []))
  expect(masks.map((rings) => rings.length)).toEqual([3, 3])
  for (const rings of masks) {
    const { runs = [] } = maskOfRings(rings, 64, 48) ?? {}
    expect(runs.reduce((sum, run, i) => sum + (i % 2) * run, 0)).toBe(701)
    expect(runs[0]).toBe(250)
  }
  expect(notes.rules()).toEqual([])
})

it.each([
  ['label-studio-json', 'label_studio', 'one'],
  ['label-studio-json-min', 'label_studio', 'one'],
  ['label-studio-coco', 'coco', '1a2b3c4d-one'],
  ['label-studio-yolo', 'yolo', '1a2b3c4d-one'],
] as const)('reads the boxes of %s, as Label Studio exports them', async (name, format, image) => {
  const found = await read(name)
  const scale = format === 'coco' ? { x: 1, y: 1 } : { x: 64, y: 48 }
  expect([found.format, boxesOf(found.images.get(image), scale)]).toEqual([format, BOXES])
})

it('outlines a brush of Label Studio along the same pixels, and notes a choice about the image', async () => {
  for (const name of ['label-studio-json', 'label-studio-json-min']) {
    const { images, notes } = await read(name)
    const road = images.get('one')?.find((annotation) => annotation.name === 'road')
    const rings = road?.shape.type === 'polygon' ? road.shape.rings : []
    const pixels = rings.map((ring) => ring.map(({ x, y }) => ({ x: x * 64, y: y * 48 })))
    const { runs = [] } = maskOfRings(pixels, 64, 48) ?? {}
    expect([rings.length, runs.reduce((sum, run, i) => sum + (i % 2) * run, 0)]).toEqual([3, 701])
    expect(notes.rules().map(({ code }) => code)).toEqual(['shape.unsupported'])
  }
})
