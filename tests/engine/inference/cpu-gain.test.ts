import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ort from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { modelReport } from '../../../src/cli/model-report.ts'
import { halfTensor } from '../../../src/engine/inference/half-tensor.ts'
import { inspectModel } from '../../../src/engine/inference/inspect-model.ts'
import { readOnnxFile } from '../../../src/engine/inference/onnx-file.ts'
import { sessionOptions } from '../../../src/engine/inference/onnx-session.ts'
import { floatCounterpart } from '../../../src/engine/inference/speed/float-counterpart.ts'
import { modelFixture } from '../support/bundles.ts'
import { bytesOf, field, graph, int, message, model, node, raw, text } from '../support/onnx-writer.ts'
import { randomFrom } from '../support/random.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()

/** The model with an unused part of many int8 weights: protobuf messages that follow each other are merged. */
const quantized = (bytes: Uint8Array): Uint8Array => {
  const weights = message(int(1, 65_536), int(2, 3), text(8, 'q'), raw(9, new Uint8Array(65_536)))
  const scale = message(int(2, 1), text(8, 's'), raw(9, new Uint8Array(Float32Array.of(1).buffer)))
  const graph = message(field(1, node('DequantizeLinear', ['q', 's'], ['unused'])), field(5, weights), field(5, scale))
  return Buffer.concat([bytes, bytesOf(field(7, graph))])
}

/** Outputs for one image of random pixels, by a session on the bytes of a model. */
async function outputOf(model: Uint8Array): Promise<Float32Array> {
  const session = await ort.InferenceSession.create(model, sessionOptions(1))
  const draw = randomFrom(7)
  const type = session.inputMetadata[0]?.isTensor ? session.inputMetadata[0].type : 'float32'
  const values = Float32Array.from({ length: 3 * 96 * 160 }, draw)
  const shape = [1, 3, 96, 160]
  const picture = type === 'float16' ? halfTensor(values, shape) : new ort.Tensor('float32', values, shape)
  const { output0 } = await session.run({ picture })
  await session.release()
  return (output0 as ort.Tensor).data as Float32Array
}

const fixture = (name: string) => readFileSync(modelFixture(name))
const counterpartOf = (name: string): Uint8Array => Buffer.concat(floatCounterpart(fixture(name)) ?? [])

describe('the float32 network of a model', () => {
  test.each([
    ['quantized/dynamic', 0.01],
    ['quantized/dynamic-per-channel', 0.01],
    ['quantized/qdq', 0.03],
    ['colours-v8-half', 0.01],
    ['colours-v8-half-weights', 0.01],
  ])('of %s computes nearly what it computed before its weights were made small', async (name, tolerance) => {
    const [plain, counterpart] = [await outputOf(fixture('colours-v8')), await outputOf(counterpartOf(name))]
    expect(counterpart).toHaveLength(plain.length)
    // Scores below 0 are cut by a ReLU, which quantization leaves to the limits of its numbers.
    const cut = (values: Float32Array, i: number) => Math.max(0, values[i] as number)
    const scale = plain.reduce((a, b) => Math.max(a, b))
    const largest = plain.reduce((most, _, i) => Math.max(most, Math.abs(cut(plain, i) - cut(counterpart, i))), 0)
    expect(largest / scale).toBeLessThan(tolerance)
  })

  test.each(['quantized/dynamic', 'quantized/qdq', 'colours-v8-half-weights'])(
    'of %s has float32 weights alone',
    (name) => {
      const small = quantized(fixture(name))
      expect(readOnnxFile(small).weights.type).toBe('int8')
      const counterpart = Buffer.concat(floatCounterpart(small) ?? [])
      expect(readOnnxFile(counterpart).weights).toEqual({ type: 'fp32', form: null })
    },
  )

  test('can’t be had of operators that compute with integers in a form of their own', () => {
    expect(floatCounterpart(fixture('quantized/qoperator'))).toBeNull()
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

  test('are reported with their gain over the same network in float32, once a speed is requested', async () => {
    const dynamic = join(folder, 'dynamic.onnx')
    writeFileSync(dynamic, quantized(fixture('quantized/dynamic')))
    for (const path of [modelFixture('colours-v8-half-weights'), dynamic]) {
      expectRatio((await inspectModel(path, undefined, { measure: true })).cpuGain)
      expect((await inspectModel(path)).cpuGain).toBeNull()
    }
  })

  test('claim nothing where there is nothing to compare with: only the time is reported', async () => {
    const inspected = await inspectModel(modelFixture('quantized/qoperator'), undefined, { measure: true })
    expect(inspected).toMatchObject({ weights: { type: 'int8', form: 'qoperator' }, cpuGain: null })
    expect(modelReport(inspected)).toMatch(/Speed .* ms a frame/)
    expect(modelReport(inspected)).not.toContain('Gain')
    expect((await inspectModel(modelFixture('colours-v8'), undefined, { measure: true })).cpuGain).toBeNull()
  })
})

describe('the report of a model', () => {
  test.each([
    [2.04, 'fp16 weights run 2.0 times as fast as fp32 on this CPU (measured on this model)'],
    [1.05, 'fp16 weights run as fast as fp32 on this CPU: no gain (measured on this model)'],
    [0.95, 'fp16 weights run as fast as fp32 on this CPU: no gain (measured on this model)'],
    [0.5, 'fp16 weights take 2.0 times as long as fp32 on this CPU (measured on this model)'],
  ])('states a gain of %d in words', async (cpuGain, words) => {
    const inspected = await inspectModel(modelFixture('colours-v8-half-weights'))
    expect(modelReport({ ...inspected, cpuGain })).toContain(words)
  })
})
