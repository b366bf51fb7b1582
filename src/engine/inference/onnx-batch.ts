/** Batches of images for models whose batch dimension is free, or fixed to more than one image. */
import type { OutputTensor } from './families/family.ts'
import type { ImageInput } from './model-input.ts'
import type { OnnxFile } from './onnx-file.ts'

/** Most images of a batch. */
export const MAX_BATCH = 8
/** Most crops of a batch of a re-identification network: 12 MB at its usual input size. */
export const MAX_CROPS = 32
/** Bytes of a batch of images: larger inputs get smaller batches. */
const MAX_BATCH_BYTES = 64 * 2 ** 20

/** Images of a batch at this size, at most `wanted`. */
export function batchFor(wanted: number, { width, height }: { width: number; height: number }): number {
  const fitting = Math.floor(MAX_BATCH_BYTES / (3 * width * height * Float32Array.BYTES_PER_ELEMENT))
  return Math.max(1, Math.min(wanted, fitting))
}

/**
 * True when the file declares a free batch dimension for its image, and no other input. Outputs are judged by a trial:
 * exporters often declare them wrongly.
 */
export function declaresBatch({ inputs }: OnnxFile, image: ImageInput): boolean {
  const declared = inputs.find(({ name }) => name === image.name)
  const isAlone = image.sizes === null && image.scales === null && image.mask === null && image.layout !== 'chw'
  return isAlone && typeof declared?.shape[0] === 'string'
}

/** True when the outputs for `count` images hold one entry for each. */
export const isStacked = (outputs: readonly OutputTensor[], count: number): boolean =>
  outputs.every(({ shape, data }) => shape[0] === count && data.length % count === 0)

/** The images of a file that takes `count` at a time: the missing ones repeat the last. */
export function padded<T>(images: readonly T[], count: number): T[] {
  const last = images.at(-1)
  return last === undefined ? [] : Array.from({ length: count }, (_, i) => images[i] ?? last)
}

/** Rows of detections of all images of a batch: their first column is the image. */
const isListOfAll = ({ shape, data, isInteger }: OutputTensor, count: number): boolean => {
  const [, columns = 0, ...rest] = shape
  if (isInteger || rest.length > 0 || columns !== ROW_OF_BATCH) return false
  for (let at = 0; at < data.length; at += columns) {
    const image = data[at] as number
    if (!Number.isInteger(image) || image < 0 || image >= count) return false
  }
  return true
}

/** Columns of such a row: the image, its box, score and class. */
const ROW_OF_BATCH = 7

/** Returns whether the outputs for `count` images can be divided among them. */
export const isDivisible = (outputs: readonly OutputTensor[], count: number): boolean =>
  count === 1 || outputs.every((output) => isListOfAll(output, count)) || isStacked(outputs, count)

/** The outputs of one image of a batch, as if it had been alone. */
export function outputsOfImage(outputs: readonly OutputTensor[], index: number, count: number): OutputTensor[] {
  if (count === 1) return [...outputs]
  if (outputs.every((output) => isListOfAll(output, count))) return outputs.map((output) => rowsOfImage(output, index))
  return outputs.map((output) => {
    const length = output.data.length / count
    const shape = [1, ...output.shape.slice(1)]
    return { ...output, shape, data: output.data.subarray(index * length, (index + 1) * length) }
  })
}

function rowsOfImage(output: OutputTensor, index: number): OutputTensor {
  const rows: Float32Array[] = []
  for (let at = 0; at < output.data.length; at += ROW_OF_BATCH) {
    if (output.data[at] === index) rows.push(output.data.slice(at, at + ROW_OF_BATCH).fill(0, 0, 1))
  }
  const data = new Float32Array(ROW_OF_BATCH * rows.length)
  for (const [i, row] of rows.entries()) data.set(row, ROW_OF_BATCH * i)
  return { ...output, shape: [rows.length, ROW_OF_BATCH], data }
}
