/**
 * Files whose input size stands for any: fully convolutional networks that were exported from a tiny image, such as
 * CenterFace with ten images of 32 x 32. Their packages free the size before they open them, and so does this code.
 */
import type { OnnxFile, TensorInfo } from './onnx-file.ts'

/** An image of this side shows no object: nobody meant a network of grids for it. */
const TINY_SIDE = 32
/** Names of the dimensions; those of the grids are others than those of the image. */
const FREE = ['N', '', 'H', 'W']

export interface Freed {
  file: OnnxFile
  /** The model with free sizes, to open in place of the file. */
  bytes: Uint8Array
}

/** Null for a file whose size is meant. Network and weights stay as they are. */
export function withFreeSize(bytes: Uint8Array, file: OnnxFile): Freed | null {
  const [image, ...others] = file.inputs
  if (!image || others.length > 0 || !isTiny(image.shape) || !file.outputs.every(isGrid)) return null
  if (!hasOnly(bytes, LOCAL)) return null
  const freeValue = (value: Uint8Array) => changed(value, [TYPE, TENSOR, SHAPE], freeShape)
  const graph = (message: Uint8Array) =>
    joined(
      [...fieldsOf(message)].map(({ field, all, content }) => {
        // Shapes in between would contradict the free ones; ONNX Runtime infers them.
        if (field === VALUE_INFO) return new Uint8Array(0)
        if (field === OUTPUT || (field === INPUT && nameOf(content) === image.name)) {
          return delimited(field, freeValue(content))
        }
        return all
      }),
    )
  const free = (tensor: TensorInfo): TensorInfo => ({
    ...tensor,
    shape: tensor.shape.map((side, i) => FREE[i] || side),
  })
  return {
    file: { ...file, inputs: [free(image)], outputs: file.outputs.map(free) },
    bytes: changed(bytes, [GRAPH], graph),
  }
}

const isTiny = ([, channels, height, width, ...rest]: TensorInfo['shape']): boolean =>
  rest.length === 0 && channels === 3 && height === TINY_SIDE && width === TINY_SIDE

const isGrid = ({ shape }: TensorInfo): boolean =>
  shape.length === 4 && shape.slice(2).every((side) => typeof side === 'number' && side > 1 && side <= TINY_SIDE)

/** Operators that look at a neighbourhood of each cell, whatever the size of the whole. */
const LOCAL = new Set(
  'Conv ConvTranspose BatchNormalization Relu LeakyRelu PRelu Clip Sigmoid HardSigmoid HardSwish Tanh Softmax Exp Add Sub Mul Div Concat MaxPool AveragePool Identity Constant Dropout'.split(
    ' ',
  ),
)

// Field numbers of onnx.proto3: of ModelProto, GraphProto, ValueInfoProto, TypeProto, TypeProto.Tensor, TensorShapeProto.
const GRAPH = 7
const [NODE, INPUT, OUTPUT, VALUE_INFO] = [1, 11, 12, 13]
const [NAME, TYPE] = [1, 2]
const [TENSOR, SHAPE] = [1, 2]
const [DIMENSION, DIMENSION_NAME] = [1, 2]
const OPERATOR = 4

function hasOnly(bytes: Uint8Array, operators: ReadonlySet<string>): boolean {
  const graph = [...fieldsOf(bytes)].find(({ field }) => field === GRAPH)?.content ?? new Uint8Array(0)
  return [...fieldsOf(graph)].every(({ field, content }) => {
    if (field !== NODE) return true
    const operator = [...fieldsOf(content)].find((part) => part.field === OPERATOR)
    return operator !== undefined && operators.has(text(operator.content))
  })
}

const nameOf = (value: Uint8Array): string =>
  text([...fieldsOf(value)].find(({ field }) => field === NAME)?.content ?? new Uint8Array(0))

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Dimensions of a shape by their place, those of `FREE` with a name instead of a number. */
function freeShape(shape: Uint8Array): Uint8Array {
  let place = 0
  return joined(
    [...fieldsOf(shape)].map(({ field, all }) => {
      if (field !== DIMENSION) return all
      const name = FREE[place++]
      return name ? delimited(DIMENSION, delimited(DIMENSION_NAME, new TextEncoder().encode(name))) : all
    }),
  )
}

/** The message with the parts at a path of fields replaced. */
function changed(message: Uint8Array, path: readonly number[], change: (part: Uint8Array) => Uint8Array): Uint8Array {
  const [next, ...rest] = path
  if (next === undefined) return change(message)
  return joined(
    [...fieldsOf(message)].map(({ field, all, content }) =>
      field === next ? delimited(field, changed(content, rest, change)) : all,
    ),
  )
}

interface Field {
  field: number
  /** The field with its key. */
  all: Uint8Array
  /** What a delimited field contains; empty for others. */
  content: Uint8Array
}

/** Fields of a message of Protocol Buffers, without copies. The file was parsed before, so that it is sound. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  const varint = (): number => {
    let [value, scale] = [0, 1]
    for (;;) {
      const byte = message[at++] as number
      value += (byte & 127) * scale
      if (byte === undefined || byte < 128) return value
      scale *= 128
    }
  }
  while (at < message.length) {
    const start = at
    const key = varint()
    const wire = key & 7
    let from = at
    if (wire === 0) varint()
    else if (wire === 1) at += 8
    else if (wire === 5) at += 4
    else {
      const length = varint()
      from = at
      at += length
    }
    yield {
      field: Math.floor(key / 8),
      all: message.subarray(start, at),
      content: wire === 2 ? message.subarray(from, at) : new Uint8Array(0),
    }
  }
}

function delimited(field: number, content: Uint8Array): Uint8Array {
  return joined([Uint8Array.from([...varintOf(8 * field + 2), ...varintOf(content.length)]), content])
}

function varintOf(value: number): number[] {
  const bytes: number[] = []
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  return [...bytes, left]
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
