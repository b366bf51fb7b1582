/** The three networks of SAM 3, opened and run. Blocks its thread. */

import { readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import ort from 'onnxruntime-node'
import { SAM3_FILES, SAM3_MISSING } from '../../../shared/domain/installed-models.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { halfTensor, halfValues, withBits } from '../half-tensor.ts'
import { firstLine } from '../model-errors.ts'
import { openOnnx } from '../onnx-session.ts'
import { misfit, type NetworkSignature, SIGNATURES, SignatureCheck, TOKENS } from './network-signature.ts'

/** Tensors passed from one network to another: kept unchanged, never read. */
export type Embedding = Readonly<Record<string, ort.Tensor>>

/** The decoder's output for each query. Logits; boxes x1, y1, x2, y2 as shares of the image. */
export interface Decoded {
  boxes: Float32Array
  logits: Float32Array
  /** Confidence that the prompt occurs in the image at all. */
  presence: number
  /** The masks as logits of shape [queries, rows, columns]; above 0 is inside. */
  masks: { data: Float32Array; rows: number; columns: number }
}

interface PromptTokens {
  /** The ids of `TOKENS` tokens: start, words, end, then padding, which is the end again. */
  ids: BigInt64Array
  /** 1 up to the end, 0 for padding. */
  mask: BigInt64Array
}

/** By CLIP's byte-pair encoding, from the model's own tokenizer.json. */
type Tokenize = (prompt: string) => PromptTokens

/** Raises `model_missing` and `model_unsupported` for the tokenizer's file. */
export function openTokenizer(folder: string): Tokenize {
  const file = SAM3_FILES.tokenizer
  const tokenizer = read(join(folder, file), file)
  return (prompt) => {
    const encoded = tokenizer.encode(prompt).ids
    const end = encoded.at(-1) as number
    // Excess tokens are cut off; the end token stays.
    const kept = encoded.length > TOKENS ? [...encoded.slice(0, TOKENS - 1), end] : encoded
    const ids = new BigInt64Array(TOKENS).fill(BigInt(end))
    const mask = new BigInt64Array(TOKENS)
    for (const [i, id] of kept.entries()) {
      ids[i] = BigInt(id)
      mask[i] = 1n
    }
    return { ids, mask }
  }
}

function read(path: string, file: string): Tokenizer {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new RunFailure('model_missing', message('sam3.file_unopenable', { file }), null, error)
  }
  try {
    const tokenizer = new Tokenizer(JSON.parse(text) as object, {})
    // The network understands a prompt differently without its start and end tokens.
    if (tokenizer.encode('').ids.length === 2) return tokenizer
  } catch (error) {
    throw misfit(file, message('sam3.not_clip'), error)
  }
  throw misfit(file, message('sam3.no_start_and_end'))
}

export interface Prompt {
  /** Description of the objects to find; also the name of their class. */
  name: string
  /** The kind of result: `polygon` adds the outline of the object to each detection. */
  output_type: 'bbox' | 'polygon'
}

/** Each name once, in the given order; with outlines if any of its prompts requests them. */
export function uniquePrompts(prompts: readonly Prompt[]): Prompt[] {
  const byName = new Map<string, Prompt>()
  for (const prompt of prompts) {
    const known = byName.get(prompt.name)
    if (!known || prompt.output_type === 'polygon') byName.set(prompt.name, prompt)
  }
  return [...byName.values()]
}

/** A box that shows the network an object to find, or one that is not meant. Shares of the image. */
export interface ExampleBox {
  centerX: number
  centerY: number
  width: number
  height: number
  isObject: boolean
}

export interface Sam3Networks {
  /** Size of the input images, in pixels. */
  readonly input: { width: number; height: number }
  readonly precision: 'fp32' | 'fp16'
  /** `picture`: planar RGB, 0 to 1, of shape [3, height, width]. */
  encodeImage(image: Float32Array): Promise<Embedding>
  encodeText(tokens: PromptTokens): Promise<Embedding>
  /** Without boxes the prompt is the text alone. */
  decode(image: Embedding, text: Embedding, boxes?: readonly ExampleBox[]): Promise<Decoded>
  close(): Promise<void>
}

/** Side of the image when the network leaves it open: SAM 3's own. */
const DEFAULT_SIDE = 1008
/** Mean and deviation per channel of SAM 3's training images. */
export const MEAN = 0.5
export const DEVIATION = 0.5
/** Label of an empty box prompt. */
const PADDING = -10n

interface Shared {
  networks: Promise<Sam3Networks>
  users: number
}
const shared = new Map<string, Shared>()

/**
 * The networks in a folder, loaded once and shared by all borrowers; each borrower closes its own. Raises
 * `model_missing`, `model_unreadable` and `model_unsupported`.
 */
export async function borrowNetworks(folder: string, threads: number): Promise<Sam3Networks> {
  const entry = shared.get(folder) ?? { networks: openNetworks(folder, threads), users: 0 }
  shared.set(folder, entry)
  entry.users++
  const giveBack = () => {
    entry.users--
    if (entry.users === 0) shared.delete(folder)
    return entry.users === 0
  }
  try {
    const networks = await entry.networks
    return { ...networks, close: async () => (giveBack() ? networks.close() : undefined) }
  } catch (error) {
    giveBack()
    throw error
  }
}

