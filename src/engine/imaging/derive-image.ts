/** Reads an image file, which is decoded once: its properties, thumbnails, descriptor, hash and tags. */
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Size } from '../../shared/domain/geometry.ts'
import {
  type DerivedImage,
  type DeriveRequest,
  type ImageDerivation,
  THUMBNAIL_SIZES,
} from '../../shared/engine-contract/derivation.ts'
import { asRunFailure, MediaError, outputFailure, toRunError, withDisplayName } from '../core/run-failure.ts'
import { openImage } from '../media/decode-image.ts'
import type { Still } from '../media/stills/open-still.ts'
import { attributesOf, sharpnessOf } from './attributes.ts'
import { describeImage } from './describe-image.ts'
import { LAB_SIDE, labImage } from './lab-image.ts'
import { greyOf, isSmall, opaqueOf, type Pixels, stretched } from './small-image.ts'

const [SMALLEST, LARGEST] = [Math.min(...THUMBNAIL_SIZES), Math.max(...THUMBNAIL_SIZES)]
/** Longest side at which sharpness is measured. */
const SHARPNESS_SIDE = 512
const QUALITY = 80

/** The image at most 1,024 pixels wide and high, upright, as it was decoded. */
interface Decoded extends Pixels {
  /** Size of the whole image, upright. */
  whole: Size
}

/**
 * Fails for an image that cannot be read; one that can, and not displayed, is derived from in vain.
 * @throws MediaError for an image that cannot be read; RunFailure disk_full and output_unwritable
 */
export async function deriveImage({ path, name, thumbnails }: DeriveRequest): Promise<DerivedImage> {
  const still = await openImage(path)
  const { codec, width, height } = still
  return { codec, width, height, derived: await derivedFrom() }

  async function derivedFrom(): Promise<DerivedImage['derived']> {
    try {
      return { ok: true, value: await derivation(await decode(still), thumbnails) }
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      await still.pixels()
      return { ok: false, error: toRunError(asRunFailure(error, null), withDisplayName(path, name)) }
    }
  }
}

async function derivation(decoded: Decoded, thumbnails: DeriveRequest['thumbnails']): Promise<ImageDerivation> {
  const [thumbnailBytes, { square, grey }] = await Promise.all([
    writeThumbnails(decoded, thumbnails),
    isSmall(decoded) ? smallViews(decoded) : views(decoded),
  ])
  const lab = labImage(square)
  const sharpness = sharpnessOf(grey.data, grey.width, grey.height)
  const attributes = attributesOf({ ...decoded.whole, hasTransparency: isTransparent(decoded), lab, sharpness })
  return { ...describeImage(lab), tags: { objects: [], scenes: [], attributes }, thumbnailBytes }
}

interface Views {
  /** Three bytes for each pixel of a square of `labSideOf`. */
  square: Uint8Array
  grey: Size & { data: Uint8Array }
}

function smallViews(decoded: Decoded): Views {
  const { width, height } = decoded
  const rgb = opaqueOf(decoded)
  return { square: stretched(rgb, width, height), grey: { data: greyOf(rgb), width, height } }
}

async function views(decoded: Decoded): Promise<Views> {
  const [square, grey] = await Promise.all([
    of(decoded)
      .flatten({ background: '#808080' })
      .resize(LAB_SIDE, LAB_SIDE, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
    of(decoded)
      .flatten({ background: '#808080' })
      .resize(SHARPNESS_SIDE, SHARPNESS_SIDE, { fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  ])
  const { width, height, channels } = grey.info
  return {
    square: opaqueOf({ data: square.data, channels: square.info.channels as Pixels['channels'] }),
    grey: { data: oneByte(grey.data, channels), width, height },
  }
}

async function decode(still: Still): Promise<Decoded> {
  const isLarge = Math.max(still.width, still.height) > LARGEST
  const { data, info } = await still.shown((image) =>
    (isLarge ? image.resize(LARGEST, LARGEST, { fit: 'inside' }) : image)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height, channels } = info
  return { data, width, height, channels: channels as Pixels['channels'], whole: still }
}

const of = ({ data, width, height, channels }: Decoded): Sharp => sharp(data, { raw: { width, height, channels } })

/**
 * Both are made of the same pixels: thumbnails of an image that is smaller than they are have the same bytes. Returns the bytes of
 * both together.
 */
async function writeThumbnails(decoded: Decoded, paths: DeriveRequest['thumbnails']): Promise<number> {
  const isOne = Math.max(decoded.width, decoded.height) <= SMALLEST
  const sizes = isOne ? [SMALLEST] : THUMBNAIL_SIZES
  const encoded = await Promise.all(
    sizes.map((size) => {
      const isLarger = Math.max(decoded.width, decoded.height) > size
      const image = isLarger ? of(decoded).resize(size, size, { fit: 'inside' }) : of(decoded)
      // A few pixels are not worth the search for the smallest file.
      return image.webp({ quality: QUALITY, effort: isOne ? 0 : 4 }).toBuffer()
    }),
  )
  let written = 0
  for (const [i, size] of THUMBNAIL_SIZES.entries()) {
    const bytes = encoded[isOne ? 0 : i] as Buffer
    write(paths[size], bytes)
    written += bytes.length
  }
  return written
}

/** This process has nothing else to do meanwhile, and a way through a pool of threads takes longer than a small file. */
function write(path: string, bytes: Buffer): void {
  try {
    writeFileSync(path, bytes)
  } catch (error) {
    throw outputFailure(error, basename(path)) ?? error
  }
}

function oneByte(data: Buffer, channels: number): Uint8Array {
  if (channels === 1) return data
  return Uint8Array.from({ length: data.length / channels }, (_, i) => data[i * channels] as number)
}

function isTransparent({ data, channels }: Decoded): boolean {
  if (channels !== 2 && channels !== 4) return false
  for (let i = channels - 1; i < data.length; i += channels) if (data[i] !== 255) return true
  return false
}
