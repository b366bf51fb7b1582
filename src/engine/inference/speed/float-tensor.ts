/** Tensors of an ONNX file as float32, and float32 tensors for one (onnx.proto3, TensorProto). */
import { fromHalves } from '../half.ts'
import {
  type Field,
  fieldsOf,
  messageField,
  numberField,
  numbersOf,
  type Parts,
  textField,
  textsOf,
} from './protobuf-parts.ts'

/** Types of elements. */
export const FLOAT = 1
export const FLOAT16 = 10
const [UINT8, INT8, UINT16, INT16, INT32] = [2, 3, 4, 5, 6]

export interface FloatTensor {
  name: string
  type: number
  dims: number[]
  values: Float32Array
}

/** Null for a tensor of a type that weights and scales do not have, or whose values are in another form. */
export function floatTensor(bytes: Uint8Array): FloatTensor | null {
  const fields = fieldsOf(bytes)
  const [name = ''] = textsOf(fields, 8)
  const dims = numbersOf(fields, 1)
  const [type = 0] = numbersOf(fields, 2)
  const count = dims.reduce((product, length) => product * length, 1)
  const values = valuesOf(fields, type)
  return values?.length === count ? { name, type, dims, values } : null
}

function valuesOf(fields: readonly Field[], type: number): Float32Array | null {
  const raw = fields.find(({ number }) => number === 9)?.content
  if (raw) return fromRaw(raw, type)
  if (type === FLOAT) return fromRaw(joined(fields, 4), FLOAT)
  const listed = numbersOf(fields, 5)
  if (type === FLOAT16) return fromHalves(Uint16Array.from(listed))
  return [UINT8, INT8, UINT16, INT16, INT32].includes(type) ? Float32Array.from(listed) : null
}

/** Packed numbers may come in several fields. */
const joined = (fields: readonly Field[], number: number): Uint8Array =>
  Buffer.concat(fields.filter((field) => field.number === number && field.isBytes).map(({ content }) => content))

function fromRaw(raw: Uint8Array, type: number): Float32Array | null {
  // Typed arrays need their own alignment.
  const { buffer } = Uint8Array.from(raw)
  if (type === FLOAT && raw.length % 4 === 0) return new Float32Array(buffer)
  if (type === FLOAT16 && raw.length % 2 === 0) return fromHalves(new Uint16Array(buffer))
  if (type === UINT8) return Float32Array.from(raw)
  if (type === INT8) return Float32Array.from(new Int8Array(buffer))
  if (type === UINT16 && raw.length % 2 === 0) return Float32Array.from(new Uint16Array(buffer))
  if (type === INT16 && raw.length % 2 === 0) return Float32Array.from(new Int16Array(buffer))
  return type === INT32 && raw.length % 4 === 0 ? Float32Array.from(new Int32Array(buffer)) : null
}

/** The content of a tensor. */
export const tensorContent = ({ name, dims, values }: Omit<FloatTensor, 'type'>): Parts => [
  ...dims.flatMap((length) => numberField(1, length)),
  ...numberField(2, FLOAT),
  ...textField(8, name),
  ...messageField(9, [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]),
]

/**
 * (value - zero) * scale, with one zero point and scale for the whole tensor or for each index of the axis. Null where
 * their numbers do not fit.
 */
export function dequantized(
  { name, dims, values }: Omit<FloatTensor, 'type'>,
  zero: Float32Array | null,
  scale: Float32Array | null,
  axis: number,
): FloatTensor | null {
  const at = axis < 0 ? axis + dims.length : axis
  const length = dims[at] ?? 1
  const inner = dims.slice(at + 1).reduce((product, one) => product * one, 1)
  const fits = (list: Float32Array | null) => list === null || list.length === 1 || list.length === length
  if (!fits(zero) || !fits(scale)) return null
  const pick = (list: Float32Array | null, index: number, none: number) =>
    list === null ? none : (list[list.length === 1 ? 0 : index] as number)
  const floats = values.map((value, i) => {
    const index = Math.floor(i / inner) % length
    return (value - pick(zero, index, 0)) * pick(scale, index, 1)
  })
  return { name, type: FLOAT, dims, values: floats }
}
