/**
 * Encoder and decoder of the Segment Anything family as ONNX, with the signature of docs/segmenters.md: SAM and MobileSAM
 * as `segment-anything` exports them (Kirillov et al. 2023), and SAM 2 (Ravi et al. 2024). Blocks its thread.
 */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import ort from 'onnxruntime-node'
import type { Point, Size } from '../../../shared/domain/geometry.ts'
import { SEGMENTER_FILES } from '../../../shared/domain/segmenter-files.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { firstLine } from '../model-errors.ts'
import { openOnnx } from '../onnx-session.ts'

/** Outputs of the encoder by their names: kept unchanged, never read. */
export type SamEmbedding = Readonly<Record<string, ort.Tensor>>

/** A point of a prompt, in pixels of the encoder's input. */
export interface PromptPoint extends Point {
  /** 0 excludes, 1 includes; 2 and 3 are the corners of a box, -1 pads. */
  label: -1 | 0 | 1 | 2 | 3
}

export interface SamMasks extends Size {
  /** Logits, mask after mask; above 0 is inside. */
  masks: Float32Array
  /** Predicted quality of each mask. */
  scores: Float32Array
  /** True when the masks cover the image alone, not the padding of the encoder's input. */
  unpadded: boolean
}

export interface SamNetworks {
  /** `sam2` has features of higher resolution, and stretches images; `sam` pads them at the right and bottom. */
  readonly variant: 'sam' | 'sam2'
  readonly input: Size
  /** `image`: planar RGB, normalised by `MEAN` and `DEVIATION`, of shape [3, height, width]. */
  encode(image: Float32Array): Promise<SamEmbedding>
  /** `fitted`: the image's size within the encoder's input. */
  decode(embedding: SamEmbedding, points: readonly PromptPoint[], fitted: Size): Promise<SamMasks>
  close(): Promise<void>
}

/** Of the training images, as shares of 255. */
export const MEAN = [0.485, 0.456, 0.406] as const
export const DEVIATION = [0.229, 0.224, 0.225] as const

const SIDE = 1024
const MASK_SIDE = 256
const FEATURES = { sam: ['image_embeddings'], sam2: ['image_embed', 'high_res_feats_0', 'high_res_feats_1'] } as const

/** Raises `RunFailure`: `model_missing`, `model_unreadable`, `model_unsupported`. */
export async function openSam(folder: string, threads: number): Promise<SamNetworks> {
  const encoder = await opened(folder, SEGMENTER_FILES.encoder, threads)
  try {
    const decoder = await opened(folder, SEGMENTER_FILES.decoder, threads)
    try {
      return networksOf(encoder, decoder)
    } catch (error) {
      await decoder.release()
      throw error
    }
  } catch (error) {
    await encoder.release()
    throw error
  }
}

async function opened(folder: string, file: string, threads: number): Promise<ort.InferenceSession> {
  const path = join(folder, file)
  await access(path).catch((error) => {
    throw new RunFailure('model_missing', message('segmenter.file_missing', { file }), null, error)
  })
  try {
    return await openOnnx(path, threads)
  } catch (error) {
    throw new RunFailure('model_unreadable', message('segmenter.file_unreadable', { file }), null, error)
  }
}

