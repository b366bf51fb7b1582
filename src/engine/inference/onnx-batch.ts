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
  const isAlone = image.sizes === null && image.mask === null && image.layout !== 'chw'
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

/** The outputs of one image of a batch, as if it had been alone. */
export function outputsOfImage(outputs: readonly OutputTensor[], index: number, count: number): OutputTensor[] {
  if (count === 1) return [...outputs]
  return outputs.map((output) => {
    const length = output.data.length / count
    const shape = [1, ...output.shape.slice(1)]
    return { ...output, shape, data: output.data.subarray(index * length, (index + 1) * length) }
  })
}
