/**
 * Finds the tensors of an ONNX file whose data is in another file, wherever ONNX allows a tensor. ONNX Runtime would read
 * that file, so every message must be parsed here exactly as protobuf does: encodings that protobuf does not write throw.
 */
import { PbfReader } from 'pbf'

type Kind = 'model' | 'training' | 'function' | 'graph' | 'node' | 'attribute' | 'sparse' | 'tensor'

/** The fields that lead to tensors, by their numbers in onnx.proto3 (IR version 13). */
const FIELDS: Record<Kind, Readonly<Record<number, Kind>>> = {
  model: { 7: 'graph', 20: 'training', 25: 'function' },
  training: { 1: 'graph', 2: 'graph' },
  function: { 7: 'node', 11: 'attribute' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparse' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse', 23: 'sparse' },
  sparse: { 1: 'tensor', 2: 'tensor' },
  tensor: {},
}

/** Numbers of a tensor's fields in onnx.proto3. */
export const TENSOR_FIELDS = { dims: 1, type: 2, name: 8, rawData: 9, externalData: 13, dataLocation: 14 } as const
/** Fields that hold the data of a tensor, or say where it is. */
const DATA_FIELDS = new Set<number>([
  ...[4, 5, 6, 7, 10, 11],
  TENSOR_FIELDS.rawData,
  TENSOR_FIELDS.externalData,
  TENSOR_FIELDS.dataLocation,
])

const VARINT = 0
const BYTES = 2

/** The depth limit of protobuf: ONNX Runtime rejects deeper nesting. */
const MAX_DEPTH = 100
/** Bounds of the memory that a hostile file takes; the largest models have some thousand tensors of ten fields. */
const MAX_TENSORS = 100_000
const MAX_RANGES = 100
const MAX_DIMS_BYTES = 1024

/** The place of a message in the bytes: its length is stated from `lengthAt` on, its fields are from `start` to `end`. */
export interface MessagePlace {
  /** Null for the whole file, whose length is not stated. */
  parent: MessagePlace | null
  lengthAt: number
  start: number
  end: number
}

/** A tensor that is not, or not wholly, inside the file. */
export interface OutsideTensor {
  place: MessagePlace
  name: string
  /** Number of the type of its elements in onnx.proto3. */
  type: number
  /** The product of its dimensions, 1 for a scalar. */
  values: number
  /** The name of the file, '' where none is stated. */
  location: string
  /** In bytes; null where they are not stated, NaN where they are stated, but are no numbers. */
  offset: number | null
  length: number | null
  /** The ranges of its fields other than its data and their place, with their tags. */
  kept: { start: number; end: number }[]
}

/**
 * The tensors with data in other files, in the order of the bytes. Throws when the bytes are not an ONNX file or are
 * nested too deeply.
 */
export function outsideTensors(bytes: Uint8Array): OutsideTensor[] {
  const found: OutsideTensor[] = []
  const whole = { parent: null, lengthAt: 0, start: 0, end: bytes.length }
  walk(new PbfReader(bytes), whole, 'model', found, 0)
  return found
}

/** The names of other files that the file needs, each once. Throws as `outsideTensors` does. */
export const outsideFiles = (bytes: Uint8Array): string[] => [
  ...new Set(outsideTensors(bytes).map(({ location }) => location)),
]

function walk(pbf: PbfReader, place: MessagePlace, kind: Kind, found: OutsideTensor[], depth: number): void {
  if (depth > MAX_DEPTH) throw new Error('the file is nested too deeply')
  if (kind === 'tensor') {
    const tensor = readTensor(pbf, place)
    if (tensor) found.push(tensor)
    if (found.length > MAX_TENSORS) throw new Error(`more than ${MAX_TENSORS} tensors are in other files`)
    return
  }
  const children = FIELDS[kind]
  const readField = (field: number) => {
    const child = children[field]
    if (child === undefined || pbf.type !== BYTES) return
    const lengthAt = pbf.pos
    const end = endOfValue(pbf, place.end)
    walk(pbf, { parent: place, lengthAt, start: pbf.pos, end }, child, found, depth + 1)
  }
  pbf.readFields(readField, null, place.end)
  requireEnd(pbf, place.end)
}

