/** Encoder and decoder of the Segment Anything family as ONNX (docs/segmenters.md). Blocks its thread. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import ort from 'onnxruntime-node'
import type { Box, Point, Size } from '../../../shared/domain/geometry.ts'
import { SEGMENTER_FILES, segmenterNetworks } from '../../../shared/domain/installed-models.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { firstLine } from '../model-errors.ts'
import { openOnnx } from '../onnx-session.ts'
import { encoderTensor } from './sam-image.ts'
import {
  isSamDecoder,
  type SamNetwork,
  type SamSignature,
  samSignature,
  type TensorSlot,
  unfitNetwork,
} from './sam-signature.ts'

/** Outputs of the encoder by their names: kept unchanged, never read. */
export type SamEmbedding = ReadonlyMap<string, ort.Tensor>

/** A prompt in pixels of the encoder's input. */
export interface SamPrompt {
  include: readonly Point[]
  exclude: readonly Point[]
  box: Box | null
}

/** A point as prompt encoders know it: 0 excludes, 1 includes, 2 and 3 are the corners of a box, -1 is no point. */
interface Labelled extends Point {
  label: -1 | 0 | 1 | 2 | 3
}

const NO_POINT: Labelled = { x: 0, y: 0, label: -1 }

/**
 * Returns the decoder's inputs for a prompt, in the form of its signature. `fitted`: the size of the image within the encoder's input. Raises `model_unsupported` when the decoder takes fewer
 * points than the prompt has.
 */
function promptFeeds(
  signature: SamSignature,
  prompt: SamPrompt,
  fitted: Size,
  decoder: string,
): Record<string, ort.Tensor> {
  const { points, labels, boxes, boxForm, mask, hasMask, size } = signature
  const given = labelled(signature, prompt)
  const all = filled(given, fixedCount(points), decoder)
  const lead = points.shape.length === 4 ? [1, 1] : [1]
  const coordinates = all.flatMap(({ x, y }) => [x, y])
  const feeds: Record<string, ort.Tensor> = {
    [points.name]: tensorOf(points, coordinates, [...lead, all.length, 2]),
    [labels.name]: tensorOf(
      labels,
      all.map(({ label }) => label),
      [...lead, all.length],
    ),
  }
  if (boxes) {
    const corners = prompt.box && boxForm === 'input' ? cornersOf(prompt.box) : []
    feeds[boxes.name] = tensorOf(boxes, corners, [1, corners.length / 4, 4])
  }
  // There is no earlier mask.
  if (mask) feeds[mask.name] = zeros(mask, MASK_SHAPE)
  if (hasMask) feeds[hasMask.name] = zeros(hasMask, [1])
  // The size in the encoder's input, not that of the file: masks of a large photo would take hundreds of megabytes.
  if (size) feeds[size.name] = tensorOf(size, [fitted.height, fitted.width], [2])
  return feeds
}

const MASK_SHAPE = [1, 1, 256, 256]

const cornersOf = ({ x1, y1, x2, y2 }: Box): number[] => [x1, y1, x2, y2]

function labelled({ boxForm, padsPoints }: SamSignature, { include, exclude, box }: SamPrompt): Labelled[] {
  const points: Labelled[] = [
    ...include.map(({ x, y }): Labelled => ({ x, y, label: 1 })),
    ...exclude.map(({ x, y }): Labelled => ({ x, y, label: 0 })),
  ]
  if (box === null) return padsPoints ? [...points, NO_POINT] : points
  const { x1, y1, x2, y2 } = box
  if (boxForm === 'corners') return [...points, { x: x1, y: y1, label: 2 }, { x: x2, y: y2, label: 3 }]
  return boxForm === 'input' ? points : [...points, { x: (x1 + x2) / 2, y: (y1 + y2) / 2, label: 1 }]
}

/** The number of points that the file fixes; null when it is free. */
function fixedCount({ shape }: TensorSlot): number | null {
  const count = shape.at(-2)
  return typeof count === 'number' && count > 0 ? count : null
}

function filled(points: readonly Labelled[], count: number | null, file: string): readonly Labelled[] {
  if (count === null) return points
  if (points.length <= count) return [...points, ...new Array<Labelled>(count - points.length).fill(NO_POINT)]
  // The padding alone may be one too many.
  const real = points.filter(({ label }) => label !== -1)
  if (real.length <= count) return real
  const reason = message('segmenter.too_many_points', { file, count, points: real.length })
  throw new RunFailure('model_unsupported', reason)
}

const zeros = (slot: TensorSlot, usual: readonly number[]): ort.Tensor => {
  const shape = usual.map((side, i) => {
    const declared = slot.shape[i]
    return typeof declared === 'number' && declared > 0 ? declared : side
  })
  return tensorOf(slot, new Array(shape.reduce((a, b) => a * b, 1)).fill(0), shape)
}

