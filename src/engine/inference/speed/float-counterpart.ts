/**
 * The network of a model with int8 or float16 weights in float32, to measure what its weights gain. It computes nearly the
 * same: what quantization rounds and cuts is not rounded and cut. ONNX Runtime fuses what is left of the scales.
 */
import { dequantized, FLOAT, FLOAT16, type FloatTensor, floatTensor, tensorContent } from './float-tensor.ts'
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

/** Numbers of fields in onnx.proto3. */
const MODEL = { graph: 7, functions: 25 }
const GRAPH = { node: 1, initializer: 5, sparse: 15, input: 11, output: 12, valueInfo: 13 }
const NODE = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 }
const ATTRIBUTE = { name: 1, integer: 3, tensor: 5, graph: 6, graphs: 11 }

/** Operators that may remain: none of these, which compute with integers in another form. */
const QUANTIZED = /^QLinear|^QGemm$|^Q(Attention|EmbedLayerNormalization)$|Integer|^(Dynamic)?Quantize|^Dequantize/

/** More than this is not kept in memory twice for a measurement. */
const MAX_BYTES = 512 * 1024 ** 2

interface GraphNode {
  operator: string
  inputs: string[]
  outputs: string[]
  attributes: Field[]
  whole: Uint8Array
}

class NoCounterpart extends Error {
  override readonly name = 'NoCounterpart'
}

/** The bytes of the network in parts; null where it has operators that can't be replaced one by one. */
export function floatCounterpart(model: Uint8Array): Parts | null {
  try {
    const fields = fieldsOf(model)
    if (fields.some(({ number }) => number === MODEL.functions)) return null
    const parts = fields.flatMap(({ number, content, whole }) =>
      number === MODEL.graph ? messageField(MODEL.graph, graphParts(content)) : [whole],
    )
    return parts.reduce((sum, { length }) => sum + length, 0) <= MAX_BYTES ? parts : null
  } catch (error) {
    if (error instanceof NoCounterpart || error instanceof RangeError) return null
    throw error
  }
}

function graphParts(content: Uint8Array): Parts {
  const fields = fieldsOf(content)
  if (fields.some(({ number }) => number === GRAPH.sparse)) throw new NoCounterpart()
  const constants = constantsOf(fields)
  const parts: Uint8Array[] = []
  for (const field of fields) {
    // The declared types of values inside are no longer right.
    if (field.number === GRAPH.valueInfo) continue
    if (field.number === GRAPH.node) parts.push(...nodeParts(nodeOf(field.content), constants))
    else if (field.number === GRAPH.initializer) parts.push(...messageField(GRAPH.initializer, asFloat(field.content)))
    else if (field.number === GRAPH.input || field.number === GRAPH.output) {
      parts.push(...messageField(field.number, floatInfo(field.content)))
    } else parts.push(field.whole)
  }
  return parts
}

/** Reads a tensor that the graph holds, by its name. */
type Constants = (name: string | undefined) => FloatTensor | null

function constantsOf(fields: readonly Field[]): Constants {
  const places = new Map<string, Uint8Array>()
  for (const { number, content } of fields) {
    if (number === GRAPH.initializer) places.set(textsOf(fieldsOf(content), 8)[0] ?? '', content)
    if (number !== GRAPH.node) continue
    const { operator, outputs, attributes } = nodeOf(content)
    const tensor = operator === 'Constant' ? attributeOf(attributes, 'value', ATTRIBUTE.tensor) : undefined
    if (tensor) places.set(outputs[0] ?? '', tensor.content)
  }
  return (name) => {
    const content = name ? places.get(name) : undefined
    return content ? floatTensor(content) : null
  }
}

function nodeOf(whole: Uint8Array): GraphNode {
  const fields = fieldsOf(whole)
  const attributes = fields.filter(({ number }) => number === NODE.attribute)
  const inside = attributes.flatMap(({ content }) => fieldsOf(content))
  if (inside.some(({ number }) => number === ATTRIBUTE.graph || number === ATTRIBUTE.graphs)) throw new NoCounterpart()
  const [operator = ''] = textsOf(fields, NODE.operator)
  return { operator, inputs: textsOf(fields, NODE.input), outputs: textsOf(fields, NODE.output), attributes, whole }
}

/** The field of an attribute’s value. */
function attributeOf(attributes: readonly Field[], name: string, number: number): Field | undefined {
  const fields = attributes
    .map(({ content }) => fieldsOf(content))
    .find((one) => textsOf(one, ATTRIBUTE.name)[0] === name)
  return fields?.find((field) => field.number === number)
}

