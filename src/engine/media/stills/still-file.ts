/** Identifies stills by their first bytes: neither a name nor a demuxer's guess is evidence. */
import type { StillFormat } from '../../../shared/domain/still-formats.ts'
import { regularFile } from '../media-file.ts'
import { ByteWindow } from './byte-window.ts'

export interface StillFile {
  format: StillFormat
  /** True for a file that is a video when it is a source by itself; elsewhere its first image is read. */
  isMoving: boolean
  /** True for a JPEG file whose first image has no end. */
  isCut: boolean
}

/** Holds the brands of an ISO media file. */
const HEAD = 512
const HEIC_BRANDS = /hei[cxms]|hev[cxms]/

interface JpegImage {
  width: number
  height: number
  /** Position behind its end marker. */
  end: number
  /** True when it has an index of the images of its file. */
  hasIndex: boolean
}

const [SOI, EOI, SOS, APP2] = [0xd8, 0xd9, 0xda, 0xe2]
const INDEX = 'MPF\0'
/** So many images in a row, of one size and without an index, are a video. */
const FEWEST_OF_VIDEO = 3

interface JpegFile {
  /** True when no end marker follows the first image: decoders fill the missing part with grey without an error. */
  isCut: boolean
  /** True for a stream of video without a container. */
  isVideo: boolean
}

/**
 * The images of a JPEG file, by its markers (ITU-T T.81, annex B). Files of cameras hold more than one: a second view
 * or a gain map that an index names (CIPA DC-007), or a video behind the photo; and streams of video are such images in
 * a row.
 */
async function jpegFileIn(bytes: ByteWindow): Promise<JpegFile> {
  const first = await jpegAt(bytes, 0)
  return { isCut: first === null, isVideo: first !== null && (await beginsVideo(bytes, first)) }
}

async function beginsVideo(bytes: ByteWindow, first: JpegImage): Promise<boolean> {
  if (first.hasIndex) return false
  for (let n = 1, { end } = first; n < FEWEST_OF_VIDEO; n++) {
    const next = await jpegAt(bytes, end)
    if (next?.width !== first.width || next.height !== first.height) return false
    end = next.end
  }
  return true
}

/** Null when no image begins there, or when it has no end. */
async function jpegAt(bytes: ByteWindow, start: number): Promise<JpegImage | null> {
  const head = await bytes.from(start, 3)
  if (head[0] !== 0xff || head[1] !== SOI || head[2] !== 0xff) return null
  const image: JpegImage = { width: 0, height: 0, end: 0, hasIndex: false }
  for (let at = start + 2; ; ) {
    const segment = await bytes.from(at, 12)
    const marker = segment[1]
    if (marker === undefined || (segment[0] === 0xff && marker === SOI)) return null
    // Decoders skip stray bytes between segments; bytes of 255 may stand before a marker.
    if (segment[0] !== 0xff || marker === 0xff || marker === 0) at++
    else if (marker === EOI) return { ...image, end: at + 2 }
    else {
      if (segment.length < 4) return null
      if (isFrameHeader(marker) && segment.length >= 9) {
        image.height = segment.readUInt16BE(5)
        image.width = segment.readUInt16BE(7)
      }
      if (marker === APP2) image.hasIndex ||= segment.toString('latin1', 4, 8) === INDEX
      at += 2 + segment.readUInt16BE(2)
      if (marker === SOS) at = await endOfScan(bytes, at)
    }
  }
}

const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Markers that may follow a scan; other codes are damage in it, which decoders skip. */
const endsScan = (code: number): boolean =>
  code === 0xc4 || (code >= SOI && code <= 0xdd) || (code >= 0xe0 && code <= 0xef) || code === 0xfe

async function endOfScan(bytes: ByteWindow, start: number): Promise<number> {
  for (let at = start; ; ) {
    const part = await bytes.from(at, 2)
    if (part.length < 2) return at
    let found = part.indexOf(0xff)
    while (found >= 0 && found + 1 < part.length && !endsScan(part[found + 1] as number)) {
      found = part.indexOf(0xff, found + 1)
    }
    if (found >= 0 && found + 1 < part.length) return at + found
    at += found < 0 ? part.length : found
    if (found === part.length - 1 && (await bytes.from(at, 2)).length < 2) return at
  }
}

/**
 * Null for all other files: videos, files without media, and images that only FFmpeg knows, such as PPM.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function stillFileOf(path: string): Promise<StillFile | null> {
  await regularFile(path)
  return ByteWindow.over(path, async (bytes) => {
    const head = Buffer.from((await bytes.from(0, HEAD)).subarray(0, HEAD))
    const format = formatOf(head)
    if (format !== 'jpeg') return format && { format, isMoving: await isMoving(format, head, bytes), isCut: false }
    const { isVideo, isCut } = await jpegFileIn(bytes)
    return { format, isMoving: isVideo, isCut }
  })
}

function formatOf(head: Buffer): StillFormat | null {
  const text = head.toString('latin1', 0, 16)
  // JPEG-LS, which FFmpeg decodes, begins with a marker of its own.
  if (text.startsWith('\xff\xd8\xff')) return text.startsWith('\xf7', 3) ? null : 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  // The second of each pair is that of BigTIFF.
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return 'tiff'
  if (text.startsWith('ftyp', 4)) return formatOfBrands(head)
  if (text.startsWith('BM') && bitmapHeader(head)) return 'bmp'
  if (text.startsWith('8BPS\0\x01')) return 'psd'
  if (text.startsWith('\0\0\0\x0cjP  \r\n\x87\n') || text.startsWith('\xffO\xffQ')) return 'jp2'
  if (text.startsWith('\0\0\0\x0cJXL \r\n\x87\n') || text.startsWith('\xff\x0a')) return 'jxl'
  return null
}

/** Two letters are little evidence: the length of the second header decides. */
const bitmapHeader = (head: Buffer): boolean =>
  head.length >= 18 && [12, 16, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14))

/** The main brand and those that it is compatible with (ISO/IEC 23008-12). */
function formatOfBrands(head: Buffer): StillFormat | null {
  const main = head.toString('latin1', 8, 12)
  if (/avi[fs]/.test(main)) return 'avif'
  if (HEIC_BRANDS.test(main)) return 'heic'
  if (main !== 'mif1' && main !== 'msf1') return null
  const all = head.toString('latin1', 16, head.readUInt32BE(0))
  return /avi[fs]/.test(all) ? 'avif' : 'heic'
}

async function isMoving(format: Exclude<StillFormat, 'jpeg'>, head: Buffer, bytes: ByteWindow): Promise<boolean> {
  if (format === 'gif') return true
  if (format === 'png') return hasAnimationControl(bytes)
  return format === 'avif' && head.toString('latin1', 8, 12) === 'avis'
}

/** The chunk of an animation stands before the first image (PNG, third edition, 11.3.6). */
async function hasAnimationControl(bytes: ByteWindow): Promise<boolean> {
  for (let at = 8; ; ) {
    const chunk = await bytes.from(at, 8)
    if (chunk.length < 8) return false
    const type = chunk.toString('latin1', 4, 8)
    if (type === 'acTL' || type === 'IDAT') return type === 'acTL'
    at += 12 + chunk.readUInt32BE(0)
  }
}
