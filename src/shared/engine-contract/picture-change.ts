/** The contract for pictures that are made of an image: tiles of it, and changed copies. */
import type { Affine } from '../domain/affine.ts'

/** How the pixels of a copy differ from those of its image, beside their places. */
export interface PixelChange {
  /** Factor of all values; 1 changes nothing, here and below. */
  brightness: number
  /** Factor of the distance to middle grey. */
  contrast: number
  /** Factor of the distance to the grey of the same luma; 0 makes a grey image. */
  saturation: number
  /** Standard deviation of a Gaussian blur in pixels; 0 for none. */
  blur: number
  /** Standard deviation of normal noise, of values from 0 to 255; 0 for none. */
  noise: number
  /** The seed of the random noise. */
  seed: number
  /** Filled with black, in pixels of the copy. */
  cutouts: readonly { x: number; y: number; w: number; h: number }[]
}

export interface PictureOutput {
  /** Absolute path of the file to write, whose folder exists. */
  path: string
  /** Pixels. */
  width: number
  height: number
  /** Maps pixels of the upright image to those of the picture. Parts outside the image are black. */
  map: Affine
  /** Null when only places change. */
  change: PixelChange | null
}

export type PictureEncoding = 'jpeg' | 'png'

export interface ChangeRequest {
  /** Absolute path of the image file. */
  path: string
  /** The owner's name for the file. */
  name: string
  /** Size of the upright image that the maps are for; an image of another size is refused. */
  width: number
  height: number
  encoding: PictureEncoding
  outputs: readonly PictureOutput[]
}

export interface ChangedPictures {
  /** Files that were written. */
  written: number
}
