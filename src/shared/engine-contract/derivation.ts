/** The contract for what is derived from an image when it arrives: thumbnails, a descriptor, a hash and tags. */
import type { Inspected } from './job.ts'

/** Longest sides of thumbnails in pixels. */
export const THUMBNAIL_SIZES = [256, 1024] as const
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number]

/** Bytes of a descriptor. */
export const DESCRIPTOR_LENGTH = 256
/** Name and version of the descriptor: vectors of two kinds are never compared. */
export const DESCRIPTOR_MODEL = 'layout-1'

export interface DeriveRequest {
  /** Absolute path of the image file. */
  path: string
  /** The owner's name for the file. */
  name: string
  /** Absolute paths of the WebP files to write, whose folder exists. */
  thumbnails: Readonly<Record<ThumbnailSize, string>>
  /** True for work that nobody waits for. */
  background: boolean
}

/** Content tags by category, each from a fixed vocabulary. */
export interface AutoTags {
  objects: string[]
  scenes: string[]
  attributes: string[]
}

/** An image that was read. */
export interface DerivedImage {
  /** FFmpeg's name of the codec, such as mjpeg or png. */
  codec: string
  /** Pixels of the upright image. */
  width: number
  height: number
  /** Fails for an image whose pixels can be read, but not be displayed. */
  derived: Inspected<ImageDerivation>
}

export interface ImageDerivation {
  /** Components of -127 to 127: a unit vector scaled by its largest component. Similarity is their cosine. */
  descriptor: Int8Array
  /** Perceptual hash of 64 bits, as 16 hexadecimal digits. */
  phash: string
  tags: AutoTags
  /** Bytes of both thumbnails together. */
  thumbnailBytes: number
}
