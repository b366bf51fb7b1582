/** Fits (regions of) RGB images into a model's input: each channel separately, so that none tints another. */
import { AV_PIX_FMT_VYU444, AV_PIX_FMT_YUV444P, type AVPixelFormat, SWS_BILINEAR } from 'node-av/constants'
import { SoftwareScaleContext } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import type { PackedRgb } from './packed-rgb.ts'
import type { RgbPlanes } from './rgb-planes.ts'

/** A region of an image, in whole pixels. */
export interface Region extends Size {
  x: number
  y: number
}

const ALIGN = 64
const OVERREAD = 64

/** Owns its scratch memory and its scaler for the latest sizes. */
export class RgbLetterbox {
  #key = ''
  #scaler: SoftwareScaleContext | null = null
  #scratch = Buffer.alloc(0)

  /** Writes the region to its place in `into`, planar RGB of 0 to 1, scaled to `size`. */
  write(
    image: RgbPlanes | PackedRgb,
    part: Region,
    size: Size,
    into: Float32Array,
    target: Size,
    padX: number,
    padY: number,
  ): void {
    const same = part.width === size.width && part.height === size.height
    const source = 'data' in image ? packedPart(image, part) : planarPart(image, part)
    const { colours, stride, step } = same ? source : this.#resize(source, part, size)
    for (const [c, plane] of colours.entries()) {
      for (let y = 0; y < size.height; y++) {
        let out = (c * target.height + padY + y) * target.width + padX
        const end = y * stride + step * size.width
        for (let i = y * stride; i < end; i += step) into[out++] = SHARES[plane[i] as number] as number
      }
    }
  }

  free(): void {
    this.#scaler?.freeContext()
    this.#scaler = null
    this.#key = ''
  }

  #resize({ format, planes, stride }: Part, part: Size, size: Size): Colours {
    const plane = strideOf(size) * size.height + OVERREAD
    if (this.#scratch.length < 3 * plane) this.#scratch = Buffer.from(new ArrayBuffer(3 * plane))
    const colours = [0, 1, 2].map((c) => this.#scratch.subarray(c * plane, (c + 1) * plane))
    const [red, green, blue] = colours as [Buffer, Buffer, Buffer]
    // Planes are in the order red, green, blue; a packed pixel is read as V, Y, U.
    const scaled = format === AV_PIX_FMT_VYU444 ? [green, blue, red] : [red, green, blue]
    // scaleSync checks no bounds: the region is inside the image, the scratch holds the result.
    const strides = planes.map(() => stride)
    const outStrides = [strideOf(size), strideOf(size), strideOf(size)]
    this.#scalerFor(format, part, size).scaleSync(planes, strides, 0, part.height, scaled, outStrides)
    return { colours, stride: strideOf(size), step: 1 }
  }

  #scalerFor(format: AVPixelFormat, part: Size, size: Size): SoftwareScaleContext {
    const key = `${format}:${part.width}x${part.height}>${size.width}x${size.height}`
    if (this.#scaler && key === this.#key) return this.#scaler
    this.free()
    this.#key = key
    this.#scaler = new SoftwareScaleContext()
    // Declared as YUV of one size: swscale then resizes each colour separately, and converts nothing.
    const { width, height } = size
    this.#scaler.getContext(part.width, part.height, format, width, height, AV_PIX_FMT_YUV444P, SWS_BILINEAR)
    return this.#scaler
  }
}

/** Red, green and blue, each at its first byte; `step`: bytes from one pixel to the next. */
interface Colours {
  colours: Buffer[]
  stride: number
  step: number
}

/** The same as swscale gets it. */
interface Part extends Colours {
  format: AVPixelFormat
  planes: Buffer[]
}

function planarPart({ red, green, blue, stride }: RgbPlanes, { x, y }: Region): Part {
  const colours = [red, green, blue].map((plane) => from(plane, y * stride + x))
  return { format: AV_PIX_FMT_YUV444P, planes: colours, colours, stride, step: 1 }
}

/** Bytes of packed 4:4:4 YUV are resized as those of planes are, without making planes first. */
function packedPart({ data, width }: PackedRgb, { x, y }: Region): Part {
  const stride = 3 * width
  const start = y * stride + 3 * x
  const colours = [0, 1, 2].map((c) => from(data, start + c))
  return { format: AV_PIX_FMT_VYU444, planes: [from(data, start)], colours, stride, step: 3 }
}

/** Values of 0 to 255 as shares of 1. */
const SHARES = Float32Array.from({ length: 256 }, (_, value) => value / 255)

const strideOf = ({ width }: Size): number => Math.ceil(width / ALIGN) * ALIGN

const from = (plane: Uint8Array, offset: number): Buffer =>
  Buffer.from(plane.buffer, plane.byteOffset + offset, plane.length - offset)
