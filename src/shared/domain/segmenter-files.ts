/** The files of an installed SAM-like segmenter: two ONNX networks in one folder, of any name (docs/segmenters.md). */

/** The names that decide in a folder with further networks. */
export const SEGMENTER_FILES = { encoder: 'encoder.onnx', decoder: 'decoder.onnx' } as const

/** Its installation folder, below the data folder. */
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
