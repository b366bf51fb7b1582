/** Re-identification networks: they map an image to a vector that is similar for images of the same object. */

import { basename } from 'node:path'
import type ort from 'onnxruntime-node'
import type { DeviceId } from '../../shared/domain/device.ts'
import type { ModelInput } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { createSession, outputTensor, readDeclaration } from './detector-session.ts'
import { BYTES_RGB, IMAGENET, type Pixels, UNIT_RGB } from './families/family.ts'
import { imageTensor } from './image-tensor.ts'
import { firstLine, unsupported } from './model-errors.ts'
import { imageInput } from './model-input.ts'

export interface EmbeddingSession {
  readonly input: Pick<ModelInput, 'width' | 'height'>
  /** Length of the vectors. */
  readonly dimension: number
  /**
   * `input`: planar RGB, 0 to 1, of shape [3, height, width]. Returns a vector of length 1, or null when the network's
   * output has no direction.
   */
  embed(input: Float32Array): Promise<Float32Array<ArrayBuffer> | null>
  close(): Promise<void>
}

/** Input size of people in most training code, used when the file does not fix it. */
const USUAL_SIZE = { width: 128, height: 256 }

/** Preprocessing by the file's metadata entry `pixels`; without it, ImageNet's mean and deviation. */
const PIXELS = new Map<string, Pixels>([
  ['imagenet', IMAGENET],
  ['0-1', { ...UNIT_RGB, fit: 'stretch' }],
  ['0-255', { ...BYTES_RGB, fit: 'stretch' }],
])

/**
 * Opens a network of one image [1, 3, height, width] and one vector [1, length], and runs it once on a blank image.
 * Raises `RunFailure`: `model_missing`, `model_unreadable`, `model_unsupported`. `name` is the model's name in
 * messages.
 */
export async function openEmbedding(
  path: string,
  threads: number,
  name = basename(path),
  device?: DeviceId,
): Promise<EmbeddingSession> {
  const file = readDeclaration(path, name)
  const image = imageInput(file, name)
  const size = image.size ?? image.stated ?? USUAL_SIZE
  const pixels = PIXELS.get(file.metadata.pixels ?? 'imagenet') ?? IMAGENET
  const convention = { ...size, layout: image.layout, elementType: image.elementType, ...pixels }
  const session = await createSession(path, threads, file, name, device)
  const run = async (input: Float32Array) => {
    const results = await session.run({ [image.name]: imageTensor(input, convention) })
    return file.outputs.map((output) => outputTensor(output.name, results[output.name] as ort.Tensor))
  }
  try {
    const outputs = await run(new Float32Array(3 * size.width * size.height))
    const dimension = outputs[0]?.data.length ?? 0
    const isVector = outputs.length === 1 && outputs[0]?.shape[0] === 1 && Math.max(...outputs[0].shape) === dimension
    if (!isVector || dimension < 2) {
      const shapes = outputs.map((o) => `“${o.name}” [${o.shape.join(', ')}]`).join(', ')
      throw unsupported(message('model_file.not_a_vector', { name, outputs: shapes }))
    }
    return {
      input: size,
      dimension,
      async embed(input) {
        const [output] = await run(input)
        return unitVector(output?.data ?? new Float32Array(0))
      },
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
