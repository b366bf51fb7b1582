/** Reads the size of an image, and how it is to be turned, from its first bytes. Nothing is decoded. */
import type { Size } from '../../../../shared/domain/geometry.ts'
import { avifHeader, isAvif } from './avif-header.ts'
import { firstDirectory, isTiff, TAG } from './tiff-directory.ts'

/** The size of the stored pixels. */
export interface ImageHeader extends Size {
  /** By EXIF, from 1 to 8: from 5 on, rows and columns are swapped. */
  orientation: number
}

/** Bytes before the size: profiles and previews can be there. WebP and TIFF can have it behind the pixels. */
const [MOST_BYTES, MOST_OF_OTHERS] = [2 * 1024 ** 2, 32 * 1024 ** 2]

/** Null for a format without a header of a known form, and for a damaged one. */
export async function imageHeader(bytes: AsyncIterable<Uint8Array>): Promise<ImageHeader | null> {
  const parts: Uint8Array[] = []
  let [length, enough] = [0, 0]
  for await (const part of bytes) {
    parts.push(part)
    length += part.length
    if (length < enough) continue
    const held = Buffer.concat(parts, length)
    const found = headerIn(held)
    if (found !== 'more') return found
    if (length > (isWebp(held) || isTiff(held) ? MOST_OF_OTHERS : MOST_BYTES)) return null
    // A search begins again with twice the bytes.
    enough = 2 * length
  }
  const found = headerIn(Buffer.concat(parts, length))
  return found === 'more' ? null : found
}

type Found = ImageHeader | null | 'more'

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text
const isWebp = (bytes: Buffer): boolean => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)

function headerIn(bytes: Buffer): Found {
  if (bytes.length < 32) return 'more'
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegHeader(bytes)
  if (bytes.readUInt32BE(0) === 0x89504e47) return pngHeader(bytes)
  if (isWebp(bytes)) return webpHeader(bytes)
  if (isTiff(bytes)) return tiffHeader(bytes)
  if (isAvif(bytes)) return avifHeader(bytes)
  if (startsWith(bytes, 'GIF8')) return sized(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
  if (startsWith(bytes, 'BM')) return sized(bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22)))
  return null
}

const sized = (width: number, height: number, orientation = 1): ImageHeader | null =>
  width > 0 && height > 0 ? { width, height, orientation } : null

const EXIF = 'Exif\0\0'
const withoutExifMark = (bytes: Buffer): Buffer => (startsWith(bytes, EXIF) ? bytes.subarray(EXIF.length) : bytes)

function jpegHeader(bytes: Buffer): Found {
  let orientation: number | null = null
  for (let at = 2; ; ) {
    if (at + 10 > bytes.length) return 'more'
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at++
      continue
    }
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (isAlone) {
      at += 2
      continue
    }
    // Pixels, or the end, before a size.
    if (marker === 0xda || marker === 0xd9) return null
    const length = bytes.readUInt16BE(at + 2)
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isSize) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5), orientation ?? 1)
    const end = at + 2 + length
    if (marker === 0xe1 && orientation === null) {
      if (end > bytes.length) return 'more'
      const body = bytes.subarray(at + 4, end)
      if (startsWith(body, EXIF)) orientation = exifOrientation(withoutExifMark(body))
    }
    at = end
  }
}

function pngHeader(bytes: Buffer): Found {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  for (let at = 8; ; ) {
    if (at + 8 > bytes.length) return 'more'
    const [length, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
    if (type === 'IDAT' || type === 'IEND') return sized(width, height)
    const end = at + 12 + length
    if (type === 'eXIf') {
      return end > bytes.length
        ? 'more'
        : sized(width, height, exifOrientation(bytes.subarray(at + 8, at + 8 + length)))
    }
    at = end
  }
}

/** Flag of an extended WebP that has EXIF. */
const HAS_EXIF = 0x08

function webpHeader(bytes: Buffer): Found {
  const type = bytes.toString('latin1', 12, 16)
  if (type === 'VP8 ') return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  if (type === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  if (type !== 'VP8X') return null
  const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (((bytes[20] as number) & HAS_EXIF) === 0) return sized(width, height)
  const whole = bytes.readUInt32LE(4) + 8
  for (let at = 30; at < whole; ) {
    if (at + 8 > bytes.length) return 'more'
    const length = bytes.readUInt32LE(at + 4)
    if (startsWith(bytes, 'EXIF', at)) {
      if (at + 8 + length > bytes.length) return 'more'
      const body = bytes.subarray(at + 8, at + 8 + length)
      return sized(width, height, exifOrientation(withoutExifMark(body)))
    }
    at += 8 + length + (length % 2)
  }
  return sized(width, height)
}

function tiffHeader(bytes: Buffer): Found {
  const values = firstDirectory(bytes)
  if (values === 'more') return 'more'
  return sized(values.get(TAG.width) ?? 0, values.get(TAG.height) ?? 0, validOrientation(values.get(TAG.orientation)))
}

function exifOrientation(tiff: Buffer): number {
  if (tiff.length < 8 || !isTiff(tiff)) return 1
  const values = firstDirectory(tiff)
  return values === 'more' ? 1 : validOrientation(values.get(TAG.orientation))
}

const validOrientation = (value = 1): number => (value >= 1 && value <= 8 ? value : 1)
