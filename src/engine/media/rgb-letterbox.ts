/** Fits (regions of) RGB images into a model's input: each channel separately, so that none tints another. */
import { AV_PIX_FMT_YUV444P, SWS_BILINEAR } from 'node-av/constants'
import { SoftwareScaleContext } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { createRgbPlanes, type PackedRgb, type RgbPlanes, unpackRgb } from './rgb-planes.ts'

/** A region of an image, in whole pixels. */
export interface Region extends Size {
  x: number
  y: number
}

const ALIGN = 64
const OVERREAD = 64
/** Values of 0 to 255 as shares of 1. */
const SHARES = Float32Array.from({ length: 256 }, (_, value) => value / 255)

/** Owns its scratch memory and its scaler for the latest sizes. */
export class RgbLetterbox {
  #key = ''
  #scaler: SoftwareScaleContext | null = null
  #scratch = Buffer.alloc(0)
  /** Holds the planes of the packed image that was fitted last. */
  #planes: RgbPlanes | null = null
  #unpacked: WeakRef<PackedRgb> | null = null

  /** Writes the region to its place in `into`, planar RGB of 0 to 1, scaled to `size`. */
  write(
    from: RgbPlanes | PackedRgb,
    part: Region,
    size: Size,
    into: Float32Array,
    target: Size,
    padX: number,
    padY: number,
  ): void {
    const image = 'data' in from ? this.#planesOf(from) : from
    const offset = part.y * image.stride + part.x
    const colours = [image.red, image.green, image.blue].map((plane) => bufferFrom(plane, offset))
    const same = part.width === size.width && part.height === size.height
    const planes = same ? colours : this.#resize(colours, image.stride, part, size)
    const stride = same ? image.stride : strideOf(size)
    for (const [c, plane] of planes.entries()) {
      for (let y = 0; y < size.height; y++) {
        let out = (c * target.height + padY + y) * target.width + padX
        const end = y * stride + size.width
        for (let i = y * stride; i < end; i++) into[out++] = SHARES[plane[i] as number] as number
      }
    }
  }

  free(): void {
    this.#scaler?.freeContext()
    this.#scaler = null
    this.#key = ''
    this.#planes = null
    this.#unpacked = null
  }

  /** Several models and crops are often fitted from one image, which is unpacked once. */
  #planesOf(image: PackedRgb): RgbPlanes {
    const { width, height } = this.#planes ?? {}
    const fits = this.#planes && width === image.width && height === image.height
    const planes = fits ? (this.#planes as RgbPlanes) : createRgbPlanes(image)
    if (fits && this.#unpacked?.deref() === image) return planes
    unpackRgb(image, planes)
    this.#planes = planes
    this.#unpacked = new WeakRef(image)
    return planes
  }

  #resize(planes: Buffer[], stride: number, part: Size, size: Size): Buffer[] {
    const plane = strideOf(size) * size.height + OVERREAD
    if (this.#scratch.length < 3 * plane) this.#scratch = Buffer.from(new ArrayBuffer(3 * plane))
    const scaled = [0, 1, 2].map((c) => this.#scratch.subarray(c * plane, (c + 1) * plane))
    // scaleSync checks no bounds: the region is inside the image, the scratch holds the result.
    const strides = [stride, stride, stride]
    const outStrides = [strideOf(size), strideOf(size), strideOf(size)]
    this.#scalerFor(part, size).scaleSync(planes, strides, 0, part.height, scaled, outStrides)
    return scaled
  }

  #scalerFor(part: Size, size: Size): SoftwareScaleContext {
    const key = `${part.width}x${part.height}>${size.width}x${size.height}`
    if (this.#scaler && key === this.#key) return this.#scaler
    this.#scaler?.freeContext()
    this.#key = key
    this.#scaler = new SoftwareScaleContext()
    // Declared as YUV of one size: swscale then resizes each plane separately, and converts nothing.
    const { width, height } = size
    this.#scaler.getContext(
      part.width,
      part.height,
      AV_PIX_FMT_YUV444P,
      width,
      height,
      AV_PIX_FMT_YUV444P,
      SWS_BILINEAR,
    )
    return this.#scaler
  }
}

const strideOf = ({ width }: Size): number => Math.ceil(width / ALIGN) * ALIGN

const bufferFrom = (plane: Uint8Array, offset: number): Buffer =>
  Buffer.from(plane.buffer, plane.byteOffset + offset, plane.length - offset)
