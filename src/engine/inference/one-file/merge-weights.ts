/**
 * Moves the weights that an ONNX file has in other files into it: each tensor's `external_data` becomes its `raw_data`
 * (onnx.proto3, “External Tensor Data”; the same bytes, little-endian). Everything else stays byte for byte.
 */
import { PbfWriter } from 'pbf'
import { type MessagePlace, type OutsideTensor, TENSOR_FIELDS } from '../../../disk/onnx-tensors.ts'
import { message } from '../../../shared/messages/message.ts'
import { MAX_MODEL_BYTES, modelTooLarge, unsupported } from '../model-errors.ts'
import type { DataFiles } from './data-files.ts'

/** Bits of an element by the number of its type; strings can't be in another file. */
const ELEMENT_BITS = new Map<number, number>([
  ...[9, 2, 3, 17, 18, 19, 20, 24].map((type): [number, number] => [type, 8]),
  ...[4, 5, 10, 16].map((type): [number, number] => [type, 16]),
  ...[1, 6, 12].map((type): [number, number] => [type, 32]),
  ...[7, 11, 13, 14].map((type): [number, number] => [type, 64]),
  ...[21, 22, 23].map((type): [number, number] => [type, 4]),
  ...[25, 26].map((type): [number, number] => [type, 2]),
  [15, 128],
])

/** Tensors may share bytes, such as tied weights; without a bound, a small file could become gigabytes. */
const MOST_USES = 2

interface Range {
  location: string
  offset: number
  length: number
}

/** A part of the original bytes that is replaced. */
interface Edit {
  start: number
  end: number
  parts: (Uint8Array | Range)[]
}

/**
 * The bytes of the whole model, in parts that are valid until the next one is taken; `tensors`: those of
 * `outsideTensors`. All sizes are checked before the first part. `name` is the model's name in messages. Raises
 * `model_unsupported` for data that is missing, unsafe, of another size, or too large for one file.
 */
export async function* mergedWeights(
  bytes: Uint8Array,
  tensors: readonly OutsideTensor[],
  name: string,
  data: DataFiles,
): AsyncGenerator<Uint8Array> {
  const ranges = new Map<OutsideTensor, Range>()
  for (const tensor of tensors) ranges.set(tensor, await rangeOf(tensor, name, data))
  await requireSize(bytes.length, ranges, name, data)
  let at = 0
  for (const { start, end, parts } of editsOf(bytes, ranges)) {
    yield bytes.subarray(at, start)
    for (const part of parts) {
      if (part instanceof Uint8Array) yield part
      else yield* data.read(part.location, part.offset, part.length)
    }
    at = end
  }
  yield bytes.subarray(at)
}

/** The rest of its file for a tensor of an unknown type without a length, as the package `onnx` reads it. */
async function rangeOf(tensor: OutsideTensor, name: string, data: DataFiles): Promise<Range> {
  const { location, type, values } = tensor
  const size = await data.size(location)
  const offset = tensor.offset ?? 0
  const bits = ELEMENT_BITS.get(type)
  const declared = bits === undefined ? null : Math.ceil((values * bits) / 8)
  const length = tensor.length ?? declared ?? size - offset
  // A comparison with a number that was not readable is false.
  const fits = length >= 0 && offset + length <= size && (declared === null || declared === length)
  if (!fits) throw unsupported(message('model_file.data_mismatch', { name, file: location }))
  return { location, offset, length }
}

async function requireSize(own: number, ranges: Map<OutsideTensor, Range>, name: string, data: DataFiles) {
  const uses = new Map<string, number>()
  let total = own
  for (const { location, length } of ranges.values()) {
    uses.set(location, (uses.get(location) ?? 0) + length)
    total += length
  }
  if (total > MAX_MODEL_BYTES) throw modelTooLarge(name, total)
  for (const [file, used] of uses) {
    if (used > MOST_USES * (await data.size(file)))
      throw unsupported(message('model_file.data_mismatch', { name, file }))
  }
}

/** In the order of the bytes: the new lengths of all messages around the tensors, and the tensors. */
function editsOf(bytes: Uint8Array, ranges: Map<OutsideTensor, Range>): Edit[] {
  const growth = new Map<MessagePlace, number>()
  const edits: Edit[] = []
  const contents = new Map<MessagePlace, Edit['parts']>()
  for (const [{ place, kept }, range] of ranges) {
    const parts = [...kept.map(({ start, end }) => bytes.subarray(start, end)), rawDataStart(range.length), range]
    contents.set(place, parts)
    growth.set(place, parts.reduce((sum, { length }) => sum + length, 0) - (place.end - place.start))
    let around = place.parent
    while (around !== null && !growth.has(around)) {
      growth.set(around, 0)
      around = around.parent
    }
  }
  // A message begins after those that it is in: the inner ones are done first.
  const inner = [...growth.keys()].sort((a, b) => b.lengthAt - a.lengthAt || b.start - a.start)
  for (const place of inner) {
    if (place.parent === null) continue
    const grown = growth.get(place) ?? 0
    const length = varint(place.end - place.start + grown)
    const around = growth.get(place.parent) ?? 0
    growth.set(place.parent, around + grown + length.length - (place.start - place.lengthAt))
    const content = contents.get(place)
    edits.push({
      start: place.lengthAt,
      end: content ? place.end : place.start,
      parts: content ? [length, ...content] : [length],
    })
  }
  return edits.reverse()
}

function varint(value: number): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeVarint(value)
  return pbf.finish().slice()
}

/** The tag of `raw_data`, a field of bytes, and their number. */
const rawDataStart = (length: number): Uint8Array => Uint8Array.of((TENSOR_FIELDS.rawData << 3) | 2, ...varint(length))
