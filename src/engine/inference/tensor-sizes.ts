/**
 * Finds a tensor that an ONNX file states to be too large: a model of 2 kB can have ONNX Runtime allocate gigabytes. Shapes that
 * depend on the image are unknown before the model runs; the memory limit of the engine bounds these.
 */
import { PbfReader } from 'pbf'

/** 1 GB of float32. The attention of the largest segmenters has as many values; the largest input image has 50 million. */
export const MAX_VALUES = 2 ** 28
/** Tensors have fewer dimensions, and longer lists of integers are no shapes. */
const MAX_DIMENSIONS = 32
const INT64 = 7
const BYTES = 2

export interface TensorSize {
  name: string
  values: number
}

interface Attribute {
  name: string
  integers: number[]
  tensor: Tensor | null
}

interface Tensor {
  name: string
  type: number
  dims: number[]
  integers: number[]
}

interface GraphNode {
  operator: string
  inputs: string[]
  outputs: string[]
  attributes: Attribute[]
}

interface Stated {
  nodes: GraphNode[]
  /** The model does not make them: what feeds it checks their sizes. */
  inputs: Set<string>
  /** The numbers in constant lists of integers, by name. */
  integers: Map<string, readonly number[]>
  sizes: Map<string, number>
}

/** The first tensor of more than `MAX_VALUES` values; null when the file states none. The file has been parsed before. */
export function tooLargeTensor(bytes: Uint8Array): TensorSize | null {
  const stated: Stated = { nodes: [], inputs: new Set(), integers: new Map(), sizes: new Map() }
  new PbfReader(bytes).readFields((field, _, pbf) => {
    if (field === 7) nested(pbf, readGraph, stated)
  }, null)
  for (const { operator, outputs, attributes } of stated.nodes) {
    const value = attributes.find(({ name }) => name === 'value' || name === 'value_ints')
    if (operator === 'Constant' && value) note(stated, outputs[0], value.tensor ?? { ...value, type: INT64, dims: [] })
  }
  // Nodes come after those whose outputs they take.
  for (const node of stated.nodes) {
    const values = valuesMadeBy(node, stated)
    if (values !== null) stated.sizes.set(node.outputs[0] ?? '', values)
  }
  for (const [name, values] of stated.sizes) {
    if (values > MAX_VALUES && !stated.inputs.has(name)) return { name, values }
  }
  return null
}

/** The number of values in the output of a node whose shape is a constant; null for others. */
function valuesMadeBy({ operator, inputs, attributes }: GraphNode, { integers, sizes }: Stated): number | null {
  const constant = (input: number) => productOf(integers.get(inputs[input] ?? ''))
  if (operator === 'ConstantOfShape') return constant(0)
  if (operator === 'Expand') return constant(1)
  if (operator === 'Resize') return constant(3)
  if (operator === 'RandomNormal' || operator === 'RandomUniform') {
    return productOf(attributes.find(({ name }) => name === 'shape')?.integers)
  }
  const repeats = operator === 'Tile' ? constant(1) : null
  return repeats === null ? null : repeats * (sizes.get(inputs[0] ?? '') ?? 1)
}

/** Null for a length that is open. */
function productOf(lengths: readonly number[] | undefined): number | null {
  if (!lengths || lengths.length === 0 || lengths.some((length) => length < 0)) return null
  return lengths.reduce((product, length) => product * length, 1)
}

function note({ integers, sizes }: Stated, name: string | undefined, tensor: Omit<Tensor, 'name'>): void {
  if (name === undefined) return
  if (tensor.type === INT64) integers.set(name, tensor.integers)
  const values = productOf(tensor.dims)
  if (values !== null) sizes.set(name, values)
}

function nested<T>(pbf: PbfReader, readField: (field: number, result: T, pbf: PbfReader) => void, result: T): T {
  return pbf.readFields(readField, result, pbf.readVarint() + pbf.pos)
}

function readGraph(field: number, stated: Stated, pbf: PbfReader): void {
  if (field === 1) {
    const node: GraphNode = { operator: '', inputs: [], outputs: [], attributes: [] }
    stated.nodes.push(nested(pbf, (tag, into, at) => readNode(tag, into, at, stated), node))
  } else if (field === 5) {
    const tensor = nested(pbf, readTensor, { name: '', type: 0, dims: [], integers: [] })
    note(stated, tensor.name, tensor)
  } else if (field === 11 || field === 12 || field === 13) {
    const info = nested(pbf, readValueInfo, { name: '', dims: [] })
    const values = productOf(info.dims)
    if (values !== null) stated.sizes.set(info.name, values)
    if (field === 11) stated.inputs.add(info.name)
  }
}

function readNode(field: number, node: GraphNode, pbf: PbfReader, stated: Stated): void {
  if (field === 1) node.inputs.push(pbf.readString())
  else if (field === 2) node.outputs.push(pbf.readString())
  else if (field === 4) node.operator = pbf.readString()
  else if (field === 5) {
    const attribute: Attribute = { name: '', integers: [], tensor: null }
    node.attributes.push(nested(pbf, (tag, into, at) => readAttribute(tag, into, at, stated), attribute))
  }
}

/** The nodes of a branch or loop are read as those of the graph around it. */
function readAttribute(field: number, attribute: Attribute, pbf: PbfReader, stated: Stated): void {
  if (field === 1) attribute.name = pbf.readString()
  else if (field === 5) attribute.tensor = nested(pbf, readTensor, { name: '', type: 0, dims: [], integers: [] })
  else if (field === 6 || field === 11) nested(pbf, readGraph, stated)
  else if (field === 8) readIntegers(pbf, attribute.integers)
}

function readTensor(field: number, tensor: Tensor, pbf: PbfReader): void {
  if (field === 1) pbf.readPackedVarint(tensor.dims, true)
  else if (field === 2) tensor.type = pbf.readVarint()
  else if (field === 7) readIntegers(pbf, tensor.integers)
  else if (field === 8) tensor.name = pbf.readString()
  else if (field === 9) {
    const data = pbf.readBytes()
    if (data.length > 8 * MAX_DIMENSIONS) return
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    for (let at = 0; at + 8 <= data.length; at += 8) tensor.integers.push(Number(view.getBigInt64(at, true)))
  }
}

/** Skips a list that is too long to be a shape. */
function readIntegers(pbf: PbfReader, into: number[]): void {
  const length = pbf.type === BYTES ? (pbf.buf[pbf.pos] ?? 0) : 1
  if (length < 0x80 && into.length < MAX_DIMENSIONS) pbf.readPackedVarint(into, true)
  else pbf.skip(pbf.type)
}

function readValueInfo(field: number, info: { name: string; dims: number[] }, pbf: PbfReader): void {
  if (field === 1) info.name = pbf.readString()
  else if (field === 2) nested(pbf, (tag, dims, at) => tag === 1 && nested(at, readTensorType, dims), info.dims)
}

function readTensorType(field: number, dims: number[], pbf: PbfReader): void {
  if (field === 2) nested(pbf, (tag, into, at) => tag === 1 && into.push(nested(at, readLength, [-1])[0] ?? -1), dims)
}

function readLength(field: number, length: number[], pbf: PbfReader): void {
  if (field === 1) length[0] = pbf.readVarint(true)
}
