/** The lines of an annotations artifact: what the engine writes, and the platform puts into a data set. */
import type { Annotation } from '../api/annotations.ts'

/** The first line; what the results were made from stands beside these fields. */
export interface AnnotationHeader {
  record: 'header'
  format: 'sightline-annotations'
  version: 1
  /** Id or name of the data set that receives them; null where none is chosen. */
  dataset: string | null
}

/** One for each image of a data set that was looked at, and for each other frame in which something was found. */
export interface AnnotationRecord {
  record: 'image'
  /** Of the image in the data set that was read; null for a frame of a video or a file. */
  image_id: string | null
  /** What the image is, or is to be, called. */
  filename: string
  frame_index: number
  /** Media time in seconds. */
  time_s: number
  /** Pixels, upright. */
  width: number
  height: number
  /** File name of the frame's picture among the artifacts; null where the picture is that of an image, or was not kept. */
  picture: string | null
  /** Outlines where the model gives them, with their boxes; else boxes. */
  annotations: Annotation[]
}
