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

/** Writes the same values to planes of equal size. */
export function unpackRgb(from: PackedRgb, into: RgbPlanes): void {
  convert(from, from.data, into.native)
}

/** Writes the YUV of the pixels to a frame of equal size, in the matrix and range that it states. */
export function packedToYuv(from: PackedRgb, into: NativeFrame): void {
  const data = new Uint8Array(from.data.length + OVERREAD)
  data.set(from.data)
  convert(from, data.subarray(0, from.data.length), into)
}

function convert({ width, height }: Size, data: Uint8Array, into: NativeFrame): void {
  const packed = new NativeFrame()
  const scaler = new SoftwareScaleContext()
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
    // Colour is rounded down otherwise, which gives grey a green cast.
    FFmpegError.throwIfError(scaler.setOption('sws_flags', 'bicubic+accurate_rnd'), 'choosing a filter')
    FFmpegError.throwIfError(scaler.scaleFrameSync(into, packed), 'converting a decoded picture')
  } finally {
    scaler.freeContext()
  }
}
