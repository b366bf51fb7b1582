/** Derives thumbnails, descriptor, hash and tags of an image file, which is decoded once. */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Size } from '../../shared/domain/geometry.ts'
import {
  DESCRIPTOR_LENGTH,
  type DeriveRequest,
  type ImageDerivation,
  THUMBNAIL_SIZES,
  type ThumbnailSize,
} from '../../shared/engine-contract/derivation.ts'
import { outputFailure } from '../core/run-failure.ts'
import { openImage } from '../media/decode-image.ts'
import { attributesOf, sharpnessOf } from './attributes.ts'
import { gridMeans, LAB_SIDE, type LabImage, labImage } from './lab-image.ts'

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

/** Cells of the colour grid on a side: three values each. */
const COLOUR_SIDE = 6
/** Cells of the edge grid on a side, and unsigned directions of each (Dalal and Triggs, 2005). */
const EDGE_SIDE = 4
const DIRECTIONS = 8
/** Low frequencies of luminance besides the mean. */
const FREQUENCIES = DESCRIPTOR_LENGTH - 3 * COLOUR_SIDE ** 2 - DIRECTIONS * EDGE_SIDE ** 2

/** Shares of colours, edges and layout in the cosine of two descriptors; they add up to one. */
const SHARES = [0.35, 0.35, 0.3] as const

/** Shorter parts are noise of a flat image. */
const LEAST_LENGTH = 1e-3

/**
 * Describes an image by its colours, edges and layout in one vector, without a trained model. It recognises images that look
 * alike, such as neighbouring frames and edited copies; it knows nothing of their subject. Returns 256 components: 108 of
 * colours, 128 of edges, 20 of layout.
 */
function describeImage(image: LabImage): Int8Array {
  const parts = [colours(image), edges(image.l), layout(image.l)]
  const whole = new Float64Array(DESCRIPTOR_LENGTH)
  let at = 0
  parts.forEach((part, i) => {
    const length = Math.hypot(...part)
    if (length > LEAST_LENGTH) {
      const scale = Math.sqrt(SHARES[i] as number) / length
      part.forEach((value, k) => {
        whole[at + k] = value * scale
      })
    }
    at += part.length
  })
  const largest = whole.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  // A flat image of medium grey has no direction of its own.
  if (largest === 0) whole[0] = 1
  return Int8Array.from(whole, (value) => Math.round((127 * value) / (largest || 1)))
}

/** Mean colour of each cell, about medium grey. */
function colours({ l, a, b }: LabImage): Float64Array {
  const cells = COLOUR_SIDE ** 2
  const part = new Float64Array(3 * cells)
  part.set(gridMeans(l, COLOUR_SIDE).map((value) => (value - 50) / 50))
  part.set(
    gridMeans(a, COLOUR_SIDE).map((value) => value / 30),
    cells,
  )
  part.set(
    gridMeans(b, COLOUR_SIDE).map((value) => value / 30),
    2 * cells,
  )
  return part
}

/** Gradient directions of each cell, less their mean over the image: what sets its edges apart from even texture. */
function edges(l: Float64Array): Float64Array {
  const part = new Float64Array(EDGE_SIDE ** 2 * DIRECTIONS)
  for (let y = 1; y < LAB_SIDE - 1; y++) {
    for (let x = 1; x < LAB_SIDE - 1; x++) {
      const i = y * LAB_SIDE + x
      const dx = (l[i + 1] as number) - (l[i - 1] as number)
      const dy = (l[i + LAB_SIDE] as number) - (l[i - LAB_SIDE] as number)
      const strength = Math.hypot(dx, dy)
      if (strength < 2) continue
      const turn = ((Math.atan2(dy, dx) + Math.PI) / Math.PI) * DIRECTIONS
      const cell = Math.floor((y * EDGE_SIDE) / LAB_SIDE) * EDGE_SIDE + Math.floor((x * EDGE_SIDE) / LAB_SIDE)
      const low = Math.floor(turn)
      const share = turn - low
      const first = cell * DIRECTIONS + (low % DIRECTIONS)
      const second = cell * DIRECTIONS + ((low + 1) % DIRECTIONS)
      part[first] = (part[first] as number) + strength * (1 - share)
      part[second] = (part[second] as number) + strength * share
    }
  }
  // The root damps single strong edges.
  const damped = part.map(Math.sqrt)
  const mean = damped.reduce((sum, value) => sum + value, 0) / damped.length
  return damped.map((value) => value - mean)
}

