import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import { inspectModel } from '../../../src/engine/inference/inspect-model.ts'
import { readOnnxFile } from '../../../src/engine/inference/onnx-file.ts'
import { modelFixture } from '../support/bundles.ts'
import { field, message, model, node, text, value } from '../support/onnx-writer.ts'
import { testFolder } from '../support/test-folder.ts'
import { tensorOf } from '../support/test-frames.ts'

const folder = testFolder()
const all = { confidence: 0.5, classIds: null, iou: 0.1, classAgnostic: false, maxDetections: 300 }

test.each(['colours-v8', 'colours-v5', 'colours-end-to-end', 'colours-v8-half', 'colours-v8-free-size'])(
  '%s detects squares at their positions',
  async (name) => {
    const session = await openSession(modelFixture(name), 1)
    const picture = tensorOf([
      { x: 16, y: 32, side: 8, color: 'red' },
      { x: 96, y: 64, side: 8, color: 'green' },
    ])
    const found = await session.infer(picture, all)
    await session.close()
    expect(session.inspection.classes).toEqual(['red', 'green'])
    expect(session.inspection.input).toMatchObject({ width: 160, height: 96 })
    expect([...found.classIds].sort()).toEqual([0, 1])
    const red = found.classIds.indexOf(0)
    // The cell around (20, 36), reported as a box of 16 x 16 pixels.
    expect([...found.boxes.subarray(4 * red, 4 * red + 4)]).toEqual([12, 28, 28, 44])
    expect(found.scores[red]).toBeCloseTo(1, 2)
  },
)

test.each(['colours-v8', 'colours-v5', 'colours-end-to-end', 'colours-v8-obb'])(
  '%s ignores boxes that lie entirely in the padding',
  async (name) => {
    const session = await openSession(modelFixture(name), 1)
    // Boxes are 16 high around the cell: 4 to 20 lies in the padding above the image, 12 to 28 reaches into it.
    const bar = { x: 16, y: 8, side: 8, color: 'red' } as const
    const edge = { x: 16, y: 16, side: 8, color: 'red' } as const
    const inside = { x: 96, y: 40, side: 8, color: 'red' } as const
    const imageArea = { x1: 0, y1: 24, x2: 160, y2: 72 }
    const middles = async (squares: (typeof bar | typeof edge | typeof inside)[], options: object) => {
      const { boxes, count } = await session.infer(tensorOf(squares), { ...all, ...options })
      return Array.from({ length: count }, (_, i) => ((boxes[4 * i + 1] as number) + (boxes[4 * i + 3] as number)) / 2)
    }
    const one = { maxDetections: 1 }
    const round = (values: number[]) => values.map(Math.round)
    expect(round(await middles([bar, inside], one))).toEqual([12])
    expect(round(await middles([bar, inside], { ...one, imageArea }))).toEqual([44])
    expect(round(await middles([bar, edge], { ...one, imageArea }))).toEqual([20])
    expect(round(await middles([bar, edge, inside], { imageArea }))).toEqual([20, 44])
    await session.close()
  },
)

test('precision and metadata are reported', async () => {
  expect(await inspectModel(modelFixture('colours-v8-half'))).toMatchObject({
    modelType: 'object_detection',
    precision: 'fp16',
    metadata: { task: 'detect' },
  })
  expect((await inspectModel(modelFixture('colours-v8'))).precision).toBe('fp32')
})

test('a re-identification network with a fixed batch is inspected as one, without classes', async () => {
  expect(await inspectModel(modelFixture('colours-reid-four'))).toMatchObject({
    family: 'embedding',
    modelType: 'classification',
    classes: [],
    input: { width: 8, height: 16 },
  })
})

test('a model without class names gets numbered ones, and keeps its usual input size', async () => {
  const { classes, input } = await inspectModel(modelFixture('colours-v8-unnamed'))
  expect(classes).toEqual(['class 0', 'class 1'])
  expect(input).toMatchObject({ width: 160, height: 96 })
})

