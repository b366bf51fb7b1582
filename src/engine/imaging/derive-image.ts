/** Reads an image file, which is decoded once: its properties, thumbnails, descriptor, hash and tags. */
import { writeFile } from 'node:fs/promises'
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

const [SMALLEST, LARGEST] = [Math.min(...THUMBNAIL_SIZES), Math.max(...THUMBNAIL_SIZES)]
/** Longest side at which sharpness is measured. */
const SHARPNESS_SIDE = 512
const QUALITY = 80

/** The image at most 1,024 pixels wide and high, upright, as it was decoded. */
interface Decoded {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
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
  const [, opaque, grey] = await Promise.all([
    writeThumbnails(decoded, thumbnails),
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
  const lab = labImage(threeBytes(opaque.data, opaque.info.channels))
  const sharpness = sharpnessOf(oneByte(grey.data, grey.info.channels), grey.info.width, grey.info.height)
  const attributes = attributesOf({ ...decoded.whole, hasTransparency: isTransparent(decoded), lab, sharpness })
  return { ...describeImage(lab), tags: { objects: [], scenes: [], attributes } }
}

async function decode(still: Still): Promise<Decoded> {
  const { data, info } = await still.shown((image) =>
    image
      .resize(LARGEST, LARGEST, { fit: 'inside', withoutEnlargement: true })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height, channels } = info
  return { data, width, height, channels: channels as Decoded['channels'], whole: still }
}

const of = ({ data, width, height, channels }: Decoded): Sharp => sharp(data, { raw: { width, height, channels } })

/** Both are made of the same pixels: thumbnails of an image that is smaller than they are have the same bytes. */
async function writeThumbnails(decoded: Decoded, paths: DeriveRequest['thumbnails']): Promise<void> {
  const isSmall = Math.max(decoded.width, decoded.height) <= SMALLEST
  const sizes = isSmall ? [SMALLEST] : THUMBNAIL_SIZES
  const encoded = await Promise.all(
    sizes.map((size) =>
      of(decoded).resize(size, size, { fit: 'inside', withoutEnlargement: true }).webp({ quality: QUALITY }).toBuffer(),
    ),
  )
  await Promise.all(THUMBNAIL_SIZES.map((size, i) => write(paths[size], encoded[isSmall ? 0 : i] as Buffer)))
}

async function write(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes)
  } catch (error) {
    throw outputFailure(error, basename(path)) ?? error
  }
}

/** Grey images have one or two channels. */
function threeBytes(data: Buffer, channels: number): Uint8Array {
  if (channels === 3) return data
  const pixels = data.length / channels
  const rgb = new Uint8Array(3 * pixels)
  for (let i = 0; i < pixels; i++) rgb.fill(data[i * channels] as number, 3 * i, 3 * i + 3)
  return rgb
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
