/** Every kind of model, as a small network with known outputs: its detections in pixels of the full frame. */
import { expect, test } from 'vitest'
import { inFrame, type Mapped } from '../../../src/engine/blocks/in-frame.ts'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import type { Point } from '../../../src/shared/domain/geometry.ts'
import { modelFixture } from '../support/bundles.ts'
import { polygonArea } from '../support/polygon-area.ts'
import { letterboxOf, type Square, tensorOf } from '../support/test-frames.ts'

/** Twice the models' 160 x 96, so that coordinates of the frame can't be mistaken for those of the input. */
const FRAME = { width: 320, height: 192 }
/** A square of 8 pixels of the input fills one cell of 8; the networks report a box of 16 around its centre. */
const RED: Square = { x: 16, y: 32, side: 8, color: 'red' }
const GREEN: Square = { x: 96, y: 64, side: 8, color: 'green' }
const RED_BOX = { x1: 24, y1: 56, x2: 56, y2: 88 }
const GREEN_BOX = { x1: 184, y1: 120, x2: 216, y2: 152 }

const options = { confidence: 0.4, classIds: null, iou: 0.5, classAgnostic: false, maxDetections: 300 }

async function look(name: string, squares = [RED, GREEN], asked: Partial<typeof options> = {}) {
  const session = await openSession(modelFixture(name), 1)
  const { inspection } = session
  const { width, height, fit } = inspection.input
  const found = await session.infer(tensorOf(squares, { width, height }), { ...options, ...asked })
  await session.close()
  expect(fit).toMatch(/letterbox|stretch/)
  const detections = inFrame({ found, letterbox: letterboxOf(FRAME, { width, height }) }, FRAME)
  const named = detections.map((d) => ({ ...d, className: inspection.classes[d.classId] }))
  return { inspection, detections: named.sort((a, b) => a.box.x1 - b.box.x1) }
}

const expectBox = (found: Mapped | undefined, box: Mapped['box'], digits = 1) => {
  for (const side of ['x1', 'y1', 'x2', 'y2'] as const) expect(found?.box[side]).toBeCloseTo(box[side], digits)
}

const BOTH = [
  ['colours-v8', 'ultralytics-v8'],
  ['colours-v8-segment', 'ultralytics-v8'],
  ['colours-v8-pose', 'ultralytics-v8'],
  ['colours-v8-half', 'ultralytics-v8'],
  ['colours-v8-half-weights', 'ultralytics-v8'],
  ['colours-v8-free-size', 'ultralytics-v8'],
  ['colours-v5', 'ultralytics-v5'],
  ['colours-v5-segment', 'ultralytics-v5'],
  ['colours-end-to-end', 'ultralytics-end-to-end'],
  ['colours-end-to-end-segment', 'ultralytics-end-to-end'],
  ['colours-end-to-end-pose', 'ultralytics-end-to-end'],
  ['colours-yolox', 'yolox'],
  ['colours-yolox-decoded', 'yolox'],
  ['colours-detr', 'detr'],
  ['colours-detr-softmax', 'detr'],
  ['colours-rf-detr', 'detr'],
  ['colours-detr-sizes', 'listed-detections'],
  ['colours-tensorflow', 'listed-detections'],
  ['colours-torchvision', 'listed-detections'],
  ['colours-torchvision-masks', 'listed-detections'],
  ['colours-ssd', 'boxes-and-scores'],
  ['colours-v8-turned', 'ultralytics-v8'],
  ['colours-v8-no-batch', 'ultralytics-v8'],
  ['colours-v8-doubled', 'ultralytics-v8'],
  ['colours-v8-apart', 'boxes-and-scores'],
  ['colours-v8-of-four', 'ultralytics-v8'],
  ['colours-v8-bytes', 'ultralytics-v8'],
  ['colours-v8-int32', 'ultralytics-v8'],
  ['colours-v8-grey', 'ultralytics-v8'],
  ['colours-v8-segment-swapped', 'ultralytics-v8'],
  ['colours-v5-with-grids', 'ultralytics-v5'],
  ['colours-yolov7-rows', 'listed-rows'],
  ['colours-yolov7-rows-of-four', 'listed-rows'],
  ['colours-yolo-nas-rows', 'listed-rows'],
  ['colours-suppressed-rows', 'listed-rows'],
  ['colours-paddle', 'listed-rows'],
  ['colours-paddle-parts', 'boxes-and-scores'],
  ['colours-mmdetection', 'listed-detections'],
  ['colours-mmdetection-masks', 'listed-detections'],
  ['colours-torchvision-numbers', 'listed-detections'],
  ['colours-nanodet', 'nanodet'],
  ['colours-nanodet-plus', 'nanodet'],
  ['colours-centernet', 'centernet'],
  ['colours-centernet-logits', 'centernet'],
] as const

