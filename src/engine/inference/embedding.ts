/** Re-identification networks: they map an image to a vector that is similar for images of the same object. */

import { basename } from 'node:path'
import type ort from 'onnxruntime-node'
import type { ModelInput } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { createSession, outputTensor, readDeclaration, type SessionSettings } from './detector-session.ts'
import { PEOPLE_SIZE } from './families/embedding-network.ts'
import { IMAGENET, pixelsFor } from './families/family.ts'
import { imageTensor } from './image-tensor.ts'
import { requireValid, settledConversion } from './model-conversion.ts'
import { firstLine, unsupported } from './model-errors.ts'
import { imageInput, takesBytes } from './model-input.ts'
import { batchFor, declaresBatch, isStacked, outputsOfImage, padded } from './onnx-batch.ts'

/** The size of its images in pixels, and how regions are fitted to it. */
export type EmbeddingInput = Pick<ModelInput, 'width' | 'height' | 'fit' | 'crop' | 'bars'>

export interface EmbeddingSession {
  readonly input: EmbeddingInput
  /** Length of the vectors. */
  readonly dimension: number
  /** Most images of one call. */
  readonly batch: number
  /**
   * `images`: one to `batch` of them, each planar RGB, 0 to 1, of shape [3, height, width]. Returns for each a vector of
   * length 1, or null when the network's output has no direction.
   */
  embed(images: readonly Float32Array[]): Promise<(Float32Array<ArrayBuffer> | null)[]>
  close(): Promise<void>
}

/**
 * Opens a network of images [batch, 3, height, width] and vectors [batch, length], and runs it on a blank image. The
 * batch is 1, free, or fixed: then the missing images of a call repeat its last. ImageNet's mean and deviation unless an
 * option or the file's metadata says otherwise. Raises `RunFailure`: `model_missing`,
 * `model_unreadable`, `model_unsupported`. `name` is the model's name in messages.
 */
export async function openEmbedding(
  path: string,
  threads: number,
  name = basename(path),
  { device, batch = 1, conversion }: SessionSettings = {},
): Promise<EmbeddingSession> {
  const given = conversion ?? {}
  requireValid(given, name)
  const file = readDeclaration(path, name)
  const image = imageInput(file, name, given)
  const size = image.size ?? image.stated ?? PEOPLE_SIZE
  const assumed = pixelsFor(IMAGENET, { isBytes: takesBytes(image), isGrey: image.planes === 1 })
  const { pixels } = settledConversion(given, file, image, assumed)
  const convention = { ...size, layout: image.layout, elementType: image.elementType, ...pixels }
  const session = await createSession(path, threads, file, name, device)
  const run = async (images: readonly Float32Array[]) => {
    const feeds = { [image.name]: imageTensor(padded(images, Math.max(images.length, image.batch)), convention) }
    const results = await session.run(feeds)
    return file.outputs.map((output) => outputTensor(output.name, results[output.name] as ort.Tensor))
  }
  const vectors = async (images: readonly Float32Array[]) => {
    const outputs = await run(images)
    const count = Math.max(images.length, image.batch)
    return images.map((_, i) => unitVector(outputsOfImage(outputs, i, count)[0]?.data ?? new Float32Array(0)))
  }
  try {
    const blank = new Float32Array(3 * size.width * size.height)
    const outputs = await run([blank])
    const [vector] = isStacked(outputs, image.batch) ? outputsOfImage(outputs, 0, image.batch) : []
    const dimension = vector?.data.length ?? 0
    const isVector = outputs.length === 1 && vector?.shape[0] === 1 && Math.max(...vector.shape) === dimension
    if (!isVector || dimension < 2) {
      const shapes = outputs.map((o) => `“${o.name}” [${o.shape.join(', ')}]`).join(', ')
      throw unsupported(message('model_file.not_a_vector', { name, outputs: shapes }))
    }
    const wanted = declaresBatch(file, image) ? batchFor(batch, size) : 1
    const isBatched =
      wanted > 1 &&
      (await run([blank, blank]).then(
        (two) => isStacked(two, 2),
        () => false,
      ))
    return {
      input: { ...size, fit: pixels.fit, crop: pixels.crop, bars: pixels.bars },
      dimension,
      batch: isBatched ? wanted : image.batch,
      embed: vectors,
      close: () => session.release(),
    }
  } catch (error) {
    await session.release()
    if (error instanceof RunFailure) throw error
    throw unsupported(message('model_file.embedding_fails', { name, reason: firstLine(error) }), error)
  }
}

/** Null when there is no direction: all zero, or not finite. */
function unitVector(values: Float32Array): Float32Array<ArrayBuffer> | null {
  let square = 0
  for (const value of values) square += value * value
  if (!(square > 0) || !Number.isFinite(square)) return null
  const length = Math.sqrt(square)
  return Float32Array.from(values, (value) => value / length)
}
