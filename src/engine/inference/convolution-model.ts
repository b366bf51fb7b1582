/** Writes an ONNX model of one convolution, to measure how fast the CPU computes in each precision of weights. */
import { PbfWriter } from 'pbf'
import type { WeightType } from '../../shared/engine-contract/job.ts'
import { toHalves } from './half.ts'

/** Shape [1, channels, side, side], with kernels of 3 x 3: a layer of usual detectors. */
export const CONVOLUTION = { channels: 64, side: 64 } as const

const KERNEL = 3
const WEIGHTS = CONVOLUTION.channels * CONVOLUTION.channels * KERNEL * KERNEL

/** Types of tensors and attributes, and field numbers below: onnx.proto3. */
const [FLOAT, UINT8, INT8, FLOAT16] = [1, 2, 3, 10]
const [INT, INTS] = [2, 7]

type Part = (pbf: PbfWriter) => void

const bytesOf = (...parts: Part[]): Uint8Array => {
  const pbf = new PbfWriter()
  for (const part of parts) part(pbf)
  return pbf.finish()
}
const message =
  (field: number, ...parts: Part[]): Part =>
  (pbf) =>
    pbf.writeBytesField(field, bytesOf(...parts))
const text =
  (field: number, value: string): Part =>
  (pbf) =>
    pbf.writeStringField(field, value)
const int =
  (field: number, value: number): Part =>
  (pbf) =>
    pbf.writeVarintField(field, value)
const bytes =
  (field: number, value: ArrayBufferView): Part =>
  (pbf) =>
    pbf.writeBytesField(field, new Uint8Array(value.buffer, value.byteOffset, value.byteLength))

const node = (operator: string, inputs: string[], output: string, ...attributes: Part[]): Part =>
  message(1, ...inputs.map((name) => text(1, name)), text(2, output), text(4, operator), ...attributes)
const intAttribute = (name: string, value: number): Part => message(5, text(1, name), int(3, value), int(20, INT))
const intsAttribute = (name: string, values: number[]): Part =>
  message(5, text(1, name), ...values.map((value) => int(8, value)), int(20, INTS))
const tensor = (name: string, type: number, shape: number[], data: ArrayBufferView): Part =>
  message(5, ...shape.map((length) => int(1, length)), int(2, type), text(8, name), bytes(9, data))
const image = (field: number, name: string): Part => {
  const { channels, side } = CONVOLUTION
  const shape = [1, channels, side, side].map((length) => message(1, int(1, length)))
  return message(field, text(1, name), message(2, message(1, int(1, FLOAT), message(2, ...shape))))
}

const convolution = (input: string, weights: string, output: string): Part =>
  node('Conv', [input, weights], output, intsAttribute('pads', [1, 1, 1, 1]))

const shape = [CONVOLUTION.channels, CONVOLUTION.channels, KERNEL, KERNEL]
const values = (): Float32Array => Float32Array.from({ length: WEIGHTS }, (_, i) => ((i * 37) % 201) / 100 - 1)

/** The parts of the graph between the input “x” and the output “y”, both float32. */
const GRAPHS: Record<WeightType, () => Part[]> = {
  fp32: () => [convolution('x', 'w', 'y'), tensor('w', FLOAT, shape, values())],
  fp16: () => [
    node('Cast', ['x'], 'x16', intAttribute('to', FLOAT16)),
    convolution('x16', 'w', 'y16'),
    node('Cast', ['y16'], 'y', intAttribute('to', FLOAT)),
    tensor('w', FLOAT16, shape, toHalves(values())),
  ],
  int8: () => [
    node('QuantizeLinear', ['x', 'xScale', 'zero'], 'xq'),
    node('DequantizeLinear', ['xq', 'xScale', 'zero'], 'xd'),
    node('DequantizeLinear', ['w', 'wScale', 'wZero'], 'wd'),
    convolution('xd', 'wd', 'c'),
    node('QuantizeLinear', ['c', 'yScale', 'zero'], 'cq'),
    node('DequantizeLinear', ['cq', 'yScale', 'zero'], 'y'),
    tensor(
      'w',
      INT8,
      shape,
      Int8Array.from(values(), (value) => Math.round(100 * value)),
    ),
    tensor('xScale', FLOAT, [], Float32Array.of(1 / 255)),
    tensor('wScale', FLOAT, [], Float32Array.of(0.01)),
    tensor('yScale', FLOAT, [], Float32Array.of(0.02)),
    tensor('zero', UINT8, [], Uint8Array.of(0)),
    tensor('wZero', INT8, [], Int8Array.of(0)),
  ],
}

/** The bytes of a model with input “x” and output “y”, both float32 of the shape of `CONVOLUTION`. */
export function convolutionModel(weights: WeightType): Uint8Array {
  const parts = GRAPHS[weights]()
  const graph = message(7, text(2, 'convolution'), image(11, 'x'), image(12, 'y'), ...parts)
  return bytesOf(int(1, 8), graph, message(8, int(2, 17)))
}