test.each(BOTH)('%s is of the family %s and detects both squares, each by its name', async (name, family) => {
  const { inspection, detections } = await look(name)
  expect(inspection.family).toBe(family)
  expect(detections.map((d) => d.className)).toEqual(['red', 'green'])
  expectBox(detections[0], RED_BOX)
  expectBox(detections[1], GREEN_BOX)
  for (const { score } of detections) {
    expect(score).toBeGreaterThan(0.8)
    expect(score).toBeLessThanOrEqual(1)
  }
})

test.each([
  ['colours-v8', 'letterbox', 'rgb', 1],
  ['colours-v8-bytes', 'letterbox', 'rgb', 255],
  ['colours-v8-int32', 'letterbox', 'rgb', 255],
  ['colours-v8-grey', 'letterbox', 'grey', 1],
  ['colours-yolox', 'letterbox_top_left', 'bgr', 255],
  ['colours-mmdetection', 'letterbox_top_left', 'rgb', 1],
  ['colours-yunet', 'letterbox_top_left', 'bgr', 255],
  ['colours-scrfd', 'letterbox_top_left', 'rgb', 255],
  ['colours-yolo-nas-rows', 'letterbox', 'rgb', 255],
  ['colours-nanodet', 'stretch', 'bgr', 255],
  ['colours-paddle', 'stretch', 'rgb', 1],
  ['colours-centernet', 'letterbox', 'bgr', 1],
  ['colours-ssd', 'stretch', 'rgb', 255],
] as const)('%s gets its pixels as its reference does: %s, %s of 0 to %d', async (name, fit, channels, scale) => {
  const { input } = (await look(name)).inspection
  expect(input).toMatchObject({ fit, channels, scale })
  const isBlack = /yunet|scrfd|centernet/.test(name)
  expect(input.bars).toEqual(isBlack ? [0, 0, 0] : [114, 114, 114])
})

test.each(BOTH.map(([name]) => name))('%s detects only the requested class', async (name) => {
  const { inspection } = await look(name)
  const green = inspection.classes.indexOf('green')
  const { detections } = await look(name, [RED, GREEN], { classIds: new Set([green]) as never })
  expect(detections.map((d) => d.className)).toEqual(['green'])
})

test.each(BOTH.map(([name]) => name))('%s detects nothing in an empty image', async (name) => {
  expect((await look(name, [])).detections).toEqual([])
})

test.each([
  'colours-v8-segment',
  'colours-v8-segment-swapped',
  'colours-mmdetection-masks',
  'colours-v5-segment',
  'colours-end-to-end-segment',
  'colours-rf-detr',
  'colours-torchvision-masks',
])('%s outlines each square', async (name) => {
  const { inspection, detections } = await look(name)
  expect(inspection.modelType).toBe('instance_segmentation')
  for (const [i, { x, y }] of [RED, GREEN].entries()) {
    const rings = detections[i]?.rings ?? []
    expect(rings).toHaveLength(1)
    const [ring = []] = rings
    const [xs, ys] = [ring.filter((_, at) => at % 2 === 0), ring.filter((_, at) => at % 2 === 1)]
    // Masks are coarser than images: within half a cell of 4 pixels of the input.
    for (const [found, expected] of [
      [Math.min(...xs), 2 * x],
      [Math.max(...xs), 2 * (x + 8)],
      [Math.min(...ys), 2 * y],
      [Math.max(...ys), 2 * (y + 8)],
    ] as const) {
      expect(Math.abs(found - expected)).toBeLessThanOrEqual(4)
    }
    expect(polygonArea(ring)).toBeGreaterThan(0.8 * 16 * 16)
    expect(polygonArea(ring)).toBeLessThan(1.3 * 16 * 16)
    expect(ring.length).toBeLessThanOrEqual(24)
  }
})

