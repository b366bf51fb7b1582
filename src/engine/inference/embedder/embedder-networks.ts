/** The networks of a model that embeds images, and texts where it has a network for them. Blocks its thread. */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import ort from 'onnxruntime-node'
import { EMBEDDER_FILES } from '../../../shared/domain/installed-models.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { firstLine } from '../model-errors.ts'
import { openOnnx } from '../onnx-session.ts'

export interface EmbedderNetworks {
  /** Side of the images, in pixels. */
  readonly side: number
  /** `planes`: planar RGB, normalised, of shape [3, side, side]. */
  image(planes: Float32Array): Promise<Float32Array>
  text(text: string): Promise<Float32Array>
  close(): Promise<void>
}

/** The side of the images, in pixels, for a network whose input has no fixed size: CLIP's. */
const SIDE = 224
/** Outputs by falling preference; of the last one, the first token stands for the whole. */
const OUTPUTS = ['image_embeds', 'text_embeds', 'pooler_output', 'last_hidden_state']

interface Tokens {
  ids: BigInt64Array
  /** 1 for tokens, 0 for padding. */
  mask: BigInt64Array
}

/** The most tokens that CLIP reads; of a longer text the last token stays, since it ends the text. */
const MOST_TOKENS = 77

/**
 * Encodes a text as the tokens of a model, by its own tokenizer.json.
 * @throws RunFailure model_unsupported for a file that is no tokenizer
 */
async function openTokenizer(folder: string): Promise<(text: string, length: number | null) => Tokens> {
  const tokenizer = await read(folder)
  return (text, length) => {
    const encoded = tokenizer.encode(text).ids
    const most = length ?? MOST_TOKENS
    const end = encoded.at(-1) ?? 0
    const kept = encoded.length > most ? [...encoded.slice(0, most - 1), end] : encoded
    const size = length ?? Math.max(1, kept.length)
    const ids = new BigInt64Array(size).fill(BigInt(end))
    const mask = new BigInt64Array(size)
    for (const [i, id] of kept.entries()) {
      ids[i] = BigInt(id)
      mask[i] = 1n
    }
    return { ids, mask }
  }
}

async function read(folder: string): Promise<Tokenizer> {
  const file = EMBEDDER_FILES.tokenizer
  try {
    return new Tokenizer(JSON.parse(await readFile(join(folder, file), 'utf8')) as object, {})
  } catch (error) {
    throw new RunFailure('model_unsupported', message('embedder.no_tokenizer', { file }), null, error)
  }
}

/** @throws RunFailure model_missing, model_unreadable and model_unsupported, here and in both calls */
export async function openEmbedder(folder: string, threads: number): Promise<EmbedderNetworks> {
  const vision = await opened(folder, EMBEDDER_FILES.image, threads)
  const side = sideOf(vision)
  let words: Promise<{ session: ort.InferenceSession; tokens: Awaited<ReturnType<typeof openTokenizer>> }> | null = null
  const openWords = async () => {
    const tokens = await openTokenizer(folder)
    return { session: await opened(folder, EMBEDDER_FILES.text, threads), tokens }
  }
  return {
    side,
    async image(planes) {
      const [input] = vision.inputNames
      return run(EMBEDDER_FILES.image, vision, {
        [input as string]: new ort.Tensor('float32', planes, [1, 3, side, side]),
      })
    },
    async text(text) {
      words ??= openWords()
      const { session, tokens } = await words
      const { ids, mask } = tokens(text, lengthOf(session))
      const feeds: Record<string, ort.Tensor> = Object.create(null)
      for (const name of session.inputNames) {
        const values = name === 'attention_mask' ? mask : ids
        feeds[name] = new ort.Tensor('int64', values, [1, values.length])
      }
      return run(EMBEDDER_FILES.text, session, feeds)
    },
    async close() {
      await vision.release()
      await words?.then(({ session }) => session.release()).catch(() => undefined)
    },
  }
}

async function opened(folder: string, file: string, threads: number): Promise<ort.InferenceSession> {
  const path = join(folder, file)
  await access(path).catch((error) => {
    throw new RunFailure('model_missing', message('embedder.file_missing', { file }), null, error)
  })
  try {
    return await openOnnx(path, threads)
  } catch (error) {
    throw new RunFailure('model_unreadable', message('embedder.file_unreadable', { file }), null, error)
  }
}

function sideOf(vision: ort.InferenceSession): number {
  const image = vision.inputMetadata[0]
  const shape = image?.isTensor ? image.shape : []
  const [, channels, height, width] = shape
  const isImage = vision.inputMetadata.length === 1 && image?.isTensor && image.type === 'float32'
  const isOfColours = channels === 3 || typeof channels === 'string'
  if (!isImage || shape.length !== 4 || !isOfColours || height !== width) {
    throw misfit(EMBEDDER_FILES.image, message('embedder.no_image_input'))
  }
  return typeof height === 'number' && height > 0 ? height : SIDE
}

/** Null for a network that reads texts of any length. */
function lengthOf(session: ort.InferenceSession): number | null {
  const ids = session.inputMetadata.find(({ name }) => name === 'input_ids')
  const length = ids?.isTensor ? ids.shape[1] : undefined
  return typeof length === 'number' && length > 0 ? length : null
}

async function run(
  file: string,
  session: ort.InferenceSession,
  feeds: Record<string, ort.Tensor>,
): Promise<Float32Array> {
  const name = OUTPUTS.find((known) => session.outputNames.includes(known)) ?? session.outputNames[0] ?? ''
  let output: ort.Tensor | undefined
  try {
    output = (await session.run(feeds, [name]))[name]
  } catch (error) {
    throw misfit(file, message('embedder.not_run', { reason: firstLine(error) }), error)
  }
  const { data, dims = [] } = output ?? {}
  if (!(data instanceof Float32Array)) throw misfit(file, message('embedder.no_vector'))
  const length = dims.at(-1) ?? 0
  const vector = data.slice(0, length)
  if (length === 0 || !vector.every(Number.isFinite) || vector.every((value) => value === 0)) {
    throw misfit(file, message('embedder.no_vector'))
  }
  return vector
}

const misfit = (file: string, reason: Message, cause?: unknown): RunFailure =>
  new RunFailure('model_unsupported', message('embedder.unfit_network', { file, reason }), null, cause)
