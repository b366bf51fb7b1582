/**
 * Converts float16 tensors to and from ONNX Runtime. Its Tensor turns Uint16Array into Float16Array where V8 has that,
 * and its binding then reads no bytes of it (microsoft/onnxruntime#32323), so the binding is given the bits on every
 * runtime.
 */
import ort from 'onnxruntime-node'
import { fromHalves, toHalves } from './half.ts'

export function halfTensor(values: Float32Array, shape: readonly number[]): ort.Tensor {
  return withBits(new ort.Tensor('float16', toHalves(values), shape))
}

/** The tensor in the form that the binding accepts as an input; types other than float16 are unchanged. */
export function withBits(tensor: ort.Tensor): ort.Tensor {
  return tensor.type === 'float16' ? Object.defineProperty(tensor, 'data', { value: bitsOf(tensor) }) : tensor
}

/** The numbers of a float16 tensor. */
export const halfValues = (tensor: ort.Tensor): Float32Array => fromHalves(bitsOf(tensor))

/** Uint16Array or Float16Array, depending on the runtime: both are views of the same bits. */
function bitsOf({ data }: ort.Tensor): Uint16Array {
  if (data instanceof Uint16Array) return data
  const { buffer, byteOffset, length } = data as ArrayBufferView & { length: number }
  return new Uint16Array(buffer, byteOffset, length)
}
