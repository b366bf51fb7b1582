import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ort from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { modelReport } from '../../../src/cli/model-report.ts'
import { CONVOLUTION, convolutionModel } from '../../../src/engine/inference/convolution-model.ts'
import { inspectModel } from '../../../src/engine/inference/inspect-model.ts'
import { readOnnxFile } from '../../../src/engine/inference/onnx-file.ts'
import { sessionOptions } from '../../../src/engine/inference/onnx-session.ts'
import { modelFixture } from '../support/bundles.ts'
import { bytesOf, field, graph, int, message, model, node, raw, text } from '../support/onnx-writer.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()

/** The model with an unused part of many int8 weights: protobuf messages that follow each other are merged. */
const quantized = (bytes: Uint8Array): Uint8Array => {
  const weights = message(int(1, 65_536), int(2, 3), text(8, 'q'), raw(9, new Uint8Array(65_536)))
  const scale = message(int(2, 1), text(8, 's'), raw(9, new Uint8Array(Float32Array.of(1).buffer)))
  const graph = message(field(1, node('DequantizeLinear', ['q', 's'], ['unused'])), field(5, weights), field(5, scale))
  return Buffer.concat([bytes, bytesOf(field(7, graph))])
}

const { channels, side } = CONVOLUTION
const image = new ort.Tensor(
  'float32',
  Float32Array.from({ length: channels * side * side }, (_, i) => (i % 256) / 255),
  [1, channels, side, side],
)

async function convolved(weights: 'fp32' | 'fp16' | 'int8'): Promise<Float32Array> {
  const session = await ort.InferenceSession.create(convolutionModel(weights), sessionOptions(1))
  const { y } = await session.run({ x: image })
  await session.release()
  return (y as ort.Tensor).data as Float32Array
}

describe('the convolution that is measured', () => {
  test.each([
    ['fp16', 0.01],
    ['int8', 0.02],
  ] as const)('computes with %s weights nearly what it computes with float32', async (weights, tolerance) => {
    const [plain, other] = [await convolved('fp32'), await convolved(weights)]
    // The output of the int8 model is cut at 0.
    const cut = (values: Float32Array, i: number) => Math.max(0, values[i] as number)
    const scale = plain.reduce((a, b) => Math.max(a, b))
    const largest = plain.reduce((most, _, i) => Math.max(most, Math.abs(cut(plain, i) - cut(other, i))), 0)
    expect(scale).toBeGreaterThan(1)
    expect(largest / scale).toBeLessThan(tolerance)
  })

  test.each(['fp32', 'fp16', 'int8'] as const)('declares %s weights', (type) => {
    expect(readOnnxFile(convolutionModel(type)).weights).toEqual({ type, form: type === 'int8' ? 'qdq' : null })
  })
})

function expectRatio(gain: number | null | undefined) {
  expect(gain).toBeGreaterThan(0)
  expect(gain).toBeLessThan(Number.POSITIVE_INFINITY)
}

describe('the weights of a model', () => {
  const integers = field(5, message(int(1, 16), int(2, 3), text(8, 'weight'), raw(9, new Uint8Array(16))))

  test('are int8 in QOperator form beside operators on integers', () => {
    const bytes = model(graph(integers, field(1, node('QLinearConv', ['picture', 'weight'], ['out']))))
    expect(readOnnxFile(bytes).weights).toEqual({ type: 'int8', form: 'qoperator' })
  })

  test('are float32 when integers are only tables of indices', () => {
    expect(readOnnxFile(model(graph(integers))).weights).toEqual({ type: 'fp32', form: null })
  })

  test('are int8 in a detector that Sightline runs', async () => {
    const path = join(folder, 'quantized.onnx')
    writeFileSync(path, quantized(readFileSync(modelFixture('colours-v8'))))
    const inspected = await inspectModel(path, undefined, { measure: true })
    expect(inspected).toMatchObject({ precision: 'fp32', weights: { type: 'int8', form: 'qdq' } })
    expectRatio(inspected.cpuGain)
    expect(modelReport({ ...inspected, cpuGain: 2 })).toContain(
      'Precision    int8 weights (QDQ), fp32 inputs and outputs',
    )
  })

  test('are reported by the doctor with the gain of this CPU, once a speed is requested', async () => {
    const half = await inspectModel(modelFixture('colours-v8-half-weights'), undefined, { measure: true })
    expect(half).toMatchObject({
      precision: 'fp16',
      weights: { type: 'fp16', form: null },
    })
    expectRatio(half.cpuGain)
    expect((await inspectModel(modelFixture('colours-v8-half-weights'))).cpuGain).toBeNull()
    expect((await inspectModel(modelFixture('colours-v8'), undefined, { measure: true })).cpuGain).toBeNull()
  })
})

describe('the report of a model', () => {
  test.each([
    [2.04, 'fp16 weights run 2.0 times as fast as fp32 on this CPU (measured on a convolution)'],
    [1.05, 'fp16 weights run as fast as fp32 on this CPU: no gain (measured on a convolution)'],
    [0.95, 'fp16 weights run as fast as fp32 on this CPU: no gain (measured on a convolution)'],
    [0.5, 'fp16 weights take 2.0 times as long as fp32 on this CPU (measured on a convolution)'],
  ])('states a gain of %d in words', async (cpuGain, words) => {
    const inspected = await inspectModel(modelFixture('colours-v8-half-weights'))
    expect(modelReport({ ...inspected, cpuGain })).toContain(words)
  })
})
