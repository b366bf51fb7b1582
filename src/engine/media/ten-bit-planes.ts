/** Planar YUV 4:2:0 of 10 bits, in memory of the engine that libav writes. */
import { AV_PIX_FMT_YUV420P10LE } from 'node-av/constants'
import { Frame as NativeFrame } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'

export interface TenBitPlanes extends Size {
  y: Uint16Array
  u: Uint16Array
  v: Uint16Array
  /** Values from one row to the next. */
  strideY: number
  strideUV: number
  /** libav's view of the same memory, valid as long as this object is held. Never free it by hand. */
  readonly native: NativeFrame
}

/** SIMD code reads past the end of rows and planes by less than this. */
const OVERREAD = 64
const align = (n: number, to: number): number => Math.ceil(n / to) * to

export function createTenBitPlanes({ width, height }: Size): TenBitPlanes {
  const strideY = align(width, 64)
  const rows = align(height, 4)
  const strideUV = strideY / 2
  const luma = strideY * rows
  const chroma = strideUV * (rows / 2)
  const memory = new ArrayBuffer(2 * (luma + 2 * chroma) + OVERREAD)
  const native = new NativeFrame()
  native.alloc()
  native.format = AV_PIX_FMT_YUV420P10LE
  // Laid out in the padded size, which fixes its strides.
  native.width = strideY
  native.height = rows
  native.fromBuffer(Buffer.from(memory))
  native.width = width
  native.height = height
  return {
    width,
    height,
    strideY,
    strideUV,
    native,
    y: new Uint16Array(memory, 0, luma),
    u: new Uint16Array(memory, 2 * luma, chroma),
    v: new Uint16Array(memory, 2 * (luma + chroma), chroma),
  }
}