/** Pairs of frequencies by rising sum, without the mean. */
const ORDER: readonly number[] = Array.from({ length: 36 }, (_, i) => i)
  .filter((i) => i > 0)
  .sort((i, k) => Math.floor(i / 6) + (i % 6) - Math.floor(k / 6) - (k % 6) || i - k)
  .slice(0, FREQUENCIES)

/** The two-dimensional discrete cosine transform (DCT-II) of a square of luminance, its lowest frequencies only. */

/** Side of the square. */
const DCT_SIDE = 32

const cosines = new Map<number, Float64Array>()

/** `kept` rows of the transform: row u has cos((2x + 1) u pi / 2n) for each x. */
function rowsOf(kept: number): Float64Array {
  const known = cosines.get(kept)
  if (known) return known
  const rows = new Float64Array(kept * DCT_SIDE)
  for (let u = 0; u < kept; u++) {
    for (let x = 0; x < DCT_SIDE; x++) rows[u * DCT_SIDE + x] = Math.cos(((2 * x + 1) * u * Math.PI) / (2 * DCT_SIDE))
  }
  cosines.set(kept, rows)
  return rows
}

/** `luminance`: 32 x 32 values by rows. Returns `kept` x `kept` coefficients by rows, without normalisation. */
function lowFrequencies(luminance: Float64Array, kept: number): Float64Array {
  const rows = rowsOf(kept)
  const across = new Float64Array(DCT_SIDE * kept)
  for (let y = 0; y < DCT_SIDE; y++) {
    for (let u = 0; u < kept; u++) {
      let sum = 0
      for (let x = 0; x < DCT_SIDE; x++) {
        sum += (luminance[y * DCT_SIDE + x] as number) * (rows[u * DCT_SIDE + x] as number)
      }
      across[y * kept + u] = sum
    }
  }
  const coefficients = new Float64Array(kept * kept)
  for (let v = 0; v < kept; v++) {
    for (let u = 0; u < kept; u++) {
      let sum = 0
      for (let y = 0; y < DCT_SIDE; y++) sum += (across[y * kept + u] as number) * (rows[v * DCT_SIDE + y] as number)
      coefficients[v * kept + u] = sum
    }
  }
  return coefficients
}

/** The lowest frequencies of luminance, damped like the edges. */
function layout(l: Float64Array): Float64Array {
  const coefficients = lowFrequencies(gridMeans(l, DCT_SIDE), 6)
  return Float64Array.from(ORDER, (i) => {
    const value = coefficients[i] as number
    return Math.abs(value) < 1 ? 0 : Math.sign(value) * Math.sqrt(Math.abs(value))
  })
}

/**
 * Perceptual hash of 64 bits: each low frequency of luminance against their median (Zauner, 2010). Returns 16
 * hexadecimal digits.
 */
function perceptualHash({ l }: LabImage): string {
  const values = lowFrequencies(gridMeans(l, DCT_SIDE), 9)
  // Rows and columns 1 to 8: frequency 0 is brightness and its gradients.
  const kept = Array.from({ length: 64 }, (_, i) => values[(1 + Math.floor(i / 8)) * 9 + 1 + (i % 8)] as number)
  const sorted = [...kept].sort((a, b) => a - b)
  const median = ((sorted[31] as number) + (sorted[32] as number)) / 2
  const bits = kept.reduce((hash, value) => (hash << 1n) | (value > median ? 1n : 0n), 0n)
  return bits.toString(16).padStart(16, '0')
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
