/** Writes ONNX models of a few bytes, field by field: numbers are those of onnx.proto3. */
import { PbfWriter } from 'pbf'

export type Part = (pbf: PbfWriter) => void

const FLOAT = 1
/** Types of attributes. */
export const TENSOR = 4
export const GRAPH = 5

export const message =
  (...parts: Part[]): Part =>
  (pbf) => {
    for (const part of parts) part(pbf)
  }
export const field =
  (number: number, part: Part): Part =>
  (pbf) =>
    pbf.writeBytesField(number, bytesOf(part))
export const text =
  (number: number, value: string): Part =>
  (pbf) =>
    pbf.writeStringField(number, value)
export const int =
  (number: number, value: number): Part =>
  (pbf) =>
    pbf.writeVarintField(number, value)
export const raw =
  (number: number, value: Uint8Array): Part =>
  (pbf) =>
    pbf.writeBytesField(number, value)

export function bytesOf(part: Part): Uint8Array {
  const pbf = new PbfWriter()
  part(pbf)
  return pbf.finish()
}

const entry = (key: string, value: string): Part => field(13, message(text(1, key), text(2, value)))

/** One number, stored in another file. */
export const outside = (name: string, file: string): Part =>
  message(int(1, 1), int(2, FLOAT), text(8, name), entry('location', file), int(14, 1))

/** One number, stored in the model. */
export const inside = (name: string, value: number): Part =>
  message(int(1, 1), int(2, FLOAT), text(8, name), raw(9, new Uint8Array(Float32Array.of(value).buffer)))

export const attribute = (name: string, type: number, value: Part): Part => message(text(1, name), int(20, type), value)

export const node = (operator: string, inputs: string[], outputs: string[], ...rest: Part[]): Part =>
  message(...inputs.map((i) => text(1, i)), ...outputs.map((o) => text(2, o)), text(4, operator), ...rest)

export const constant = (output: string, tensor: Part): Part =>
  node('Constant', [], [output], field(5, attribute('value', TENSOR, field(5, tensor))))

const dimension = (length: number): Part => field(1, int(1, length))
export const value = (name: string, elementType: number, ...shape: number[]): Part =>
  message(text(1, name), field(2, field(1, message(int(1, elementType), field(2, message(...shape.map(dimension)))))))

/** Adds “weight” to an image of 4 x 4; `parts` of the graph supply the weight. */
export const graph = (...parts: Part[]): Part =>
  message(
    text(2, 'graph'),
    field(11, value('picture', FLOAT, 1, 3, 4, 4)),
    field(12, value('sum', FLOAT, 1, 3, 4, 4)),
    ...parts,
    field(1, node('Add', ['picture', 'weight'], ['sum'])),
  )

export const model = (graphPart: Part, ...rest: Part[]): Uint8Array =>
  bytesOf(message(int(1, 8), field(8, int(2, 17)), field(7, graphPart), ...rest))
