/** The contract for outlining objects of an image by a prompt, in a process that stays warm between prompts. */
import type { Box, Point } from '../domain/geometry.ts'

/** The segmenter without a network, which is always there. */
export const GRABCUT = 'grabcut'
/** Name of SAM 3 in results. */
export const SAM3_SEGMENTER = 'sam3'

export type Segmenter =
  | { kind: 'grabcut' }
  /** An encoder and a decoder of the signature of docs/segmenters.md, in one folder. */
  | { kind: 'sam'; name: string; folder: string; sha256: string }
  | { kind: 'sam3'; folder: string; sha256: string }

export interface PromptedImage {
  /** Absolute path on this machine. */
  path: string
  /** The owner's name for the file. */
  name: string
  /** Hex SHA-256 of the file: what was computed for an image is reused for the next prompt on it. */
  sha256: string
}

/** Points and boxes are in pixels of the upright image. */
export interface PointsPrompt {
  kind: 'points'
  /** At least one. */
  positive: readonly Point[]
  negative: readonly Point[]
}

export interface BoxPrompt {
  kind: 'box'
  box: Box
  negative: readonly Box[]
}

/** Objects that words name; SAM 3 only. */
export interface TextsPrompt {
  kind: 'texts'
  classes: readonly { name: string; output_type: 'polygon' | 'bbox' }[]
  /** Least score, 0 to 1. */
  confidence: number
  /** Most objects of each class. */
  maxDetections: number
  /** Side of the tiles in pixels that are searched besides the whole image; null without tiles. */
  tileSize: number | null
}

export type SegmentPrompt = PointsPrompt | BoxPrompt | TextsPrompt

export interface SegmentRequest {
  segmenter: Segmenter
  image: PromptedImage
  prompt: SegmentPrompt
  /** True for work that nobody waits for: other requests are processed first. */
  background: boolean
}

export interface SegmentedObject {
  /** The class of a texts prompt that the object belongs to; '' for other prompts. */
  className: string
  /** 0 to 1. */
  score: number
  box: Box
  /** Rings as x, y, x, y …, filled by the even-odd rule; empty for a class whose output is `bbox`. */
  rings: readonly (readonly number[])[]
}

export interface Segmentation {
  /** Name of the segmenter. */
  segmenter: string
  /** Pixels of the upright image. */
  width: number
  height: number
  /** By falling score; at most one for points and boxes. */
  objects: SegmentedObject[]
  /** Milliseconds, without queueing time. */
  ms: number
}
