/** Encoder and decoder of the Segment Anything family as ONNX (docs/segmenters.md). Blocks its thread. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type ort from 'onnxruntime-node'
import type { Size } from '../../../shared/domain/geometry.ts'
import { SEGMENTER_FILES, segmenterNetworks } from '../../../shared/domain/segmenter-files.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { firstLine } from '../model-errors.ts'
import { openOnnx } from '../onnx-session.ts'
import { encoderTensor } from './sam-image.ts'
import { promptFeeds, type SamPrompt } from './sam-prompt.ts'
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
