/** The red, green and blue of an image as in its file, in memory of the engine that libav reads and writes. */
import { AV_PIX_FMT_GBRP, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB } from 'node-av/constants'
import { Frame as NativeFrame } from 'node-av/lib'
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
