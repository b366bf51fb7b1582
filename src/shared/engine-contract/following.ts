/** The contract for objects that are followed from one image to another. */
import type { Affine } from '../domain/affine.ts'
import type { BoundingBox } from '../domain/annotation.ts'

export interface ImageFile {
  /** Absolute path. */
  path: string
  /** The owner's name for the file. */
  name: string
}

export interface FollowRequest extends ImageFile {
  /** The image in which the objects are found again; it has the same size. */
  to: ImageFile
  /** Boxes of the objects, in pixels of the upright image. */
  boxes: readonly BoundingBox[]
}

export interface FollowedObject {
  /** Maps places of the object in the first image to those in the second. */
  map: Affine
  /** Correlation of the two pictures of the object, 0 to 1. */
  score: number
}

export interface Following {
  /** One for each box; null for an object that is lost. */
  objects: readonly (FollowedObject | null)[]
}
