/** The red, green and blue of an image as in its file, in memory of the engine that libav reads and writes. */
import { AV_PIX_FMT_GBRP, AV_PIX_FMT_RGB24, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB } from 'node-av/constants'
import { FFmpegError, Frame as NativeFrame, SoftwareScaleContext } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { type Orientation, orientPlane } from './orientation.ts'

export interface RgbPlanes extends Size {
  red: Uint8Array
  green: Uint8Array
  blue: Uint8Array
  /** Bytes from one row to the next. */
  stride: number
  /** libav's view of the same memory, valid as long as this object is held. Never free it by hand. */
  readonly native: NativeFrame
}

/** SIMD code reads past the end of rows and planes by less than this. */
const OVERREAD = 64
const ALIGN = 64

export function createRgbPlanes({ width, height }: Size): RgbPlanes {
  const stride = Math.ceil(width / ALIGN) * ALIGN
  const plane = stride * height
  const bytes = Buffer.from(new ArrayBuffer(3 * plane + OVERREAD))
  const native = new NativeFrame()
  native.alloc()
  native.format = AV_PIX_FMT_GBRP
  // Laid out in the padded size, which fixes its strides.
  native.width = stride
  native.height = height
  native.fromBuffer(bytes)
  native.width = width
  native.colorSpace = AVCOL_SPC_RGB
  native.colorRange = AVCOL_RANGE_JPEG
  const part = (i: number) => bytes.subarray(i * plane, (i + 1) * plane)
  return { width, height, green: part(0), blue: part(1), red: part(2), stride, native }
}

/** Copies planes of equal size. */
export function copyRgb(from: RgbPlanes, into: RgbPlanes): void {
  for (const colour of ['red', 'green', 'blue'] as const) into[colour].set(from[colour])
}

/** Writes `from` upright into `into`, which has the oriented size. */
export function orientRgb(from: RgbPlanes, into: RgbPlanes, orientation: Orientation): void {
  for (const colour of ['red', 'green', 'blue'] as const) {
    orientPlane(from[colour], from.stride, from.width, from.height, into[colour], into.stride, orientation)
  }
}

/** Three bytes a pixel, row by row without gaps; never changed, so that copies share it. */
export interface PackedRgb extends Size {
  readonly data: Uint8Array
}

/** Memory that libav reads at the moment: nothing else need refer to it. */
const inUse = new Set<Uint8Array>()

/**
 * Writes the same values to planes of equal size. swscale marks its new code, which takes a third of the time to move
 * bytes, as unstable: it may round differently from one version to the next, and nothing is rounded here.
 */
export function unpackRgb(from: PackedRgb, into: RgbPlanes): void {
  convert(from, from.data, into.native, 'unstable')
}

/**
 * Writes the YUV of the pixels to a frame of equal size, in the matrix and range that it states. Colour would be rounded
 * down without the accurate rounding, which gives grey a green cast.
 */
export function packedToYuv(from: PackedRgb, into: NativeFrame): void {
  const data = new Uint8Array(from.data.length + OVERREAD)
  data.set(from.data)
  convert(from, data.subarray(0, from.data.length), into, 'bicubic+accurate_rnd')
}

function convert({ width, height }: Size, data: Uint8Array, into: NativeFrame, flags: string): void {
  const packed = new NativeFrame()
  const scaler = new SoftwareScaleContext()
  inUse.add(data)
  try {
    // libav's view of the bytes, which does not keep them: never free it by hand.
    packed.alloc()
    packed.format = AV_PIX_FMT_RGB24
    packed.width = width
    packed.height = height
    packed.fromBuffer(Buffer.from(data.buffer, data.byteOffset, data.length))
    packed.colorSpace = AVCOL_SPC_RGB
    packed.colorRange = AVCOL_RANGE_JPEG
    scaler.allocContext()
    FFmpegError.throwIfError(scaler.setOption('sws_flags', flags), 'choosing a filter')
    FFmpegError.throwIfError(scaler.scaleFrameSync(into, packed), 'converting a decoded picture')
  } finally {
    inUse.delete(data)
    scaler.freeContext()
  }
}
