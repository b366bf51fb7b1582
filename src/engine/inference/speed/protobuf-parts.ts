/** Messages of protobuf as lists of parts, so that the weights in them are never copied to change what is around them. */
import { PbfReader, PbfWriter } from 'pbf'

export type Parts = readonly Uint8Array[]

const VARINT = 0
const BYTES = 2

export interface Field {
  number: number
  isBytes: boolean
  /** The value of a number; 0 for others. */
  value: number
  /** The content of bytes; empty for others. */
  content: Uint8Array
  /** The whole field, with its tag. */
  whole: Uint8Array
}

/** The fields of a message in their order. Throws when the bytes are not one. */
export function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  const pbf = new PbfReader(bytes)
  let start = 0
  const readField = (number: number) => {
    const isBytes = pbf.type === BYTES
    let value = 0
    let content = bytes.subarray(0, 0)
    if (isBytes) content = pbf.readBytes()
    else if (pbf.type === VARINT) value = pbf.readVarint(true)
    else pbf.skip(pbf.type)
    fields.push({ number, isBytes, value, content, whole: bytes.subarray(start, pbf.pos) })
    start = pbf.pos
  }
  pbf.readFields(readField, null)
  return fields
}

const utf8 = new TextDecoder()

export const textsOf = (fields: readonly Field[], number: number): string[] =>
  fields.filter((field) => field.number === number).map(({ content }) => utf8.decode(content))

export const numbersOf = (fields: readonly Field[], number: number): number[] =>
  fields
    .filter((field) => field.number === number)
    .flatMap(({ isBytes, content, value }) => (isBytes ? packed(content) : [value]))

function packed(content: Uint8Array): number[] {
  const pbf = new PbfReader(content)
  const numbers: number[] = []
  while (pbf.pos < content.length) numbers.push(pbf.readVarint(true))
  return numbers
}

/** A field of bytes that holds these parts. */
export function messageField(number: number, content: Parts): Parts {
  const pbf = new PbfWriter()
  pbf.writeVarint((number << 3) | BYTES)
  pbf.writeVarint(content.reduce((sum, { length }) => sum + length, 0))
  return [pbf.finish().slice(), ...content]
}

export function textField(number: number, text: string): Parts {
  return messageField(number, [new TextEncoder().encode(text)])
}

export function numberField(number: number, value: number): Parts {
  const pbf = new PbfWriter()
  pbf.writeVarintField(number, value)
  return [pbf.finish().slice()]
}
