/**
 * What the two networks of a promptable segmenter take and give, read from the names of their inputs and outputs
 * (docs/segmenters.md): SAM, MobileSAM, SAM-HQ (Kirillov et al. 2023), SAM 2 (Ravi et al. 2024), EdgeSAM (Zhou et al.
 * 2023) and EfficientSAM (Xiong et al. 2023), as their own scripts, samexporter, usls and transformers.js export them.
 */
import type { Size } from '../../../shared/domain/geometry.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'

export interface TensorSlot {
  name: string
  type: string
  /** Numbers where a dimension is fixed. */
  shape: readonly (number | string)[]
}

/** One of the two networks. */
export interface SamNetwork {
  /** The name of the file, for messages. */
  file: string
  inputs: readonly TensorSlot[]
  outputs: readonly TensorSlot[]
}

export interface SamSignature {
  image: TensorSlot
  /** `planes`: [1, 3, height, width]; `rows`: [height, width, 3], of the image's own size without padding. */
  layout: 'planes' | 'rows'
  /** Size of the input, or the square within which an input of free size fits. */
  input: Size
  /** `pad`: the longer side fits, at the top left; `stretch`: both sides do. */
  fit: 'pad' | 'stretch'
  /** `imagenet`: normalised by ImageNet's mean; `unit`: 0 to 1; `bytes`: 0 to 255. The last two are normalised inside. */
  pixels: 'imagenet' | 'unit' | 'bytes'
  /** Names of the decoder's inputs that come from the encoder, with the names of its outputs. */
  features: ReadonlyMap<string, string>
  points: TensorSlot
  labels: TensorSlot
  /** Corners of boxes, [1, boxes, 4]; null when boxes are points of labels 2 and 3. */
  boxes: TensorSlot | null
  /** `corners`: as points; `input`: in `boxes`; `none`: the prompt encoder was exported without boxes. */
  boxForm: 'corners' | 'input' | 'none'
  /** A point of label -1 completes a prompt without a box. */
  padsPoints: boolean
  /** Points of label 0 exclude; else the network ignores that they do. */
  excludes: boolean
  /** Earlier mask, and whether there is one. */
  mask: TensorSlot | null
  hasMask: TensorSlot | null
  /** Height and width of the image within the input; masks cover just that. */
  size: TensorSlot | null
  masks: string
  scores: string
  /** EdgeSAM's predictions of quality were not trained: it rates masks by their stability (edge_sam/predictor.py). */
  rates: 'quality' | 'stability'
}

const SIDE = 1024
const POINTS = ['point_coords', 'batched_point_coords', 'input_points']
const LABELS = ['point_labels', 'batched_point_labels', 'input_labels']
const BOXES = ['input_boxes']
const MASK = ['mask_input']
const HAS_MASK = ['has_mask_input']
const SIZE = ['orig_im_size']
const MASKS = ['masks', 'output_masks', 'pred_masks', 'low_res_masks']
const SCORES = ['iou_predictions', 'iou_scores', 'scores']
/** SAM 2 has features of three resolutions. */
const SAM2_FEATURES = 3

const among = (slots: readonly TensorSlot[], names: readonly string[]): TensorSlot | null =>
  slots.find(({ name }) => names.includes(name)) ?? null

/** Returns whether the network takes points, as decoders do. */
export const isSamDecoder = ({ inputs }: SamNetwork): boolean => among(inputs, POINTS) !== null

/** Raises `model_unsupported` with the file and the part that does not fit. */
export function samSignature(encoder: SamNetwork, decoder: SamNetwork): SamSignature {
  const { inputs } = decoder
  const points = required(decoder, 'input', POINTS)
  const labels = required(decoder, 'input', LABELS)
  const [boxes, mask, hasMask, size] = [BOXES, MASK, HAS_MASK, SIZE].map((names) => among(inputs, names)) as Four
  const prompts = new Set([points, labels, boxes, mask, hasMask, size])
  for (const slot of prompts) if (slot) requireType(decoder, slot)
  const features = featuresOf(
    inputs.filter((slot) => !prompts.has(slot)),
    encoder,
    decoder,
  )
  const scores = required(decoder, 'output', SCORES).name
  const isEfficient = points.name.startsWith('batched')
  const isTransformers = points.name === 'input_points'
  const isEdge = scores === 'scores'
  return {
    ...imageOf(encoder, isEfficient),
    fit: isEfficient || features.size >= SAM2_FEATURES ? 'stretch' : 'pad',
    features,
    points,
    labels,
    boxes,
    boxForm: boxes ? 'input' : isTransformers ? 'none' : 'corners',
    padsPoints: !isEfficient && !isTransformers && !isEdge,
    excludes: !isEfficient,
    mask,
    hasMask,
    size,
    masks: required(decoder, 'output', MASKS).name,
    scores,
    rates: isEdge ? 'stability' : 'quality',
  }
}