function networksOf(encoder: ort.InferenceSession, decoder: ort.InferenceSession): SamNetworks {
  const variant = decoder.inputNames.includes('image_embed') ? 'sam2' : 'sam'
  const image = encoder.inputMetadata[0]
  const shape = image?.isTensor ? image.shape : []
  const [, channels, height, width] = shape
  const isImage = encoder.inputMetadata.length === 1 && image?.isTensor && image.type === 'float32'
  if (!image || !isImage || shape.length !== 4 || channels !== 3) {
    throw misfit(SEGMENTER_FILES.encoder, message('segmenter.no_image_input'))
  }
  requireNames(SEGMENTER_FILES.encoder, 'output', FEATURES[variant], encoder.outputNames)
  const required = [...FEATURES[variant], 'point_coords', 'point_labels', 'mask_input', 'has_mask_input']
  requireNames(SEGMENTER_FILES.decoder, 'input', required, decoder.inputNames)
  requireNames(SEGMENTER_FILES.decoder, 'output', ['masks', 'iou_predictions'], decoder.outputNames)
  const known = new Set([...required, 'orig_im_size'])
  const extra = decoder.inputNames.find((name) => !known.has(name))
  if (extra !== undefined) throw misfit(SEGMENTER_FILES.decoder, message('segmenter.extra_input', { name: extra }))
  const input = { width: sideOf(width), height: sideOf(height) }
  const sizeType = decoder.inputMetadata.find(({ name }) => name === 'orig_im_size')
  return {
    variant,
    input,
    encode: (pixels) =>
      run(SEGMENTER_FILES.encoder, encoder, {
        [image.name]: new ort.Tensor('float32', pixels, [1, 3, input.height, input.width]),
      }),
    async decode(embedding, points, fitted) {
      const feeds: Record<string, ort.Tensor> = {
        ...Object.fromEntries(FEATURES[variant].map((name) => [name, embedding[name] as ort.Tensor])),
        point_coords: new ort.Tensor('float32', Float32Array.from(points.flatMap(({ x, y }) => [x, y])), [
          1,
          points.length,
          2,
        ]),
        point_labels: new ort.Tensor(
          'float32',
          Float32Array.from(points, ({ label }) => label),
          [1, points.length],
        ),
        mask_input: new ort.Tensor('float32', new Float32Array(MASK_SIDE ** 2), [1, 1, MASK_SIDE, MASK_SIDE]),
        has_mask_input: new ort.Tensor('float32', new Float32Array(1), [1]),
      }
      // The size in the encoder's input, not that of the file: masks of a large photo would take hundreds of megabytes.
      if (sizeType?.isTensor) feeds.orig_im_size = sizeTensor(sizeType.type, fitted)
      const outputs = await run(SEGMENTER_FILES.decoder, decoder, feeds)
      return masksOf(outputs, sizeType !== undefined)
    },
    async close() {
      await encoder.release()
      await decoder.release()
    },
  }
}

function masksOf(outputs: SamEmbedding, unpadded: boolean): SamMasks {
  const masks = outputs.masks as ort.Tensor
  const scores = outputs.iou_predictions as ort.Tensor
  const [, count = 0, height = 0, width = 0] = masks.dims
  if (!(masks.data instanceof Float32Array && scores.data instanceof Float32Array) || scores.data.length !== count) {
    throw misfit(SEGMENTER_FILES.decoder, message('segmenter.mask_counts'))
  }
  return { masks: masks.data, scores: scores.data, width, height, unpadded }
}

function sizeTensor(type: string, { width, height }: Size): ort.Tensor {
  if (type === 'int64') return new ort.Tensor('int64', BigInt64Array.of(BigInt(height), BigInt(width)), [2])
  if (type === 'int32') return new ort.Tensor('int32', Int32Array.of(height, width), [2])
  return new ort.Tensor('float32', Float32Array.of(height, width), [2])
}

async function run(
  file: string,
  session: ort.InferenceSession,
  feeds: Record<string, ort.Tensor>,
): Promise<SamEmbedding> {
  try {
    return (await session.run(feeds)) as Record<string, ort.Tensor>
  } catch (error) {
    throw misfit(file, message('sam3.fails', { reason: firstLine(error) }), error)
  }
}

function requireNames(
  file: string,
  kind: 'input' | 'output',
  wanted: readonly string[],
  there: readonly string[],
): void {
  const name = wanted.find((one) => !there.includes(one))
  if (name === undefined) return
  throw misfit(file, message(kind === 'input' ? 'segmenter.no_input' : 'segmenter.no_output', { name }))
}

/** A free side is SAM's own. */
const sideOf = (side: number | string | undefined): number => (typeof side === 'number' && side > 0 ? side : SIDE)

const misfit = (file: string, reason: Message, cause?: unknown): RunFailure =>
  new RunFailure('model_unsupported', message('segmenter.unfit_network', { file, reason }), null, cause)
