/** The files of an installed SAM, SAM 2 or MobileSAM: two ONNX networks in one folder (docs/segmenters.md). */
export const SEGMENTER_FILES = { encoder: 'encoder.onnx', decoder: 'decoder.onnx' } as const

/** Its installation folder, below the data folder. */
export const SEGMENTER_FOLDER = 'models/segmenter'

/** JSON beside the networks, with the name that results have. */
export const SEGMENTER_LABEL = 'segmenter.json'

/** True for a file of the networks: weights can be stored beside the network that needs them. */
export const isSegmenterFile = (name: string): boolean =>
  Object.values(SEGMENTER_FILES).some((file) => name === file || name === `${file}.data` || name === `${file}_data`)
