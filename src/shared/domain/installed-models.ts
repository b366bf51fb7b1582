/** The files of models that are installed in folders of their own: SAM 3, a search model, and a segmenter. */

import { message } from '../messages/message.ts'

/** SAM 3: three ONNX networks and a tokenizer in one folder (docs/sam3.md). */
export const SAM3_FILES = {
  vision: 'vision-encoder.onnx',
  text: 'text-encoder.onnx',
  decoder: 'geo-encoder-mask-decoder.onnx',
  tokenizer: 'tokenizer.json',
} as const

/** The folder in which SAM 3 is installed, below the data folder. */
export const SAM3_FOLDER = 'models/sam3'

/** The name of SAM 3 in runs and results. */
export const SAM3_NAME = 'sam3'

/** True for a file of the networks: weights can be stored beside the network that needs them. */
export const isSam3File = (name: string): boolean =>
  Object.values(SAM3_FILES).some((file) => name === file || name === `${file}.data` || name === `${file}_data`)

/** Instructions when it is not installed. */
export const SAM3_MISSING = message('sam3.not_installed')

/**
 * A search model, which embeds images, and texts beside them: the files of the ONNX exports of CLIP, SigLIP and DINO on
 * Hugging Face (docs/search.md).
 */
export const EMBEDDER_FILES = {
  image: 'vision_model.onnx',
  text: 'text_model.onnx',
  tokenizer: 'tokenizer.json',
} as const

/** How images are resized and normalised; CLIP's values without it. */
export const EMBEDDER_SETTINGS = 'preprocessor_config.json'

/** The folder in which the embedder is installed, below the data folder. */
export const EMBEDDER_FOLDER = 'models/embedder'

/** JSON beside the networks, with the name that the app shows. */
export const EMBEDDER_LABEL = 'embedder.json'

/** True for a file of the model: weights can be stored beside the network that needs them. */
export const isEmbedderFile = (name: string): boolean =>
  name === EMBEDDER_SETTINGS ||
  Object.values(EMBEDDER_FILES).some((file) => name === file || name === `${file}.data` || name === `${file}_data`)

/**
 * A segmenter like SAM: two ONNX networks in one folder, of any name (docs/segmenters.md). These names decide in a
 * folder with further networks.
 */
export const SEGMENTER_FILES = { encoder: 'encoder.onnx', decoder: 'decoder.onnx' } as const

/** The folder in which the segmenter is installed, below the data folder. */
export const SEGMENTER_FOLDER = 'models/segmenter'

/** JSON beside the networks, with the name that results have. */
export const SEGMENTER_LABEL = 'segmenter.json'

const NETWORK = /\.onnx$/i
/** What follows the name of a network in those of its weights, as PyTorch, transformers.js and samexporter write them. */
const WEIGHTS = /^(?:\.onnx)?[._]data(?:\.bin)?$/i

/**
 * Names of the two networks among those of a folder's files: the usual names, else the only two ONNX files; which of
 * them is the encoder is decided by their inputs. Null when there are fewer or more.
 */
export function segmenterNetworks(names: readonly string[]): [string, string] | null {
  const usual = Object.values(SEGMENTER_FILES)
  const networks = usual.every((name) => names.includes(name))
    ? usual
    : names.filter((name) => NETWORK.test(name)).sort()
  const [first, second, ...others] = networks
  return first !== undefined && second !== undefined && others.length === 0 ? [first, second] : null
}

/** The networks and their weights, which can be stored beside the network that needs them; empty without networks. */
export function segmenterFiles(names: readonly string[]): string[] {
  const networks = segmenterNetworks(names)
  if (!networks) return []
  const stems = networks.map((network) => network.replace(NETWORK, ''))
  const isWeights = (name: string) =>
    stems.some((stem) => name.startsWith(stem) && WEIGHTS.test(name.slice(stem.length)))
  return names.filter((name) => networks.includes(name) || isWeights(name))
}
