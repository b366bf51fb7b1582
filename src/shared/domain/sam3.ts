/** The files of SAM 3 on disk: three ONNX networks and a tokenizer in one folder (docs/sam3.md). */

import { message } from '../messages/message.ts'

export const SAM3_FILES = {
  vision: 'vision-encoder.onnx',
  text: 'text-encoder.onnx',
  decoder: 'geo-encoder-mask-decoder.onnx',
  tokenizer: 'tokenizer.json',
} as const

/** Its installation folder, below the data folder. */
export const SAM3_FOLDER = 'models/sam3'

/** Its name in runs and results. */
export const SAM3_NAME = 'sam3'

/** True for a file of the networks: weights can be stored beside the network that needs them. */
export const isSam3File = (name: string): boolean =>
  Object.values(SAM3_FILES).some((file) => name === file || name === `${file}.data` || name === `${file}_data`)

/** Instructions when it is not installed. */
export const SAM3_MISSING = message('sam3.not_installed')
