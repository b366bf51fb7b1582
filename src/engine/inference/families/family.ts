/** What every model family declares: how it is recognised, and how its outputs are read. */

import type { Size } from '../../../shared/domain/geometry.ts'
import type { ModelInput, ModelInspection } from '../../../shared/domain/job.ts'
import type { Candidates, DecodeOptions, Found } from '../candidates.ts'

export interface OutputTensor {
  name: string
  shape: readonly number[]
  data: Float32Array
  /** Whole numbers: ids or counts, never scores. */
  isInteger?: boolean
  /** The operator that makes it, past those that only change form; '' when that is not known. */
  operator?: string
}

/** A model as it is recognised: with what it put out for a blank picture, so nothing in the shapes is symbolic. */
export interface TriedModel {
  metadata: Record<string, string>
  /** From the metadata; null when it names none. */
  classNames: string[] | null
  /** Pixels of the picture that it was given. */
  input: Size & { layout: ModelInput['layout']; elementType: ModelInput['elementType'] }
  /** It also takes the size of the picture, and puts out boxes in pixels of that. */
  takesSize: boolean
  outputs: readonly OutputTensor[]
}

export type Pixels = Pick<ModelInput, 'fit' | 'channels' | 'scale' | 'mean' | 'deviation'>

export interface Head extends Pick<ModelInspection, 'modelType' | 'architecture' | 'classes'> {
  /** False when the head has suppressed overlapping boxes itself, or none can occur. */
  needsNms: boolean
  /** How the family's training code turns pixels into numbers; `UNIT_RGB` when left out. */
  pixels?: Pixels
  /** Side of the input that such models are made for, where the file leaves it free. */
  usualSide?: number
  keypoints?: ModelInspection['keypoints']
  decode(outputs: readonly OutputTensor[], options: DecodeOptions): Candidates
  /** Adds shapes; called for what survived suppression only. */
  shape?(found: Candidates, outputs: readonly OutputTensor[]): Found
}

export interface Family {
  id: string
  /** Null when the model is not of this family. */
  recognise(model: TriedModel): Head | null
}

/** Letterboxed, 0 to 1: Ultralytics, and the default. */
export const UNIT_RGB: Pixels = {
  fit: 'letterbox',
  channels: 'rgb',
  scale: 1,
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
}

/** Normalised with the mean and deviation of ImageNet's pictures, as torchvision's and DETR's training code does. */
export const IMAGENET: Pixels = {
  ...UNIT_RGB,
  fit: 'stretch',
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
}

export const BYTES_RGB: Pixels = { ...UNIT_RGB, scale: 255 }

/** Exporters name the task; a model without a name for it may do any. */
export const mayDo = ({ metadata }: TriedModel, ...tasks: string[]): boolean =>
  metadata.task === undefined || tasks.includes(metadata.task)

/** Rows and columns of an output of shape [1, rows, columns], else null. */
export function tableOf(output: OutputTensor | undefined): { rows: number; columns: number } | null {
  const [batch, rows = 0, columns = 0] = output?.shape ?? []
  return output?.shape.length === 3 && batch === 1 ? { rows, columns } : null
}

export const isFraction = (value: number): boolean => value >= 0 && value <= 1

/** Anchors of a grid head for each of its strides, one for each cell; 0 where the size does not divide. */
export function cellsOf({ width, height }: Size, strides: readonly number[]): number {
  return strides.reduce((sum, s) => sum + Math.ceil(width / s) * Math.ceil(height / s), 0)
}

/** Strides of one-stage detectors: the usual three, and the four of models for large pictures. */
export const STRIDES = [
  [8, 16, 32],
  [8, 16, 32, 64],
] as const