test.each(['colours-v8-pose', 'colours-end-to-end-pose'])('%s reports its keypoints', async (name) => {
  const { inspection, detections } = await look(name)
  expect(inspection.modelType).toBe('keypoint_detection')
  expect(inspection.keypoints?.names).toEqual(['point 0', 'point 1'])
  expect(detections[0]?.keypoints).toEqual([
    { x: 24, y: 56, score: 0.75 },
    { x: 56, y: 88, score: 0.5 },
  ])
  expect(detections[1]?.keypoints?.[1]).toEqual({ x: 216, y: 152, score: 0.5 })
})

test.each(['colours-yunet', 'colours-scrfd'])('%s finds faces with five points', async (name) => {
  const { inspection, detections } = await look(name)
  expect(inspection).toMatchObject({ modelType: 'keypoint_detection', classes: ['face'] })
  expect(inspection.keypoints?.names.slice(0, 3)).toEqual(['right eye', 'left eye', 'nose'])
  expect(detections.map((d) => d.className)).toEqual(['face', 'face'])
  expectBox(detections[0], RED_BOX)
  expectBox(detections[1], GREEN_BOX)
  // The corners of the box and its middle.
  const { x1, y1, x2, y2 } = RED_BOX
  const expected = [x1, y1, x2, y1, (x1 + x2) / 2, (y1 + y2) / 2, x1, y2, x2, y2]
  for (const [k, { x, y, score }] of (detections[0]?.keypoints ?? []).entries()) {
    expect([x, y, score]).toEqual([expected[2 * k], expected[2 * k + 1], 1])
  }
  expect(detections[0]?.keypoints).toHaveLength(5)
})

test('a face detector without points finds boxes', async () => {
  const { inspection, detections } = await look('colours-scrfd-boxes')
  expect(inspection).toMatchObject({ modelType: 'object_detection', family: 'scrfd', keypoints: null })
  expectBox(detections[1], GREEN_BOX)
})

test('a head of more classes than anchors is read by its channels', async () => {
  const { inspection, detections } = await look('colours-v8-of-many-classes')
  expect(inspection.classes).toHaveLength(1203)
  expect(inspection.family).toBe('ultralytics-v8')
  expect(detections.map((d) => d.classId)).toEqual([1201, 1202])
  expectBox(detections[0], RED_BOX)
  for (const { score } of detections) expect(score).toBeLessThanOrEqual(1)
})

test('the file fixes a batch: each image gets its own detections, and the report states the number', async () => {
  for (const name of ['colours-v8-of-four', 'colours-yolov7-rows-of-four']) {
    const session = await openSession(modelFixture(name), 1)
    const requests = [[RED], [GREEN], []].map((squares) => ({ input: tensorOf(squares), options }))
    expect(session.inspection.imagesPerRun).toBe(4)
    expect(session.batch?.size).toBe(4)
    const found = await session.batch?.infer(requests)
    expect(found?.map(({ classIds }) => [...classIds])).toEqual([[0], [1], []])
    await session.close()
  }
})

test('one probability is that of the second of two classes', async () => {
  const { inspection, detections } = await look('colours-classify-one', [GREEN])
  expect(inspection.modelType).toBe('classification')
  expect(detections.map((d) => d.className)).toEqual(['green'])
  const empty = await look('colours-classify-one', [])
  expect(empty.detections.map((d) => d.className)).toEqual(['sound'])
  for (const { score } of [...detections, ...empty.detections]) {
    expect(score).toBeGreaterThan(0.9)
    expect(score).toBeLessThanOrEqual(1)
  }
})

