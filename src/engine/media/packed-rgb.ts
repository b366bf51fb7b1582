/** Rows of red, green and blue as decoders of stills give them, and what is made of them when somebody asks for it. */
import { AV_PIX_FMT_RGB24, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB } from 'node-av/constants'
import { FFmpegError, Frame as NativeFrame, SoftwareScaleContext } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import type { RgbPlanes } from './rgb-planes.ts'

/** Three bytes a pixel, row by row without gaps; never changed, so that copies share it. */
export interface PackedRgb extends Size {
  readonly data: Uint8Array
}

/** SIMD code reads past the end of rows by less than this. */
const OVERREAD = 64

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
