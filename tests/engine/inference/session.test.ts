import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspectModel } from '../../../src/engine/inference/inspect-model.ts'
import { readOnnxFile } from '../../../src/engine/inference/onnx-file.ts'
import { openSession } from '../../../src/engine/inference/session.ts'
import { modelFixture } from '../support/bundles.ts'
import { tensorOf } from '../support/picture.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const all = { confidence: 0.5, classIds: null, iou: 0.1, classAgnostic: false, maxDetections: 300 }

test.each(['colours-v8', 'colours-v5', 'colours-end-to-end', 'colours-v8-half', 'colours-v8-free-size'])(
  '%s finds squares where they are',
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

test('precision and metadata are reported', async () => {
  expect(await inspectModel(modelFixture('colours-v8-half'))).toMatchObject({
    modelType: 'object_detection',
    precision: 'fp16',
    metadata: { task: 'detect' },
  })
  expect((await inspectModel(modelFixture('colours-v8'))).precision).toBe('fp32')
})

test('a model without class names gets numbered ones, and the usual input size is its own', async () => {
  const { classes, input } = await inspectModel(modelFixture('colours-v8-unnamed'))
  expect(classes).toEqual(['class 0', 'class 1'])
  expect(input).toMatchObject({ width: 160, height: 96 })
})

test('a model of another kind is refused with the shapes of its outputs', async () => {
  await expect(inspectModel(modelFixture('classifier'))).rejects.toMatchObject({
    code: 'model_unsupported',
    message: expect.stringMatching(/classifier\.onnx.*“output0” \[1, 3\].*classify/),
  })
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

test('every byte flipped on its own is answered, with a session or a sentence', () => {
  const bytes = readFileSync(modelFixture('classifier'))
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

test('a file that is gone is called missing', async () => {
  await expect(inspectModel(join(folder, 'gone.onnx'))).rejects.toMatchObject({ code: 'model_missing' })
})