test.each([
  ['output', 'its output “strange” [5, 3, 2] fits no supported type of model. Export it again with its usual head'],
  ['raw-maps', '“map2” [1, 2, 3, 5] fit no supported type of model. These are feature maps before decoding: export'],
  [
    'operator',
    'no operator “TRT:EfficientNMS_TRT”. It was exported for TensorRT: export it again to plain ONNX, with nms=False',
  ],
  ['opset', 'ONNX IR version 99, which is newer than this ONNX Runtime. Export it again with opset=17.'],
  [
    'second-input',
    'beside “picture” it takes “temperature” float32 [1], which is not known. Export it again with the image',
  ],
  ['batch', 'its input “picture” float32 [4, 3, 96, 160] takes 4 images at a time. Export it again with batch=1'],
  ['grey', 'its input is “picture” float32 [1, 1, 96, 160], where an image of shape [1, 3, height, width]'],
  ['int8', 'its input is “picture” int8 [1, 3, 96, 160], where float32, float16, uint8 or int32 is expected.'],
  [
    'weights-apart',
    'its weights are in another file, “unfit-weights-apart.data”, which is not read. Save it as one file',
  ],
])('a file with an unfit %s is rejected with the part that does not fit and the remedy', async (what, words) => {
  await expect(inspectModel(modelFixture(`unfit-${what}`), 'Mine.onnx')).rejects.toMatchObject({
    code: 'model_unsupported',
    message: expect.stringMatching(/^“Mine\.onnx” can’t be used: /),
  })
  await expect(inspectModel(modelFixture(`unfit-${what}`))).rejects.toThrow(words)
})

test('the output of doctor for a model', async () => {
  expect(await inspectModel(modelFixture('colours-tensorflow'))).toMatchObject({
    family: 'listed-detections',
    nmsInside: true,
    keypoints: null,
    speed: null,
    input: { name: 'input_tensor', layout: 'nhwc', elementType: 'uint8', dynamic: false, fit: 'stretch', scale: 255 },
    outputs: [
      { name: 'detection_boxes', elementType: 'float32', shape: [1, 240, 4] },
      { name: 'detection_classes', elementType: 'float32', shape: [1, 240] },
      { name: 'detection_scores', elementType: 'float32', shape: [1, 240] },
      { name: 'num_detections', elementType: 'float32', shape: [1] },
    ],
  })
  expect(await inspectModel(modelFixture('colours-v8-free-size'))).toMatchObject({
    nmsInside: false,
    input: { dynamic: true, width: 160, height: 96, layout: 'nchw', elementType: 'float32', fit: 'letterbox' },
  })
  expect((await inspectModel(modelFixture('colours-v8-half-weights'))).precision).toBe('fp16')
  expect((await inspectModel(modelFixture('colours-v8'), 'x', true)).speed).toMatchObject({ runs: 7 })
})

test.each([
  ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['cut near its end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
  ['empty', () => Buffer.alloc(0)],
  ['text', () => Buffer.from('this is not a model\n'.repeat(50))],
  ['zeros', () => Buffer.alloc(5000)],
  ['all ones', () => Buffer.alloc(5000, 0xff)],
])('a model file that is %s is called unreadable, by name', async (what, damage) => {
  const path = join(folder, `${what.replaceAll(' ', '-')}.onnx`)
  writeFileSync(path, damage(readFileSync(modelFixture('colours-v8'))))
  await expect(inspectModel(path)).rejects.toMatchObject({
    code: 'model_unreadable',
    message: expect.stringContaining(`“${what.replaceAll(' ', '-')}.onnx” can’t be read as an ONNX model`),
  })
})

test('flipping any single byte leads to a session or a message', () => {
  const bytes = readFileSync(modelFixture('colours-classify'))
  for (let i = 0; i < bytes.length; i++) {
    const flipped = Buffer.from(bytes)
    flipped[i] = (flipped[i] as number) ^ 0xff
    try {
      readOnnxFile(flipped)
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
    }
  }
})

test('a deleted file is reported as missing', async () => {
  await expect(inspectModel(join(folder, 'gone.onnx'))).rejects.toMatchObject({ code: 'model_missing' })
})

test.each([
  ['declares', 1_000_000, ''],
  ['states in its metadata', 32, '[1000000, 1000000]'],
])('a model is refused in a sentence for the huge input that it %s', async (_title, side, imgsz) => {
  const shape = [1, 3, side, side]
  const path = join(folder, 'huge.onnx')
  const parts = [text(2, 'graph'), field(11, value('images', 1, ...shape)), field(12, value('out', 1, ...shape))]
  const metadata = imgsz === '' ? [] : [field(14, message(text(1, 'imgsz'), text(2, imgsz)))]
  writeFileSync(path, model(message(...parts, field(1, node('Identity', ['images'], ['out']))), ...metadata))
  await expect(inspectModel(path)).rejects.toThrow(
    '“huge.onnx” can’t be used: its input of 1000000 x 1000000 is larger than 4096 x 4096.',
  )
})
