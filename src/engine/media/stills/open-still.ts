/** Opens stills with libvips: the first image of a file, upright, in the values of the file or as browsers display it. */
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import type { Size } from '../../../shared/domain/geometry.ts'
import { isTooLarge, MAX_PIXELS } from '../../../shared/domain/pixel-limit.ts'
import { STILL_FORMATS, type StillFormat } from '../../../shared/domain/still-formats.ts'
import { MediaError } from '../../core/run-failure.ts'
import * as say from '../media-messages.ts'
import type { PackedRgb } from '../rgb-planes.ts'
import { ByteWindow } from './byte-window.ts'
import type { StillFile } from './still-file.ts'

// No image is decoded twice, and one at a time is decoded on one thread: memory stays that of the image.
sharp.cache(false)
sharp.concurrency(1)

/** Red, green and blue, row by row. */
export type Pixels = PackedRgb

/** `width` and `height` are those of the upright image. */
export interface Still extends Size {
  /** FFmpeg's name of the codec, such as mjpeg or png. */
  codec: string
  /** Images in the file, of which the first is read. */
  count: number
  /**
   * The values in the file, as Pillow and OpenCV read them, and so as models were trained on them: colour profiles are not
   * applied, of 16 bits the upper 8 are kept, transparency is left out.
   * @throws MediaError source_unreadable
   */
  pixels(): Promise<Pixels>
  /**
   * Passes on the image in sRGB by its colour profile, with its transparency, to be shown. `use` may be called twice.
   * @throws MediaError source_unreadable
   */
  shown<T>(use: (image: Sharp) => Promise<T>): Promise<T>
}

type FailOn = 'error' | 'warning'
const options = (failOn: FailOn): SharpOptions => ({ failOn, limitInputPixels: MAX_PIXELS })
/** Pixels of an image that is decoded line by line: a smaller one is in memory sooner. */
const LARGE = 1 << 16

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

/**
 * The reason why the first image of a TIFF file can't be read, by its directory (TIFF 6.0, and BigTIFF): the decoder fills
 * tiles that it can't read with black, without an error. Null for an image that the decoder reads, or whose directory is damaged.
 */
