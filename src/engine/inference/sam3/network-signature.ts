/**
 * The inputs and outputs of SAM 3's networks, and the check of a file against them. The names are those of
 * docs/sam3.md.
 */
import type ort from 'onnxruntime-node'
import { SAM3_FILES } from '../../../shared/domain/sam3.ts'
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
  readonly #lengths = new Map<string, { length: number; where: string }>()

  /** Raises `model_unsupported` with a sentence that names the file, the tensor and its shape. */
  check({ file, inputs, outputs }: NetworkSignature, session: ort.InferenceSession): void {
    this.#checkAll(file, 'input', inputs, session.inputMetadata)
    this.#checkAll(file, 'output', outputs, session.outputMetadata)
    const extra = session.inputMetadata.find((m) => inputs.every((i) => i.name !== m.name))
    if (extra) throw misfit(file, `it has an input ${described(extra)} that SAM 3 does not have`)
  }

  #checkAll(file: string, kind: string, wanted: readonly TensorSignature[], there: readonly Metadata[]): void {
    for (const tensor of wanted) {
      const found = there.find((m) => m.name === tensor.name)
      const expected = `${tensor.types.join(' or ')} [${tensor.shape.join(', ')}]`
      if (!found) throw misfit(file, `it has no ${kind} “${tensor.name}” of ${expected}`)
      if (!found.isTensor || !tensor.types.includes(found.type) || !this.#fits(tensor, found.shape)) {
        throw misfit(file, `its ${kind} ${described(found)} is not ${expected}`)
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
      const where = `“${name}” of “${file}”`
      const known = this.#lengths.get(symbol)
      if (!known) this.#lengths.set(symbol, { length, where })
      else if (known.length !== length) {
        throw misfit(
          file,
          `“${name}” [${found.join(', ')}] has ${length} ${symbol}, but ${known.where} has ${known.length}`,
        )
      }
    }
  }
}

/** ONNX Runtime reports a free length as -1 or a name. */
const isLength = (dimension: Dimension | undefined): dimension is number =>
  typeof dimension === 'number' && dimension > 0

const described = (found: Metadata): string =>
  found.isTensor ? `“${found.name}” ${found.type} [${found.shape.join(', ')}]` : `“${found.name}”, which is no tensor,`

export const misfit = (file: string, why: string, cause?: unknown): RunFailure =>
  new RunFailure(
    'model_unsupported',
    `“${file}” does not fit SAM 3: ${why}. Export the networks as docs/sam3.md describes and install them again.`,
    null,
    cause,
  )