type Four = [TensorSlot | null, TensorSlot | null, TensorSlot | null, TensorSlot | null]

function imageOf(encoder: SamNetwork, isUnit: boolean): Pick<SamSignature, 'image' | 'layout' | 'input' | 'pixels'> {
  const [image, ...others] = encoder.inputs
  const rank = image?.shape.length
  const isRows = rank === 3 && image?.shape[2] === 3
  const isPlanes = rank === 4 && (typeof image?.shape[1] === 'string' || image?.shape[1] === 3)
  const isType = image?.type === 'float32' || image?.type === 'uint8'
  if (!image || others.length > 0 || !(isRows || isPlanes) || !isType) {
    throw unfitNetwork(encoder.file, message('segmenter.no_image_input'))
  }
  const [height, width] = isRows ? image.shape : image.shape.slice(2)
  return {
    image,
    layout: isRows ? 'rows' : 'planes',
    input: { width: sideOf(width), height: sideOf(height) },
    // Encoders with the normalisation inside: samexporter's `--use-preprocess`, EfficientSAM's `preprocess`.
    pixels: isRows || image.type === 'uint8' ? 'bytes' : isUnit ? 'unit' : 'imagenet',
  }
}

/** A free side is SAM's own. */
const sideOf = (side: number | string | undefined): number => (typeof side === 'number' && side > 0 ? side : SIDE)

/** By name; an input of another name takes the only output of its shape that is left. */
function featuresOf(wanted: readonly TensorSlot[], encoder: SamNetwork, decoder: SamNetwork): Map<string, string> {
  const names = new Set(wanted.map(({ name }) => name))
  const left = new Set(encoder.outputs.filter(({ name }) => !names.has(name)))
  const features = new Map<string, string>()
  for (const slot of wanted) {
    const same = among(encoder.outputs, [slot.name])
    const [alike, ...more] = [...left].filter((output) => mayBeOfOneShape(output.shape, slot.shape))
    const source = same ?? (more.length === 0 ? alike : undefined)
    if (source) {
      left.delete(source)
      features.set(slot.name, source.name)
    } else if (/embed|feat/i.test(slot.name)) throw missing(encoder, 'output', slot.name)
    else throw unfitNetwork(decoder.file, message('segmenter.extra_input', { name: slot.name }))
  }
  if (features.size === 0) throw missing(decoder, 'input', 'image_embeddings')
  return features
}

const mayBeOfOneShape = (a: TensorSlot['shape'], b: TensorSlot['shape']): boolean =>
  a.length === b.length && a.every((side, i) => typeof side === 'string' || typeof b[i] === 'string' || side === b[i])

/** The slot with one of `names`. The error for a missing slot quotes the first name. */
function required(network: SamNetwork, kind: 'input' | 'output', names: readonly string[]) {
  const slot = among(kind === 'input' ? network.inputs : network.outputs, names)
  if (!slot) throw missing(network, kind, names[0] as string)
  return slot
}

/** Types in which prompts are fed. */
const PROMPT_TYPES = ['float32', 'int32', 'int64', 'bool']

function requireType({ file }: SamNetwork, { name, type }: TensorSlot): void {
  if (!PROMPT_TYPES.includes(type)) throw unfitNetwork(file, message('segmenter.prompt_type', { name, type }))
}

const missing = ({ file }: SamNetwork, kind: 'input' | 'output', name: string): RunFailure =>
  unfitNetwork(file, message(kind === 'input' ? 'segmenter.no_input' : 'segmenter.no_output', { name }))

/** The failure `model_unsupported` of a network that is no part of a segmenter. */
export const unfitNetwork = (file: string, reason: Message, cause?: unknown): RunFailure =>
  new RunFailure('model_unsupported', message('segmenter.unfit_network', { file, reason }), null, cause)