async function tiffRefusal(path: string): Promise<MediaError | null> {
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

/** @throws MediaError source_unreadable, with what the file has and this reader lacks */
export async function openStill(path: string, { format, isCut }: StillFile): Promise<Still> {
  const { decoder, name } = STILL_FORMATS[format]
  if (decoder !== 'libvips') throw say.imageFormat(path, name)
  const facts = await metadataOf(path, name)
  if (isTooLarge(facts)) throw say.tooLarge(path, facts)
  if (isCut) throw say.cutOffImage(path)
  const refusal = format === 'tiff' ? await tiffRefusal(path) : null
  if (refusal) throw refusal
  requireColours(path, facts)
  return new VipsStill(path, format, facts)
}

async function metadataOf(path: string, name: string): Promise<Metadata> {
  try {
    return await sharp(path, { failOn: 'error', limitInputPixels: false, limitInputChannels: false }).metadata()
  } catch (error) {
    const refusal = name === STILL_FORMATS.tiff.name ? await tiffRefusal(path) : null
    throw refusal ?? unreadable(path, name, error)
  }
}

/** Channels of colour by libvips' name of the colour space; one more is transparency. */
const COLOURS: Readonly<Record<string, number>> = { 'b-w': 1, grey16: 1, srgb: 3, rgb16: 3, lab: 3, cmyk: 4 }

/** @throws MediaError for numbers that are no colours, as in measurements and images of satellites */
function requireColours(path: string, { depth, channels, space }: Metadata): void {
  if (depth !== 'uchar' && depth !== 'ushort') throw say.imageValues(path, depth)
  if (channels > (COLOURS[space] ?? 0) + 1) throw say.imageChannels(path, channels)
}

class VipsStill implements Still {
  readonly width: number
  readonly height: number
  readonly codec: string
  readonly count: number
  readonly #path: string
  readonly #name: string
  readonly #isInk: boolean
  readonly #hasProfile: boolean
  readonly #isUpright: boolean
  readonly #failOn: FailOn

  constructor(path: string, format: StillFormat, { autoOrient, orientation, pages, space, hasProfile }: Metadata) {
    const { name, codec } = STILL_FORMATS[format]
    this.codec = codec
    this.width = autoOrient.width
    this.height = autoOrient.height
    this.count = pages ?? 1
    this.#path = path
    this.#name = name
    this.#isInk = space === 'cmyk'
    this.#hasProfile = hasProfile
    this.#isUpright = (orientation ?? 1) === 1
    // libvips reports a tile that it can't read only to those who also want warnings.
    this.#failOn = format === 'tiff' ? 'warning' : 'error'
  }

  async pixels(): Promise<Pixels> {
    if (this.#isInk) return this.#read((image) => rgbOfInk(image), true)
    return this.#read((image) => pixelsOf(image.toColourspace('srgb').removeAlpha()), true)
  }

  async shown<T>(use: (image: Sharp) => Promise<T>): Promise<T> {
    if (!this.#isInk || this.#hasProfile) return this.#read((image) => use(image.toColourspace('srgb')), false)
    return use(sharpOf(await this.pixels()))
  }

  async #read<T>(use: (image: Sharp) => Promise<T>, ignoreIcc: boolean): Promise<T> {
    const attempt = (failOn: FailOn) => {
      const sequentialRead = this.width * this.height >= LARGE
      const image = sharp(this.#path, { ...options(failOn), ignoreIcc, sequentialRead })
      return use(this.#isUpright ? image : image.autoOrient())
    }
    try {
      return await attempt(this.#failOn).catch((error) => {
        if (!isMereWarning(error)) throw error
        return attempt('error')
      })
    } catch (error) {
      throw unreadable(this.#path, this.#name, error)
    }
  }
}

/** Tags that libtiff does not know are worth a warning to it, and no refusal. */
const isMereWarning = (error: unknown): boolean => /^Warning treated as error/.test(textOf(error))

const textOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** libvips' sentences name what a file has and its build lacks; all others are about damage. */
const LACKS = /not (supported|implemented|configured)|unsupported/i

function unreadable(path: string, name: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof MediaError || 'code' in error) return error
  const [line = ''] = textOf(error)
    .replace(/^Input file has corrupt header: /, '')
    .split('\n')
  const isFormat = line.startsWith('Input file contains unsupported image format')
  return LACKS.test(line) && !isFormat ? say.imageVariant(path, name, line) : say.damaged(path)
}

/** The image of these pixels. */
export const sharpOf = ({ data, width, height }: Pixels): Sharp => sharp(data, { raw: { width, height, channels: 3 } })

/** The pixels of an image in sRGB without transparency. */
export async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels === 3) return { data, width, height }
  const rgb = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) rgb.fill(data[i * channels] as number, 3 * i, 3 * i + 3)
  return { data: rgb, width, height }
}

/** Cyan, magenta, yellow and black as Pillow and browsers convert them when no profile says more. */
async function rgbOfInk(image: Sharp): Promise<Pixels> {
  const ink = image.pipelineColourspace('cmyk').toColourspace('cmyk').raw({ depth: 'uchar' })
  const { data, info } = await ink.toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const rgb = new Uint8Array(3 * width * height)
  for (let from = 0, to = 0; to < rgb.length; from += channels, to += 3) {
    const light = 255 - (data[from + 3] as number)
    rgb[to] = share(255 - (data[from] as number), light)
    rgb[to + 1] = share(255 - (data[from + 1] as number), light)
    rgb[to + 2] = share(255 - (data[from + 2] as number), light)
  }
  return { data: rgb, width, height }
}

const share = (value: number, light: number): number => Math.round((value * light) / 255)
