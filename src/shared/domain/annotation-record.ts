/** The lines of an annotations artifact, written by the engine and imported into a data set by the platform. */
import type { Annotation } from './annotation.ts'

/** The first line; fields that describe the origin of the results are added beside these. */
export interface AnnotationHeader {
  record: 'header'
  format: 'sightline-annotations'
  version: 1
  /** Id or name of the data set that receives them; null when none is chosen. */
  dataset: string | null
}

/** One per image of a data set that was processed, and one per other frame with detections. */
export interface AnnotationRecord {
  record: 'image'
  /** Id of the source image in its data set; null for a frame of a video or a file. */
  image_id: string | null
  /** Filename of the image, or the one it is to be given. */
  filename: string
  frame_index: number
  /** Media time in seconds. */
  time_s: number
  /** Pixels, upright. */
  width: number
  height: number
  /** File name of the frame's still among the artifacts; null when the still is the source image, or was not kept. */
  picture: string | null
  /** Outlines with their boxes when the model gives them; otherwise boxes. */
  annotations: Annotation[]
}
