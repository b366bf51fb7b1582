/** What an ONNX file declares: inputs, outputs, metadata. Read from the protobuf; weights are skipped, not decoded. */
import { PbfReader } from 'pbf'

export interface TensorInfo {
  name: string
  /** Null where the type is not one of `ELEMENT_TYPES`. */
  elementType: ElementType | null
  /** A dimension without a fixed length is its symbol, or '?'. */
  shape: (number | string)[]
}

export interface OnnxFile {
  producer: string
  /** Without initialisers, which old exporters list as inputs too. */
  inputs: TensorInfo[]
  outputs: TensorInfo[]
  metadata: Record<string, string>
}

const ELEMENT_TYPES = { 1: 'float32', 2: 'uint8', 3: 'int8', 6: 'int32', 7: 'int64', 10: 'float16' } as const
export type ElementType = (typeof ELEMENT_TYPES)[keyof typeof ELEMENT_TYPES]

/** Field numbers are those of onnx.proto3 (ONNX IR version 10). Throws when the bytes are no such message. */
export function readOnnxFile(bytes: Uint8Array): OnnxFile {
  const file: OnnxFile & { sawGraph: boolean; initialisers: Set<string> } = {
    producer: '',
    inputs: [],
    outputs: [],
    metadata: {},
    sawGraph: false,
    initialisers: new Set(),
  }
  new PbfReader(bytes).readFields((tag, _result, pbf) => {
    if (tag === 2) file.producer = pbf.readString()
    else if (tag === 14) {
      const entry = message(pbf, readEntry, { key: '', value: '' })
      file.metadata[entry.key] = entry.value
    } else if (tag === 7) {
      file.sawGraph = true
      message(
        pbf,
        (field, _graph, graph) => {
          if (field === 5) file.initialisers.add(message(graph, readTensorName, { name: '' }).name)
          else if (field === 11) file.inputs.push(message(graph, readValueInfo, emptyInfo()))
          else if (field === 12) file.outputs.push(message(graph, readValueInfo, emptyInfo()))
        },
        file,
      )
    }
  }, file)
  if (!file.sawGraph) throw new Error('no graph in the file')
  const { producer, outputs, metadata } = file
  return { producer, inputs: file.inputs.filter((i) => !file.initialisers.has(i.name)), outputs, metadata }
}

/** A nested message; throws when it claims to be longer than the file, where pbf would read on into nothing. */
function message<T>(pbf: PbfReader, readField: (tag: number, result: T, pbf: PbfReader) => void, result: T): T {
  const end = pbf.readVarint() + pbf.pos
  if (end > pbf.length) throw new Error('a part is longer than the file')
  return pbf.readFields(readField, result, end)
}

const emptyInfo = (): TensorInfo => ({ name: '', elementType: null, shape: [] })

function readEntry(tag: number, entry: { key: string; value: string }, pbf: PbfReader): void {
  if (tag === 1) entry.key = pbf.readString()
  else if (tag === 2) entry.value = pbf.readString()
}

function readTensorName(tag: number, tensor: { name: string }, pbf: PbfReader): void {
  if (tag === 8) tensor.name = pbf.readString()
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
  if (tag === 1) dimension.length = pbf.readVarint(true)
  else if (tag === 2) dimension.length = pbf.readString()
}
