/**
 * The inputs and outputs of SAM 3's networks, and the check of a file against them. The names are those of
 * docs/sam3.md.
 */

import type ort from 'onnxruntime-node'
import { SAM3_FILES } from '../../../shared/domain/installed-models.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'

type Metadata = ort.InferenceSession.ValueMetadata
/** A length, or the name of one; the same name stands for the same length in all networks. */
type Dimension = number | string

interface TensorSignature {
  name: string
  types: readonly string[]
  shape: readonly Dimension[]
}

export interface NetworkSignature {
  file: string
  inputs: readonly TensorSignature[]
  outputs: readonly TensorSignature[]
}

const FLOAT = ['float32', 'float16']
const floats = (name: string, ...shape: Dimension[]): TensorSignature => ({ name, types: FLOAT, shape })
const integers = (name: string, ...shape: Dimension[]): TensorSignature => ({ name, types: ['int64'], shape })
const flags = (name: string, ...shape: Dimension[]): TensorSignature => ({ name, types: ['bool'], shape })

/** Number of tokens of a prompt, including start and end. */
export const TOKENS = 32

const VISION_FEATURES = [
  floats('fpn_feat_0', 1, 'channels', 'rows 0', 'columns 0'),
  floats('fpn_feat_1', 1, 'channels', 'rows 1', 'columns 1'),
  floats('fpn_feat_2', 1, 'channels', 'rows 2', 'columns 2'),
  floats('fpn_pos_2', 1, 'channels', 'rows 2', 'columns 2'),
]
const TEXT_FEATURES = [floats('text_features', 1, TOKENS, 'channels'), flags('text_mask', 1, TOKENS)]

export const SIGNATURES: Record<'vision' | 'text' | 'decoder', NetworkSignature> = {
  vision: { file: SAM3_FILES.vision, inputs: [floats('images', 1, 3, 'height', 'width')], outputs: VISION_FEATURES },
  text: {
    file: SAM3_FILES.text,
    inputs: [integers('input_ids', 1, TOKENS), integers('attention_mask', 1, TOKENS)],
    outputs: TEXT_FEATURES,
  },
  decoder: {
    file: SAM3_FILES.decoder,
    inputs: [
      ...VISION_FEATURES,
      ...TEXT_FEATURES,
      floats('input_boxes', 1, 'boxes', 4),
      integers('input_boxes_labels', 1, 'boxes'),
    ],
    outputs: [
      floats('pred_masks', 1, 'queries', 'mask rows', 'mask columns'),
      floats('pred_boxes', 1, 'queries', 4),
      floats('pred_logits', 1, 'queries'),
      floats('presence_logits', 1, 1),
    ],
  },
}

/** Checks the networks of one model, one after the other. */
export class SignatureCheck {
  readonly #lengths = new Map<string, { length: number; name: string; file: string }>()

  /** Raises `model_unsupported` with a sentence that names the file, the tensor and its shape. */
  check({ file, inputs, outputs }: NetworkSignature, session: ort.InferenceSession): void {
    this.#checkAll(file, 'input', inputs, session.inputMetadata)
    this.#checkAll(file, 'output', outputs, session.outputMetadata)
    const extra = session.inputMetadata.find((m) => inputs.every((i) => i.name !== m.name))
    if (extra) throw misfit(file, message('sam3.extra_input', { tensor: described(extra) }))
  }

  #checkAll(
    file: string,
    kind: 'input' | 'output',
    wanted: readonly TensorSignature[],
    there: readonly Metadata[],
  ): void {
    for (const tensor of wanted) {
      const found = there.find((m) => m.name === tensor.name)
      const { name } = tensor
      const expected = expectedOf(tensor)
      if (!found) {
        throw misfit(file, message(kind === 'input' ? 'sam3.no_input' : 'sam3.no_output', { name, expected }))
      }
      if (!found.isTensor || !tensor.types.includes(found.type) || !this.#fits(tensor, found.shape)) {
        const places = { tensor: described(found), expected }
        throw misfit(file, message(kind === 'input' ? 'sam3.other_input' : 'sam3.other_output', places))
      }
      this.#agree(file, tensor, found.shape)
    }
  }

  /** A dimension without a fixed length matches any. */
  #fits({ shape }: TensorSignature, found: readonly Dimension[]): boolean {
    return (
      shape.length === found.length &&
      shape.every((wanted, i) => typeof wanted === 'string' || !isLength(found[i]) || found[i] === wanted)
    )
  }

  #agree(file: string, { name, shape }: TensorSignature, found: readonly Dimension[]): void {
    for (const [i, symbol] of shape.entries()) {
      const length = found[i]
      if (typeof symbol !== 'string' || !isLength(length)) continue
      const known = this.#lengths.get(symbol)
      if (!known) this.#lengths.set(symbol, { length, name, file })
      else if (known.length !== length) {
        const places = { name, shape: found.join(', '), length, dimension: symbol }
        const other = { otherName: known.name, otherFile: known.file, otherLength: known.length }
        throw misfit(file, message('sam3.other_length', { ...places, ...other }))
      }
    }
  }
}

/** ONNX Runtime reports a free length as -1 or a name. */
const isLength = (dimension: Dimension | undefined): dimension is number =>
  typeof dimension === 'number' && dimension > 0

const described = (found: Metadata): Message =>
  found.isTensor
    ? message('model_file.tensor', { name: found.name, type: found.type, shape: found.shape.join(', ') })
    : message('sam3.not_a_tensor', { name: found.name })

function expectedOf({ types, shape }: TensorSignature): Message {
  const [first = '', second] = types
  const type = second === undefined ? first : message('sam3.either_type', { first, second })
  return message('sam3.type_and_shape', { type, shape: shape.join(', ') })
}

export const misfit = (file: string, reason: Message, cause?: unknown): RunFailure =>
  new RunFailure('model_unsupported', message('sam3.unfit_network', { file, reason }), null, cause)
