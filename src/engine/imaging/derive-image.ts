/** Derives thumbnails, descriptor, hash and tags of an image file, which is decoded once. */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Size } from '../../shared/domain/geometry.ts'
import {
  type DeriveRequest,
  type ImageDerivation,
  THUMBNAIL_SIZES,
  type ThumbnailSize,
} from '../../shared/engine-contract/derivation.ts'
import { outputFailure } from '../core/run-failure.ts'
import { openImage } from '../media/decode-image.ts'
import { attributesOf, sharpnessOf } from './attributes.ts'
import { describeImage, perceptualHash } from './descriptor.ts'
import { LAB_SIDE, labImage } from './lab-image.ts'

const LARGEST = Math.max(...THUMBNAIL_SIZES)
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

/** @throws MediaError for an image that cannot be decoded; RunFailure disk_full and output_unwritable */
export async function deriveImage({ path, thumbnails }: DeriveRequest): Promise<ImageDerivation> {
  const decoded = await decode(path)
  // The smaller one is made of the larger one's pixels.
  for (const size of THUMBNAIL_SIZES) await writeThumbnail(decoded, size, thumbnails[size])
  const opaque = await of(decoded)
    .flatten({ background: '#808080' })
    .resize(LAB_SIDE, LAB_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const lab = labImage(threeBytes(opaque.data, opaque.info.channels))
  const grey = await of(decoded)
    .flatten({ background: '#808080' })
    .resize(SHARPNESS_SIDE, SHARPNESS_SIDE, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sharpness = sharpnessOf(oneByte(grey.data, grey.info.channels), grey.info.width, grey.info.height)
  const attributes = attributesOf({ ...decoded.whole, hasTransparency: isTransparent(decoded), lab, sharpness })
  return { descriptor: describeImage(lab), phash: perceptualHash(lab), tags: { objects: [], scenes: [], attributes } }
}

async function decode(path: string): Promise<Decoded> {
  const still = await openImage(path)
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

async function writeThumbnail(decoded: Decoded, size: ThumbnailSize, path: string): Promise<void> {
  const bytes = await of(decoded)
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer()
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