function nodeParts(node: GraphNode, constants: Constants): Parts {
  const { operator, inputs, outputs, attributes } = node
  const [output = ''] = outputs
  switch (operator) {
    case 'DynamicQuantizeLinear':
      return [
        ...newNode('Identity', [inputs[0] ?? ''], [output]),
        ...initializer({ name: outputs[1] ?? '', dims: [], values: Float32Array.of(1) }),
        ...initializer({ name: outputs[2] ?? '', dims: [], values: Float32Array.of(0) }),
      ]
    case 'ConvInteger':
    case 'MatMulInteger': {
      const weights = weightsOf(inputs, constants, operator === 'ConvInteger' ? 0 : -1)
      const name = `${output}/float`
      const own = { name, dims: weights.dims, values: weights.values }
      return [
        ...newNode(operator.slice(0, -'Integer'.length), [inputs[0] ?? '', name], [output], attributes),
        ...initializer(own),
      ]
    }
    case 'QuantizeLinear':
      return newNode('Identity', [inputs[0] ?? ''], [output])
    case 'DequantizeLinear':
      return dequantizeParts(node, constants)
  }
  if (QUANTIZED.test(operator)) throw new NoCounterpart()
  const fields = fieldsOf(node.whole).flatMap((field) =>
    field.number === NODE.attribute
      ? messageField(NODE.attribute, floatAttribute(field.content, operator))
      : [field.whole],
  )
  return messageField(GRAPH.node, fields)
}

/** Weights less their zero point; the scale is a factor of the output in the network. */
function weightsOf(inputs: readonly string[], constants: Constants, axis: number): FloatTensor {
  const weights = constants(inputs[1])
  const zero = inputs[3] ? constants(inputs[3]) : null
  const own = weights && dequantized(weights, zero?.values ?? null, null, axis)
  if (!own || (inputs[3] && !zero)) throw new NoCounterpart()
  return own
}

function dequantizeParts({ inputs, outputs, attributes }: GraphNode, constants: Constants): Parts {
  const [quantized = '', scale, zero] = inputs
  const [name = ''] = outputs
  const held = constants(quantized)
  if (!held) return newNode('Identity', [quantized], [name])
  if (attributeOf(attributes, 'block_size', ATTRIBUTE.integer)?.value) throw new NoCounterpart()
  const axis = attributeOf(attributes, 'axis', ATTRIBUTE.integer)?.value ?? 1
  const scales = constants(scale)
  const zeros = zero ? constants(zero) : null
  // One number for the whole tensor needs no axis, which a vector does not have.
  const at = held.dims.length > 1 ? axis : 0
  const floats = scales && dequantized(held, zeros?.values ?? null, scales.values, at)
  if (!floats || (zero && !zeros)) throw new NoCounterpart()
  return initializer({ ...floats, name })
}

const newNode = (operator: string, inputs: string[], outputs: string[], attributes: readonly Field[] = []): Parts =>
  messageField(GRAPH.node, [
    ...inputs.flatMap((name) => textField(NODE.input, name)),
    ...outputs.flatMap((name) => textField(NODE.output, name)),
    ...textField(NODE.operator, operator),
    ...attributes.map(({ whole }) => whole),
  ])

const initializer = (tensor: Omit<FloatTensor, 'type'>): Parts => messageField(GRAPH.initializer, tensorContent(tensor))

/** The content of a tensor: float16 as float32, others as they are. */
function asFloat(content: Uint8Array): Parts {
  if (numbersOf(fieldsOf(content), 2)[0] !== FLOAT16) return [content]
  const tensor = floatTensor(content)
  if (!tensor) throw new NoCounterpart()
  return tensorContent(tensor)
}

/** The content of an attribute, with tensors and types of float32 for those of float16. */
function floatAttribute(content: Uint8Array, operator: string): Parts {
  const fields = fieldsOf(content)
  const isType = operator === 'Cast' && textsOf(fields, ATTRIBUTE.name)[0] === 'to'
  return fields.flatMap((field) => {
    if (field.number === ATTRIBUTE.tensor) return messageField(ATTRIBUTE.tensor, asFloat(field.content))
    if (isType && field.number === ATTRIBUTE.integer && field.value === FLOAT16)
      return numberField(ATTRIBUTE.integer, FLOAT)
    return [field.whole]
  })
}

/** The content of an input or output: ValueInfo, with its type in fields 2, 1 and 1. */
const floatInfo = (content: Uint8Array): Parts => replaced(content, [2, 1])

function replaced(content: Uint8Array, path: readonly number[]): Parts {
  const [next, ...rest] = path
  return fieldsOf(content).flatMap((field) => {
    if (next === undefined) {
      return field.number === 1 && field.value === FLOAT16 ? numberField(1, FLOAT) : [field.whole]
    }
    return field.number === next && field.isBytes ? messageField(next, replaced(field.content, rest)) : [field.whole]
  })
}