function tensorOf({ type }: TensorSlot, values: readonly number[], shape: readonly number[]): ort.Tensor {
  if (type === 'int64') return new ort.Tensor('int64', BigInt64Array.from(values, BigInt), shape)
  if (type === 'int32') return new ort.Tensor('int32', Int32Array.from(values), shape)
  if (type === 'bool') return new ort.Tensor('bool', Uint8Array.from(values), shape)
  return new ort.Tensor('float32', Float32Array.from(values), shape)
}

export interface SamMasks extends Size {
  /** Logits, mask after mask; above 0 is inside. */
  masks: Float32Array
  /** Predicted quality of each mask. */
  scores: Float32Array
}

export interface SamNetworks {
  readonly signature: SamSignature
  /** `image`: planar RGB of 0 to 1, of shape [3, height, width] as `fitted`, its size within the encoder's input. */
  encode(image: Float32Array, fitted: Size): Promise<SamEmbedding>
  decode(embedding: SamEmbedding, prompt: SamPrompt, fitted: Size): Promise<SamMasks>
  close(): Promise<void>
}

interface Opened extends SamNetwork {
  session: ort.InferenceSession
}

/** Raises `RunFailure`: `model_missing`, `model_unreadable`, `model_unsupported`. */
export async function openSam(folder: string, threads: number): Promise<SamNetworks> {
  const names = segmenterNetworks(await readdir(folder).catch((): string[] => []))
  if (!names) throw new RunFailure('model_missing', message('segmenter.file_missing', { file: missingFile() }))
  const opened: Opened[] = []
  try {
    for (const name of names) opened.push(await open(folder, name, threads))
    const [first, second] = opened as [Opened, Opened]
    // Where both or none take points, the names decide.
    const isSwapped =
      isSamDecoder(first) !== isSamDecoder(second) ? isSamDecoder(first) : names[0] === SEGMENTER_FILES.decoder
    return isSwapped ? networksOf(second, first) : networksOf(first, second)
  } catch (error) {
    for (const { session } of opened) await session.release()
    throw error
  }
}

const missingFile = (): string => Object.values(SEGMENTER_FILES).join(', ')

async function open(folder: string, file: string, threads: number): Promise<Opened> {
  try {
    const session = await openOnnx(join(folder, file), threads)
    return { file, session, inputs: slotsOf(session.inputMetadata), outputs: slotsOf(session.outputMetadata) }
  } catch (error) {
    throw new RunFailure('model_unreadable', message('segmenter.file_unreadable', { file }), null, error)
  }
}

const slotsOf = (values: readonly ort.InferenceSession.ValueMetadata[]): TensorSlot[] =>
  values.flatMap((value) => (value.isTensor ? [{ name: value.name, type: value.type, shape: value.shape }] : []))

function networksOf(encoder: Opened, decoder: Opened): SamNetworks {
  const signature = samSignature(encoder, decoder)
  return {
    signature,
    async encode(image, fitted) {
      const outputs = await run(encoder, { [signature.image.name]: encoderTensor(signature, image, fitted) })
      return new Map(Object.entries(outputs))
    },
    async decode(embedding, prompt, fitted) {
      const feeds = promptFeeds(signature, prompt, fitted, decoder.file)
      for (const [input, output] of signature.features) feeds[input] = embedding.get(output) as ort.Tensor
      return masksOf(await run(decoder, feeds), signature, decoder.file)
    },
    async close() {
      await encoder.session.release()
      await decoder.session.release()
    },
  }
}

/** Masks of [1, masks, rows, columns], and of [1, prompts, masks, rows, columns] for one prompt. */
function masksOf(outputs: ort.InferenceSession.OnnxValueMapType, names: SamSignature, file: string): SamMasks {
  const masks = outputs[names.masks] as ort.Tensor
  const scores = outputs[names.scores] as ort.Tensor
  const [height = 0, width = 0] = masks.dims.slice(-2)
  const isFloat = masks.data instanceof Float32Array && scores.data instanceof Float32Array
  if (!isFloat || masks.data.length !== scores.data.length * height * width) {
    throw unfitNetwork(file, message('segmenter.mask_counts', { masks: names.masks, scores: names.scores }))
  }
  return { masks: masks.data as Float32Array, scores: scores.data as Float32Array, width, height }
}

async function run({ session, file }: Opened, feeds: Record<string, ort.Tensor>) {
  try {
    return await session.run(feeds)
  } catch (error) {
    throw unfitNetwork(file, message('sam3.fails', { reason: firstLine(error) }), error)
  }
}
