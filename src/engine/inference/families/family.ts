/** The interface of a model family: how it is recognised, and how its outputs are decoded. */

import { BODY_POINTS, bonesOf } from '../../../shared/domain/body.ts'
import { COCO_CATEGORY_NAMES, COCO_NAMES } from '../../../shared/domain/class-sets.ts'
import type { Size } from '../../../shared/domain/geometry.ts'
import type { ModelInput, ModelInspection } from '../../../shared/engine-contract/job.ts'
import type { Candidates, DecodeOptions, Found } from '../candidates.ts'
import { numbered } from '../model-class-names.ts'

export interface OutputTensor {
  name: string
  shape: readonly number[]
  data: Float32Array
  /** The values are integers: ids or counts, never scores. */
  isInteger?: boolean
  /** The operator that computes it, skipping operators that only reshape; '' when unknown. */
  operator?: string
  /** The shape that the file declares, with symbols where it is free; omitted when unknown. */
  declared?: readonly (number | string)[]
}

/** A model to recognise, with its outputs for a blank image, so that no dimension is symbolic. */
export interface TriedModel {
  metadata: Record<string, string>
  /** From the metadata; null when it has no names. */
  classNames: string[] | null
  /** Size of the blank input image in pixels. */
  input: Size & { layout: ModelInput['layout']; elementType: ModelInput['elementType'] }
  /** The model also takes the size of the image, and emits boxes in pixels of that. */
  takesSize: boolean
  /** Name of the input for the image; omitted when unknown. */
  inputName?: string
  /** The model also takes the scale of the image, as those of PaddleDetection do. */
  takesScale?: boolean
  outputs: readonly OutputTensor[]
  /** A second trial, on an image with edges, colours and grain; omitted when the file names its task. */
  second?: Trial | null
}

export interface Trial {
  /** Planar RGB, 0 to 1, of the size of the input. */
  image: Float32Array
  outputs: readonly OutputTensor[]
}

export type Pixels = Pick<ModelInput, 'fit' | 'crop' | 'bars' | 'channels' | 'scale' | 'mean' | 'deviation'>

export interface Head extends Pick<ModelInspection, 'modelType' | 'architecture' | 'classes'> {
  /** False when the head has already suppressed overlapping boxes, or none can occur. */
  needsNms: boolean
  /** Pixel normalisation of the family's training code; `UNIT_RGB` when omitted. */
  pixels?: Pixels
  /** Usual size of the input of such models, used when the file does not fix it. */
  usualSize?: Size
  keypoints?: ModelInspection['keypoints']
  /** How well the trial fits the family, 0 to 1, where shapes alone fit several; 1 when omitted. */
  fit?: number
  decode(outputs: readonly OutputTensor[], options: DecodeOptions): Candidates
  /** Adds shapes; called only for the survivors of suppression. */
  shape?(found: Candidates, outputs: readonly OutputTensor[]): Found
}

export interface Family {
  id: string
  /** Null when the model is not of this family. */
  recognise(model: TriedModel): Head | null
}

/** Letterboxed, 0 to 1: the preprocessing of Ultralytics, and the default. */
export const UNIT_RGB: Pixels = {
  fit: 'letterbox',
  channels: 'rgb',
  scale: 1,
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
}

/** Normalised with the mean and deviation of ImageNet, as in the training code of torchvision and DETR. */
export const IMAGENET: Pixels = {
  ...UNIT_RGB,
  fit: 'stretch',
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
}

export const BYTES_RGB: Pixels = { ...UNIT_RGB, scale: 255 }

/**
 * The pixels that an input takes: networks for bytes scale them themselves, and grey ones have one channel, whatever
 * their family.
 */
export function pixelsFor(pixels: Pixels, { isBytes, isGrey }: { isBytes: boolean; isGrey: boolean }): Pixels {
  const { scale, mean, deviation } = isBytes ? BYTES_RGB : pixels
  return { ...pixels, scale, mean, deviation, channels: isGrey ? 'grey' : pixels.channels }
}

/** Bars of the networks that were trained with black ones. */
export const BLACK: NonNullable<Pixels['bars']> = [0, 0, 0]

/** Exporters name the task; a model without a named task may perform any. */
export const mayDo = ({ metadata }: TriedModel, ...tasks: string[]): boolean =>
  metadata.task === undefined || tasks.includes(metadata.task)

/** Rows and columns of an output of shape [1, rows, columns], else null. */
export function tableOf(output: OutputTensor | undefined): { rows: number; columns: number } | null {
  const [batch, rows = 0, columns = 0] = output?.shape ?? []
  return output?.shape.length === 3 && batch === 1 ? { rows, columns } : null
}

export const isFraction = (value: number): boolean => value >= 0 && value <= 1

/** Number of anchors of a grid head, one per cell of each stride; 0 when a stride does not divide the size. */
export function cellsOf({ width, height }: Size, strides: readonly number[]): number {
  return strides.reduce((sum, s) => sum + Math.ceil(width / s) * Math.ceil(height / s), 0)
}

/** Numbers of classes of the usual data sets: COCO with and without gaps, VOC, Objects365, Open Images, LVIS. */
const USUAL_COUNTS = new Set([80, 91, 20, 365, 601, 1203])

/**
 * Returns how well a one-stage head fits that is recognised by its shape alone. Class names, a usual number of classes,
 * and one row for each anchor of this input size raise the fit.
 */
export function fitOfGrid({ classNames, input }: TriedModel, classes: number, rows: number, anchors = 1): number {
  return 0.5 + (classNames || USUAL_COUNTS.has(classes) ? 0.3 : 0) + (isAnchorCount(input, rows, anchors) ? 0.2 : 0)
}

/** Returns whether a head of one of the usual sets of strides has as many candidates at this size. */
export const isAnchorCount = (input: Size, rows: number, anchors = 1): boolean =>
  STRIDES.some((strides) => rows === anchors * cellsOf(input, strides))

/** Strides of one-stage detectors: the usual three, and the four of models for large images. */
export const STRIDES = [
  [8, 16, 32],
  [8, 16, 32, 64],
] as const

/** The file's own names; without them, COCO's for 80 or 91 classes, as in the published weights, else numbers. */
export function namesOr(names: string[] | null, count: number): string[] {
  if (names) return names
  const known = [COCO_NAMES, COCO_CATEGORY_NAMES].find((set) => set.length === count)
  return known ? [...known] : numbered(count)
}

/** Seventeen keypoints are COCO's body; other numbers of keypoints are numbered, without bones. */
export const keypointsOf = (count: number): NonNullable<ModelInspection['keypoints']> =>
  count === BODY_POINTS.length
    ? { names: [...BODY_POINTS], skeleton: bonesOf(count).map(([a, b]) => [a, b]) }
    : { names: Array.from({ length: count }, (_, i) => `point ${i}`), skeleton: [] }
