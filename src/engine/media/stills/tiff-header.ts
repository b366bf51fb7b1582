/**
 * The properties of the first image of a TIFF file, and the reasons why it can't be read. They are read from its directory (TIFF
 * 6.0, and BigTIFF), since the decoder fills tiles that it can't read with black, without an error.
 */
import type { MediaError } from '../../core/media-error.ts'
import * as say from '../media-messages.ts'
import { ByteWindow } from './byte-window.ts'

const TAG = {
  subfile: 254,
  compression: 259,
  photometric: 262,
  samples: 277,
  planes: 284,
  tileWidth: 322,
  subdirectories: 330,
  dngVersion: 50706,
} as const
const READ = new Set<number>(Object.values(TAG))
/** Bytes of a value by its type: byte, ASCII, short, long …, and those of BigTIFF from 16 on. */
const BYTES_OF_TYPE: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 }
const MOST_ENTRIES = 1000

/** The compressions that libvips decodes here: none, fax, LZW, JPEG, Deflate, PackBits and WebP. */
const DECODED = new Set([1, 2, 3, 4, 5, 6, 7, 8, 32771, 32773, 32946, 50001])
const NAMES: Readonly<Record<number, string>> = {
  32809: 'ThunderScan',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  33007: 'YCbCr JPEG 2000',
  34676: 'LogLuv',
  34677: 'LogLuv',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34892: 'lossy JPEG',
  34925: 'LZMA',
  34926: 'ZSTD',
  50000: 'ZSTD',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
}
/** Pixels as a sensor has them, before red, green and blue are made of them. */
const [MOSAIC, LINEAR_RAW] = [32803, 34892]
const SEPARATE = 2

/** Values by tag, each with the first of its numbers. */
type Directory = ReadonlyMap<number, number>

/** Null for an image that the decoder reads, or whose directory is damaged. */
export async function tiffRefusal(path: string): Promise<MediaError | null> {
  const directory = await ByteWindow.over(path, firstDirectory)
  if (!directory) return null
  const compression = directory.get(TAG.compression) ?? 1
  const photometric = directory.get(TAG.photometric)
  const isPreview = directory.has(TAG.subdirectories) && ((directory.get(TAG.subfile) ?? 0) & 1) === 1
  if (isPreview || directory.has(TAG.dngVersion) || photometric === MOSAIC || photometric === LINEAR_RAW) {
    return say.rawPhoto(path)
  }
  if (!DECODED.has(compression)) return say.tiffCompression(path, NAMES[compression] ?? `number ${compression}`)
  const isSeparate = directory.get(TAG.planes) === SEPARATE && (directory.get(TAG.samples) ?? 1) > 1
  return isSeparate && directory.has(TAG.tileWidth) ? say.tiffPlanes(path) : null
}

/** Null when the file has none. */
async function firstDirectory(bytes: ByteWindow): Promise<Directory | null> {
  const head = Buffer.from(await bytes.from(0, 16))
  if (head.length < 16) return null
  const isLittle = head[0] === 0x49
  const number = (buffer: Buffer, at: number, size: number): number => {
    if (size === 8) return Number(isLittle ? buffer.readBigUInt64LE(at) : buffer.readBigUInt64BE(at))
    return isLittle ? buffer.readUIntLE(at, size) : buffer.readUIntBE(at, size)
  }
  // Files of Canon's cameras have their own letters behind the header.
  if (head.toString('latin1', 8, 10) === 'CR') return new Map([[TAG.dngVersion, 1]])
  const isBig = number(head, 2, 2) === 43
  const [countBytes, entryBytes, valueAt, inlineBytes] = isBig ? [8, 20, 12, 8] : [2, 12, 8, 4]
  const at = isBig ? number(head, 8, 8) : number(head, 4, 4)
  if (!Number.isSafeInteger(at)) return null
  const start = await bytes.from(at, countBytes)
  if (start.length < countBytes) return null
  const count = number(start, 0, countBytes)
  if (count === 0 || count > MOST_ENTRIES) return null
  const table = Buffer.from((await bytes.from(at + countBytes, count * entryBytes)).subarray(0, count * entryBytes))
  if (table.length < count * entryBytes) return null
  const found = new Map<number, number>()
  for (let entry = 0; entry < table.length; entry += entryBytes) {
    const tag = number(table, entry, 2)
    if (!READ.has(tag)) continue
    const size = BYTES_OF_TYPE[number(table, entry + 2, 2)] ?? 0
    const values = number(table, entry + 4, isBig ? 8 : 4)
    // Lists stand elsewhere in the file; of those, only the presence counts.
    found.set(tag, size > 0 && size * values <= inlineBytes ? number(table, entry + valueAt, size) : 0)
  }
  return found
}
