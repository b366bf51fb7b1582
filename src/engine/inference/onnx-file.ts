/**
 * Parses the declarations of an ONNX file: inputs, outputs, metadata. Read from the protobuf; weights are skipped, not
 * decoded.
 */
import { PbfReader } from 'pbf'
import type { ModelInspection } from '../../shared/engine-contract/job.ts'

export interface TensorInfo {
  name: string
  /** Null when the type is not one of `ELEMENT_TYPES`. */
  elementType: ElementType | null
  /** A dimension without a fixed length is its symbol, or '?'. */
  shape: (number | string)[]
}

export interface OnnxFile {
  producer: string
  /** Version of the standard operators; 0 when the file does not state it. */
  opset: number
  /** Without initialisers, which old exporters also list as inputs. */
  inputs: TensorInfo[]
  outputs: TensorInfo[]
  metadata: Record<string, string>
  /** The type that most weights have. */
  weights: ModelInspection['weights']
  /** The operator that computes an output, skipping those that only reshape; '' when no operator does. */
  operatorOf(output: string): string
}

const ELEMENT_TYPES = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  4: 'uint16',
  5: 'int16',
  6: 'int32',
  7: 'int64',
  8: 'string',
  9: 'bool',
  10: 'float16',
  11: 'float64',
  16: 'bfloat16',
} as const
export type ElementType = (typeof ELEMENT_TYPES)[keyof typeof ELEMENT_TYPES]

const FORM_ONLY = new Set(['Cast', 'Identity', 'Reshape', 'Flatten', 'Squeeze', 'Unsqueeze', 'Transpose'])

interface Draft {
  producer: string
  opset: number
  metadata: Record<string, string>
  inputs: TensorInfo[]
  outputs: TensorInfo[]
  sawGraph: boolean
  initialisers: Set<string>
  /** Number of weights by element type. */
  weights: Map<number, number>
  madeBy: Map<string, GraphNode>
  operators: Set<string>
}

interface GraphNode {
  operator: string
  inputs: string[]
  outputs: string[]
}

/** Field numbers are those of onnx.proto3 (ONNX IR version 10). Throws when the bytes are not such a message. */
export function readOnnxFile(bytes: Uint8Array): OnnxFile {
  const draft: Draft = {
    producer: '',
    opset: 0,
    metadata: Object.create(null),
    inputs: [],
    outputs: [],
    sawGraph: false,
    initialisers: new Set(),
    weights: new Map(),
    madeBy: new Map(),
    operators: new Set(),
  }
  new PbfReader(bytes).readFields((tag, _result, pbf) => {
    if (tag === 2) draft.producer = pbf.readString()
    else if (tag === 8) {
      const { domain, version } = message(pbf, readOpset, { domain: '', version: 0 })
      if (domain === '' || domain === 'ai.onnx') draft.opset = version
    } else if (tag === 14) {
      const entry = message(pbf, readEntry, { key: '', value: '' })
      draft.metadata[entry.key] = entry.value
    } else if (tag === 7) {
      draft.sawGraph = true
      message(pbf, readGraph, draft)
    }
  }, draft)
  if (!draft.sawGraph) throw new Error('no graph in the file')
  const { producer, opset, outputs, metadata, madeBy } = draft
  const inputs = draft.inputs.filter((i) => !draft.initialisers.has(i.name))
  const weights = weightsOf(draft)
  return { producer, opset, inputs, outputs, metadata, weights, operatorOf: (o) => operatorOf(madeBy, o) }
}

/** Operators that compute with integers. */
const INTEGER_OPERATORS = ['QLinearConv', 'QLinearMatMul', 'ConvInteger', 'MatMulInteger', 'QGemm']

/** Tables of indices are integers too: weights count as such only beside operators that use them. */
function weightsOf({ weights, operators }: Draft): ModelInspection['weights'] {
  const count = (...types: number[]) => types.reduce((sum, type) => sum + (weights.get(type) ?? 0), 0)
  const [single, half, integer] = [count(1), count(10), count(2, 3)]
  const form = INTEGER_OPERATORS.some((operator) => operators.has(operator))
    ? 'qoperator'
    : operators.has('DequantizeLinear')
      ? 'qdq'
      : null
  if (form !== null && integer > single + half) return { type: 'int8', form }
  return { type: half > single ? 'fp16' : 'fp32', form: null }
}

