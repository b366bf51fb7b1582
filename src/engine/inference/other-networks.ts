/** Networks that are no models of Sightline, told by what a file declares, so that a refusal can name them. */
import { type Message, message } from '../../shared/messages/message.ts'
import type { OnnxFile, TensorInfo } from './onnx-file.ts'

/** Each has a message, `model_file.takes_<kind>`. */
type Kind = 'sound' | 'text' | 'prompts' | 'text_lines' | 'no_image'

/** Heights to which lines of text are scaled, whose width is free. */
const LINE_HEIGHTS = new Set([32, 36, 48, 64])

const KINDS: readonly { kind: Kind; is(file: OnnxFile): boolean }[] = [
  {
    kind: 'prompts',
    is: ({ inputs, outputs }) =>
      isAnyNamed(inputs, /^(batched_)?point_coords$|^input_points$/) ||
      isAnyNamed(outputs, /^image_embed$|^image_embeddings(\.\d)?$/),
  },
  { kind: 'text', is: ({ inputs }) => isAnyNamed(inputs, /^(input_ids|attention_mask|token_type_ids|tokens)$/) },
  {
    kind: 'sound',
    is: ({ inputs }) =>
      isAnyNamed(inputs, /^(sr|sample_rate|audio.*|wave?(form)?s?|speech.*|mels?|input_features)$/i) ||
      (isRecurrent(inputs) && !inputs.some(mayBeImage)),
  },
  { kind: 'text_lines', is: readsLines },
  { kind: 'no_image', is: ({ inputs }) => inputs.length > 0 && inputs.every(({ shape }) => isVector(shape)) },
]

/** Null for a file that may be a model of images. `name` is its name in messages. */
export function otherNetwork(file: OnnxFile, name: string): Message | null {
  const kind = KINDS.find(({ is }) => is(file))?.kind
  return kind === undefined ? null : message(`model_file.takes_${kind}`, { name })
}

const isAnyNamed = (tensors: readonly TensorInfo[], pattern: RegExp): boolean =>
  tensors.some(({ name }) => pattern.test(name))

const mayBeImage = ({ shape }: TensorInfo): boolean => shape.length === 4

/** The state of a network that is fed piece by piece. */
const isRecurrent = (inputs: readonly TensorInfo[]): boolean =>
  inputs.length > 1 && isAnyNamed(inputs, /^(state|h|c|h0|c0)$/)

const isVector = (shape: TensorInfo['shape']): boolean => shape.length > 0 && shape.length <= 2

/** Text recognition: its characters are in the metadata, or its input is a line of fixed height and free width. */
function readsLines({ inputs, outputs, metadata }: OnnxFile): boolean {
  const [image, ...others] = inputs
  const [output, ...more] = outputs
  if (!image || !output || others.length > 0 || more.length > 0 || !mayBeImage(image)) return false
  if (output.shape.length > 3) return false
  const [, channels, height, width] = image.shape
  if (channels !== 1 && channels !== 3) return false
  const isLine = typeof height === 'number' && LINE_HEIGHTS.has(height) && typeof width === 'string'
  return isLine || (metadata.character !== undefined && output.shape.length === 3)
}