test.each([
  // The middle of a cell of 8 pixels of the input.
  ['colours-movenet', 'movenet', 8, 0.9],
  // The first of two cells of 4 pixels, and a quarter of a cell towards the second.
  ['colours-heat-maps', 'top-down-pose', 2, 0.9],
  // The first of 16 bins.
  ['colours-simcc', 'top-down-pose', 0, 1],
] as const)('%s places the keypoints of one person, and none in an empty image', async (name, family, at, score) => {
  const { inspection, detections } = await look(name)
  expect(inspection).toMatchObject({ modelType: 'keypoint_detection', family, classes: ['person'] })
  expect(inspection.architecture).toMatch(/\(one in each image\)$/)
  expect(inspection.keypoints?.names).toHaveLength(17)
  // In pixels of the frame; the first nine keypoints are on the red square, the others on the green one.
  const [red, green] = [RED, GREEN].map(({ x, y }) => ({ x: 2 * x + at, y: 2 * y + at })) as [Point, Point]
  const near = ({ x, y }: Point) => ({
    x: expect.closeTo(x, 3),
    y: expect.closeTo(y, 3),
    score: expect.closeTo(score, 2),
  })
  expect(detections).toHaveLength(1)
  expectBox(detections[0], { x1: red.x, y1: red.y, x2: green.x, y2: green.y })
  expect(detections[0]?.score).toBeCloseTo(score, 2)
  expect(detections[0]?.keypoints).toEqual(Array.from({ length: 17 }, (_, k) => near(k < 9 ? red : green)))
  expect((await look(name, [])).detections).toEqual([])
})

test.each(['colours-v8-obb', 'colours-end-to-end-obb'])('%s reports oriented boxes as outlines', async (name) => {
  const { detections } = await look(name)
  expect(detections.map((d) => d.className)).toEqual(['red', 'green'])
  const [ring = []] = detections[0]?.rings ?? []
  // 16 x 8 pixels of the input around (20, 36), rotated by 0.5 radians.
  const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)]
  const corner = (x: number, y: number) => [40 + 2 * (x * cos - y * sin), 72 + 2 * (x * sin + y * cos)]
  const expected = [corner(-8, -4), corner(8, -4), corner(8, 4), corner(-8, 4)].flat()
  expect(ring).toHaveLength(8)
  for (const [i, v] of expected.entries()) expect(ring[i]).toBeCloseTo(v, 2)
  const xs = expected.filter((_, i) => i % 2 === 0)
  expect(detections[0]?.box.x1).toBeCloseTo(Math.min(...xs), 2)
  expect(detections[0]?.box.x2).toBeCloseTo(Math.max(...xs), 2)
})

test('a YOLOv5 head of one class at a tiny size is not an end-to-end head', async () => {
  const { inspection, detections } = await look('colours-v5-one-class')
  expect(inspection.family).toBe('ultralytics-v5')
  expect(detections).toHaveLength(1)
  expectBox(detections[0], RED_BOX)
  expect(detections[0]?.score).toBeCloseTo(0.9)
})

test.each([
  ['colours-semantic', 1],
  ['colours-semantic-ids', 2],
])('%s reports a detection for every connected region', async (name) => {
  const squares: Square[] = [RED, { ...RED, x: 64 }, { ...GREEN, side: 16 }]
  const { inspection, detections } = await look(name, squares)
  expect(inspection.modelType).toBe('semantic_segmentation')
  expect(detections.map((d) => d.className)).toEqual(['red', 'red', 'green'])
  expectBox(detections[0], { x1: 32, y1: 64, x2: 48, y2: 80 })
  expectBox(detections[2], { x1: 192, y1: 128, x2: 224, y2: 160 })
  const [ring = []] = detections[2]?.rings ?? []
  expect(polygonArea(ring)).toBeGreaterThan(0.9 * 32 * 32)
  expect(polygonArea(ring)).toBeLessThanOrEqual(32 * 32)
  for (const { score } of detections) expect(score).toBeGreaterThan(name.endsWith('ids') ? 0.999 : 0.95)
})

test.each(['colours-classify', 'colours-classify-map', 'colours-classify-ultralytics'])(
  '%s assigns one class to the whole image',
  async (name) => {
    const { inspection, detections } = await look(name, [{ x: 0, y: 0, side: 64, color: 'green' }])
    expect(inspection.modelType).toBe('classification')
    expect(detections.map((d) => d.className)).toEqual(['green'])
    expectBox(detections[0], { x1: 0, y1: 0, x2: 320, y2: 192 })
    expect(detections[0]?.score).toBeGreaterThan(0.85)
    expect((await look(name, [], { confidence: 0.6 })).detections).toEqual([])
  },
)

test('an excluded class leaves the image to the next one', async () => {
  const { detections } = await look('colours-classify', [GREEN], { classIds: new Set([0]) as never, confidence: 0.1 })
  expect(detections.map((d) => d.className)).toEqual(['red'])
})
