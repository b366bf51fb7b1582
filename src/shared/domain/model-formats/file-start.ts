/** The first bytes of a file, with the questions that formats are recognised by. */

export interface FileStart {
  bytes: Uint8Array
  /** One character for each byte. */
  text: string
}

export function fileStart(bytes: Uint8Array): FileStart {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return { bytes, text }
}

/** Numbers stand for bytes. */
export const begins =
  (...starts: (string | number[])[]) =>
  ({ text }: FileStart): boolean =>
    starts.some((start) => text.startsWith(typeof start === 'string' ? start : String.fromCharCode(...start)))

/** The identifier of a FlatBuffers file, after the offset of its root. */
export const flatbuffer =
  (identifier: string) =>
  ({ text }: FileStart): boolean =>
    text.slice(4, 8) === identifier

const ZIP = 'PK\u0003\u0004'

export const isZip = ({ text }: FileStart): boolean => text.startsWith(ZIP)

/** A ZIP archive with this text among the names and contents near its start. */
export const zipWith =
  (...parts: (string | RegExp)[]) =>
  (start: FileStart): boolean =>
    isZip(start) && parts.every((part) => holds(start, part))

/** A pickle of protocol 2 to 5: of PyTorch before its ZIP archives, or of anything else. */
export const isPickle = ({ bytes }: FileStart): boolean => bytes[0] === 0x80 && [2, 3, 4, 5].includes(bytes[1] ?? 0)

/** A text that begins with a JSON object and has all these parts. */
export const jsonWith =
  (...parts: (string | RegExp)[]) =>
  (start: FileStart): boolean =>
    /^(\u00ef\u00bb\u00bf)?\s*\{/.test(start.text) && parts.every((part) => holds(start, part))

const holds = ({ text }: FileStart, part: string | RegExp): boolean =>
  typeof part === 'string' ? text.includes(part) : part.test(text)

/** A field of a protobuf message: its number, its wire type, and where its value is. */
interface Field {
  number: number
  wire: number
  /** The value of a number; 0 for others. */
  value: number
  start: number
  end: number
}

const VARINT = 0
const BYTES = 2

/** Null where no field of a number or of bytes begins. */
function fieldAt(bytes: Uint8Array, at: number): Field | null {
  const tag = varintAt(bytes, at)
  const value = tag && varintAt(bytes, tag.end)
  if (!tag || !value) return null
  const found = { number: tag.value >>> 3, wire: tag.value & 7 }
  if (found.wire === VARINT) return { ...found, value: value.value, start: tag.end, end: value.end }
  return found.wire === BYTES ? { ...found, value: 0, start: value.end, end: value.end + value.value } : null
}

/** The lower 32 bits. */
function varintAt(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  let value = 0
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return null
    if (i < 5) value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) return { value: value % 2 ** 32, end: at + i + 1 }
  }
  return null
}

const textOf = ({ text }: FileStart, { start, end }: Field): string => text.slice(start, end)

/**
 * True for a message that begins with a number and goes on with a message, as Core ML and SavedModel do. ONNX goes on with
 * the name of its producer.
 */
export function hasMessageSecond({ bytes }: FileStart): boolean {
  const first = fieldAt(bytes, 0)
  if (first?.number !== 1 || first.wire !== VARINT) return false
  const second = fieldAt(bytes, first.end)
  // The tag of a message's first field: no letter.
  return second?.number === 2 && second.wire === BYTES && (bytes[second.start] ?? 0x20) < 0x20
}

/** GraphDef of TensorFlow: its first field is a node, with a name and an operator. */
export function isGraphDef(start: FileStart): boolean {
  const node = fieldAt(start.bytes, 0)
  const name = node && fieldAt(start.bytes, node.start)
  const operator = name && fieldAt(start.bytes, name.end)
  if (node?.number !== 1 || name?.number !== 1 || operator?.number !== 2) return false
  return /^[\w./:-]+$/.test(textOf(start, name)) && /^\w+$/.test(textOf(start, operator))
}

/** ProgramDesc of PaddlePaddle: its first field is a block, with the numbers of itself and of its parent. */
export function isProgramDesc({ bytes }: FileStart): boolean {
  const block = fieldAt(bytes, 0)
  const index = block && fieldAt(bytes, block.start)
  const parent = index && fieldAt(bytes, index.end)
  if (block?.number !== 1 || block.wire !== BYTES) return false
  return index?.number === 1 && index.wire === VARINT && parent?.number === 2 && parent.wire === VARINT
}

/** NetParameter of Caffe: a name, then layers of version 1 (field 2) or 2 (field 100), or inputs (field 3). */
export function isNetParameter(start: FileStart): boolean {
  const name = fieldAt(start.bytes, 0)
  const next = name && fieldAt(start.bytes, name.end)
  if (name?.number !== 1 || name.wire !== BYTES || !/^[\w .()-]+$/.test(textOf(start, name))) return false
  return next?.wire === BYTES && [2, 3, 100].includes(next.number)
}
