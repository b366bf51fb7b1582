/** Identifies stills by their first bytes: neither a name nor a demuxer's guess is evidence. */
import type { StillFormat } from '../../../shared/domain/still-formats.ts'
import { headOf, regularFile } from '../media-file.ts'
import { ByteWindow } from './byte-window.ts'
import { jpegFileAt } from './jpeg-images.ts'

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

/**
 * Null for all other files: videos, files without media, and images that only FFmpeg knows, such as PPM.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function stillFileOf(path: string): Promise<StillFile | null> {
  await regularFile(path)
  const head = await headOf(path, HEAD)
  const format = formatOf(head)
  if (format !== 'jpeg') return format && { format, isMoving: await isMoving(format, head, path), isCut: false }
  const { isVideo, isCut } = await jpegFileAt(path)
  return { format, isMoving: isVideo, isCut }
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

async function isMoving(format: Exclude<StillFormat, 'jpeg'>, head: Buffer, path: string): Promise<boolean> {
  if (format === 'gif') return true
  if (format === 'png') return hasAnimationControl(path)
  return format === 'avif' && head.toString('latin1', 8, 12) === 'avis'
}

/** The chunk of an animation stands before the first image (PNG, third edition, 11.3.6). */
const hasAnimationControl = (path: string): Promise<boolean> =>
  ByteWindow.over(path, async (bytes) => {
    for (let at = 8; ; ) {
      const chunk = await bytes.from(at, 8)
      if (chunk.length < 8) return false
      const type = chunk.toString('latin1', 4, 8)
      if (type === 'acTL' || type === 'IDAT') return type === 'acTL'
      at += 12 + chunk.readUInt32BE(0)
    }
  })
