/**
 * The files of an installed model that embeds images, and texts beside them: those of the ONNX exports of CLIP, SigLIP and DINO
 * on Hugging Face (docs/search.md).
 */
export const EMBEDDER_FILES = {
  image: 'vision_model.onnx',
  text: 'text_model.onnx',
  tokenizer: 'tokenizer.json',
} as const

/** How images are resized and normalised; CLIP's values without it. */
export const EMBEDDER_SETTINGS = 'preprocessor_config.json'

/** Its installation folder, below the data folder. */
export const EMBEDDER_FOLDER = 'models/embedder'

/** JSON beside the networks, with the name that the app shows. */
export const EMBEDDER_LABEL = 'embedder.json'

/** True for a file of the model: weights can be stored beside the network that needs them. */
export const isEmbedderFile = (name: string): boolean =>
  name === EMBEDDER_SETTINGS ||
  Object.values(EMBEDDER_FILES).some((file) => name === file || name === `${file}.data` || name === `${file}_data`)