async function openNetworks(folder: string, threads: number): Promise<Sam3Networks> {
  await requireFiles(folder)
  const check = new SignatureCheck()
  const opened: ort.InferenceSession[] = []
  const close = async () => {
    for (const session of opened) await session.release()
  }
  const open = async (signature: NetworkSignature) => {
    const session = await readable(signature.file, openOnnx(join(folder, signature.file), threads))
    opened.push(session)
    check.check(signature, session)
    return session
  }
  try {
    const vision = await open(SIGNATURES.vision)
    const text = await open(SIGNATURES.text)
    const decoder = await open(SIGNATURES.decoder)
    const [, , height, width] = shapeOf(vision, 'images')
    const input = { width: sideOf(width), height: sideOf(height) }
    const boxTensors = (values: Float32Array, labels: BigInt64Array) => ({
      input_boxes: floats(decoder, 'input_boxes', values, [1, labels.length, 4]),
      input_boxes_labels: new ort.Tensor('int64', labels, [1, labels.length]),
    })
    const noBoxes = boxTensors(new Float32Array(4), BigInt64Array.of(PADDING))
    return {
      input,
      precision: typeOf(vision, 'images') === 'float16' ? 'fp16' : 'fp32',
      encodeImage(image) {
        const images = floats(vision, 'images', normalised(image), [1, 3, input.height, input.width])
        return run(vision, SIGNATURES.vision, { images })
      },
      encodeText({ ids, mask }) {
        const row = (data: BigInt64Array) => new ort.Tensor('int64', data, [1, TOKENS])
        return run(text, SIGNATURES.text, { input_ids: row(ids), attention_mask: row(mask) })
      },
      async decode(image, prompt, examples) {
        const boxes = examples
          ? boxTensors(
              Float32Array.from(examples.flatMap((box) => [box.centerX, box.centerY, box.width, box.height])),
              BigInt64Array.from(examples, ({ isObject }) => (isObject ? 1n : 0n)),
            )
          : noBoxes
        const outputs = await run(decoder, SIGNATURES.decoder, { ...image, ...prompt, ...boxes })
        return decodedFrom(outputs)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function requireFiles(folder: string): Promise<void> {
  for (const file of Object.values(SAM3_FILES)) {
    const isThere = await access(join(folder, file)).then(
      () => true,
      () => false,
    )
    if (!isThere) throw new RunFailure('model_missing', SAM3_MISSING, null, new Error(`no “${file}” in ${folder}`))
  }
}

async function readable(file: string, opening: Promise<ort.InferenceSession>): Promise<ort.InferenceSession> {
  try {
    return await opening
  } catch (error) {
    throw new RunFailure('model_unreadable', message('sam3.file_unreadable', { file }), null, error)
  }
}

async function run(
  session: ort.InferenceSession,
  { file, outputs }: NetworkSignature,
  feeds: Record<string, ort.Tensor>,
): Promise<Embedding> {
  try {
    const results = await session.run(feeds)
    return Object.fromEntries(outputs.map(({ name }) => [name, withBits(results[name] as ort.Tensor)]))
  } catch (error) {
    throw misfit(file, message('sam3.fails', { reason: firstLine(error) }), error)
  }
}

function decodedFrom(outputs: Embedding): Decoded {
  const [masks, boxes, logits, presence] = SIGNATURES.decoder.outputs.map((o) => outputs[o.name]) as Outputs
  const [, queries, rows, columns] = masks.dims as [number, number, number, number]
  const decoded = {
    boxes: asFloats(boxes),
    logits: asFloats(logits),
    presence: asFloats(presence)[0] ?? Number.NaN,
    masks: { data: asFloats(masks), rows, columns },
  }
  if (decoded.logits.length !== queries || decoded.boxes.length !== 4 * queries) {
    const shapes = SIGNATURES.decoder.outputs.map((o) => `“${o.name}” [${outputs[o.name]?.dims.join(', ')}]`)
    throw misfit(SAM3_FILES.decoder, message('sam3.query_counts', { outputs: shapes.join(', ') }))
  }
  return decoded
}

type Outputs = [ort.Tensor, ort.Tensor, ort.Tensor, ort.Tensor]

const normalised = (image: Float32Array): Float32Array => image.map((v) => (v - MEAN) / DEVIATION)

function floats(session: ort.InferenceSession, name: string, data: Float32Array, shape: number[]): ort.Tensor {
  return typeOf(session, name) === 'float16' ? halfTensor(data, shape) : new ort.Tensor('float32', data, shape)
}

/** The signature allows only float32 and float16. */
const asFloats = (tensor: ort.Tensor): Float32Array =>
  tensor.type === 'float16' ? halfValues(tensor) : (tensor.data as Float32Array)

const inputOf = (session: ort.InferenceSession, name: string) => {
  const found = session.inputMetadata.find((m) => m.name === name)
  if (!found?.isTensor) throw new Error(`no tensor “${name}”`)
  return found
}
const typeOf = (session: ort.InferenceSession, name: string): string => inputOf(session, name).type
const shapeOf = (session: ort.InferenceSession, name: string) => inputOf(session, name).shape
const sideOf = (side: number | string | undefined): number =>
  typeof side === 'number' && side > 0 ? side : DEFAULT_SIDE