/** Null for a tensor that is inside the file. */
function readTensor(pbf: PbfReader, place: MessagePlace): OutsideTensor | null {
  const tensor: OutsideTensor = {
    place,
    name: '',
    type: 0,
    values: 1,
    location: '',
    offset: null,
    length: null,
    kept: [],
  }
  let isOutside = false
  let start = place.start
  const readField = (number: number) => {
    const isBytes = pbf.type === BYTES
    if (number === TENSOR_FIELDS.externalData && isBytes) {
      isOutside = true
      readEntry(pbf, endOfValue(pbf, place.end), tensor)
    } else if (number === TENSOR_FIELDS.dataLocation && pbf.type === VARINT) {
      // 0 is internal. Protobuf truncates numbers to 32 bits, so that other values than 1 can mean 1.
      if (pbf.readVarint() !== 0) isOutside = true
    } else if (number === TENSOR_FIELDS.dims && (isBytes || pbf.type === VARINT)) tensor.values *= productAt(pbf, place)
    else if (number === TENSOR_FIELDS.type && pbf.type === VARINT) tensor.type = pbf.readVarint()
    else if (number === TENSOR_FIELDS.name && isBytes) tensor.name = pbf.readString()
    else pbf.skip(pbf.type)
    if (!DATA_FIELDS.has(number)) keep(tensor.kept, start, pbf.pos)
    start = pbf.pos
  }
  pbf.readFields(readField, null, place.end)
  requireEnd(pbf, place.end)
  return isOutside ? tensor : null
}

/** The product of the dimensions in a field; NaN for more than a tensor can have. */
function productAt(pbf: PbfReader, place: MessagePlace): number {
  if (pbf.type === VARINT) return pbf.readVarint(true)
  const end = endOfValue(pbf, place.end)
  if (end - pbf.pos > MAX_DIMS_BYTES) {
    pbf.pos = end
    return Number.NaN
  }
  let product = 1
  while (pbf.pos < end) product *= pbf.readVarint(true)
  requireEnd(pbf, end)
  return product
}

/** Fields that follow each other are one range. */
function keep(ranges: OutsideTensor['kept'], start: number, end: number): void {
  const last = ranges.at(-1)
  if (last?.end === start) last.end = end
  else if (ranges.length < MAX_RANGES) ranges.push({ start, end })
  else throw new Error(`a tensor has its fields in more than ${MAX_RANGES} parts`)
}

/** An entry of a list of keys and values: location, offset, length; others, such as a checksum, change nothing. */
function readEntry(pbf: PbfReader, end: number, tensor: OutsideTensor): void {
  const entry = { key: '', value: '' }
  const readField = (field: number) => {
    if (pbf.type !== BYTES) return
    if (field === 1) entry.key = pbf.readString()
    else if (field === 2) entry.value = pbf.readString()
  }
  pbf.readFields(readField, null, end)
  requireEnd(pbf, end)
  if (entry.key === 'location') tensor.location ||= entry.value
  else if (entry.key === 'offset') tensor.offset = wholeNumber(entry.value)
  else if (entry.key === 'length') tensor.length = wholeNumber(entry.value)
}

const wholeNumber = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)

function requireEnd(pbf: PbfReader, end: number): void {
  // A field with the number 0 ends the parsing early, a value that is too long ends it late.
  if (pbf.pos !== end) throw new Error('a part does not end where its stated length ends')
}

function endOfValue(pbf: PbfReader, endOfParent: number): number {
  const end = pbf.readVarint() + pbf.pos
  if (end > endOfParent) throw new Error('a part is longer than the part that contains it')
  return end
}