function operatorOf(madeBy: Draft['madeBy'], output: string): string {
  let node = madeBy.get(output)
  // At most as many steps as there are nodes: a damaged file can contain cycles.
  for (let steps = madeBy.size; node && FORM_ONLY.has(node.operator) && steps > 0; steps--) {
    node = madeBy.get(node.inputs[0] ?? '')
  }
  return node?.operator ?? ''
}

/** Parses a nested message; throws when it claims to be longer than the file, where pbf would read past the end. */
function message<T>(pbf: PbfReader, readField: (tag: number, result: T, pbf: PbfReader) => void, result: T): T {
  const end = pbf.readVarint() + pbf.pos
  if (end > pbf.length) throw new Error('a part is longer than the file')
  return pbf.readFields(readField, result, end)
}

function readGraph(tag: number, draft: Draft, pbf: PbfReader): void {
  if (tag === 1) {
    const node = message(pbf, readNode, { operator: '', inputs: [], outputs: [] })
    for (const output of node.outputs) draft.madeBy.set(output, node)
    draft.operators.add(node.operator)
  } else if (tag === 5) {
    const tensor = message(pbf, readTensor, { name: '', type: 0, dims: [] })
    draft.initialisers.add(tensor.name)
    draft.weights.set(tensor.type, (draft.weights.get(tensor.type) ?? 0) + tensor.dims.reduce((a, b) => a * b, 1))
  } else if (tag === 11) draft.inputs.push(message(pbf, readValueInfo, emptyInfo()))
  else if (tag === 12) draft.outputs.push(message(pbf, readValueInfo, emptyInfo()))
}

function readNode(tag: number, node: GraphNode, pbf: PbfReader): void {
  if (tag === 1) node.inputs.push(pbf.readString())
  else if (tag === 2) node.outputs.push(pbf.readString())
  else if (tag === 4) node.operator = pbf.readString()
}

const emptyInfo = (): TensorInfo => ({ name: '', elementType: null, shape: [] })

function readOpset(tag: number, opset: { domain: string; version: number }, pbf: PbfReader): void {
  if (tag === 1) opset.domain = pbf.readString()
  else if (tag === 2) opset.version = pbf.readVarint()
}

function readEntry(tag: number, entry: { key: string; value: string }, pbf: PbfReader): void {
  if (tag === 1) entry.key = pbf.readString()
  else if (tag === 2) entry.value = pbf.readString()
}

interface Tensor {
  name: string
  type: number
  dims: number[]
}

function readTensor(tag: number, tensor: Tensor, pbf: PbfReader): void {
  if (tag === 1) pbf.readPackedVarint(tensor.dims, true)
  else if (tag === 2) tensor.type = pbf.readVarint()
  else if (tag === 8) tensor.name = pbf.readString()
}

function readValueInfo(tag: number, info: TensorInfo, pbf: PbfReader): void {
  if (tag === 1) info.name = pbf.readString()
  else if (tag === 2) message(pbf, readType, info)
}

function readType(tag: number, info: TensorInfo, pbf: PbfReader): void {
  if (tag === 1) message(pbf, readTensorType, info)
}

function readTensorType(tag: number, info: TensorInfo, pbf: PbfReader): void {
  if (tag === 1) info.elementType = ELEMENT_TYPES[pbf.readVarint() as keyof typeof ELEMENT_TYPES] ?? null
  else if (tag === 2) message(pbf, readShape, info)
}

function readShape(tag: number, info: TensorInfo, pbf: PbfReader): void {
  if (tag === 1) info.shape.push(message(pbf, readDimension, { length: '?' as number | string }).length)
}

function readDimension(tag: number, dimension: { length: number | string }, pbf: PbfReader): void {
  if (tag === 1) {
    // PaddlePaddle writes -1 for a free length.
    const length = pbf.readVarint(true)
    dimension.length = length < 0 ? '?' : length
  } else if (tag === 2) dimension.length = pbf.readString()
}
