/**
 * Finds tensors of an ONNX file whose data is in another file, wherever ONNX allows a tensor. ONNX Runtime would read
 * that file, so every message must be parsed here exactly as protobuf does: encodings that protobuf does not write
 * throw.
 */
import { PbfReader } from 'pbf'

type Message = 'model' | 'training' | 'function' | 'graph' | 'node' | 'attribute' | 'sparse' | 'tensor'

/** The fields that lead to tensors, by their numbers in onnx.proto3 (IR version 13). */
const FIELDS: Record<Message, Readonly<Record<number, Message>>> = {
  model: { 7: 'graph', 20: 'training', 25: 'function' },
  training: { 1: 'graph', 2: 'graph' },
  function: { 7: 'node', 11: 'attribute' },
  graph: { 1: 'node', 5: 'tensor', 15: 'sparse' },
  node: { 5: 'attribute' },
  attribute: { 5: 'tensor', 6: 'graph', 10: 'tensor', 11: 'graph', 22: 'sparse', 23: 'sparse' },
  sparse: { 1: 'tensor', 2: 'tensor' },
  tensor: {},
}
const EXTERNAL_DATA = 13
const DATA_LOCATION = 14

const VARINT = 0
const BYTES = 2

/** The depth limit of protobuf: ONNX Runtime rejects deeper nesting. */
const MAX_DEPTH = 100
/** Longest file name in an error. */
const MAX_NAME = 100

/**
 * The first external file that a tensor names, '' for a tensor that is external but names none; null when all are
 * internal. Throws when the bytes are not an ONNX file or are nested too deeply.
 */
export function externalData(bytes: Uint8Array): string | null {
  const finding: Finding = { isApart: false, location: '' }
  walk(new PbfReader(bytes), bytes.length, 'model', finding, 0)
  return finding.isApart ? finding.location.slice(0, MAX_NAME) : null
}

interface Finding {
  isApart: boolean
  location: string
}

function walk(pbf: PbfReader, end: number, message: Message, finding: Finding, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error('the file is nested too deeply')
  const children = FIELDS[message]
  const readField = (field: number) => {
    const child = children[field]
    if (child && pbf.type === BYTES) walk(pbf, endOfValue(pbf, end), child, finding, depth + 1)
    else if (message === 'tensor') readPlace(field, pbf, end, finding)
  }
  pbf.readFields(readField, null, end)
  // A field with the number 0 ends the parsing early, a value that is too long ends it late.
  if (pbf.pos !== end) throw new Error('a part does not end where its stated length ends')
}

function readPlace(field: number, pbf: PbfReader, end: number, finding: Finding): void {
  if (field === EXTERNAL_DATA && pbf.type === BYTES) {
    finding.isApart = true
    const entry = readEntry(pbf, endOfValue(pbf, end))
    if (entry.key === 'location') finding.location ||= entry.value
  } else if (field === DATA_LOCATION && pbf.type === VARINT) {
    // 0 is internal. Protobuf truncates numbers to 32 bits, so that other values than 1 can mean 1.
    if (pbf.readVarint() !== 0) finding.isApart = true
  }
}

function readEntry(pbf: PbfReader, end: number): { key: string; value: string } {
  const entry = { key: '', value: '' }
  const readField = (field: number) => {
    if (pbf.type !== BYTES) return
    if (field === 1) entry.key = pbf.readString()
    else if (field === 2) entry.value = pbf.readString()
  }
  pbf.readFields(readField, null, end)
  if (pbf.pos !== end) throw new Error('a part does not end where its stated length ends')
  return entry
}

function endOfValue(pbf: PbfReader, endOfParent: number): number {
  const end = pbf.readVarint() + pbf.pos
  if (end > endOfParent) throw new Error('a part is longer than the part that contains it')
  return end
}
