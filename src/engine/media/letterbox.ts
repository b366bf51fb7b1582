/** Fits frames into a model's input: whole frames in one swscale call, regions in one and a pass for the colours. */
import {
  AV_PIX_FMT_GBRPF32LE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV444P,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_RGB,
  SWS_BILINEAR,
} from 'node-av/constants'
import { FFmpegError, Frame as NativeFrame, SoftwareScaleContext } from 'node-av/lib'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import { type ColorInfo, defaultColor, type RgbCoefficients, rgbCoefficients } from './color.ts'
import type { FitTarget, I420, Letterbox } from './frame.ts'
import { type Region, RgbLetterbox } from './rgb-letterbox.ts'
import { scaleFrame } from './scale-frame.ts'
import { nativeOf } from './slot.ts'

const GREY = [114, 114, 114] as const
/** Crops have many sizes; the most recent contexts are cached. */
const KEPT_SCALERS = 24
/** Frames of a video all have one size, and a graph has few models. */
const KEPT_WHOLE = 4
const OVERREAD = 64

/** Rows are padded to a multiple of this many floats. */
const ALIGN = 16

/**
 * Scales frames of one size to images of one size, as RGB of 0 to 1, in one swscale call that reads the YUV matrix from its
 * input frames. swscale treats 8-bit values as the upper half of 16 bits, so that white becomes 255/256.
 */
class FloatRgb {
  readonly #width: number
  readonly #height: number
  readonly #stride: number
  readonly #scaler = new SoftwareScaleContext()
  /** libav's view of `#floats`: planes of green, blue and red. */
  readonly #target = new NativeFrame()
  readonly #floats: Float32Array

  constructor({ width, height }: Size) {
    this.#width = width
    this.#height = height
    this.#stride = Math.ceil(width / ALIGN) * ALIGN
    this.#scaler.allocContext()
    FFmpegError.throwIfError(this.#scaler.setOption('sws_flags', 'bilinear'), 'choosing a filter')
    const count = 3 * this.#stride * height
    const bytes = Buffer.from(new ArrayBuffer(4 * count + OVERREAD))
    this.#floats = new Float32Array(bytes.buffer, 0, count)
    const target = this.#target
    target.alloc()
    target.format = AV_PIX_FMT_GBRPF32LE
    target.width = this.#stride
    target.height = height
    target.fromBuffer(bytes)
    target.width = width
    target.colorSpace = AVCOL_SPC_RGB
    target.colorRange = AVCOL_RANGE_JPEG
  }

  /** `from` is libav's view of a frame in a slot, which states its matrix. */
  write(from: NativeFrame, into: Float32Array, target: Size, padX: number, padY: number): void {
    scaleFrame(this.#scaler, this.#target, from, 'fitting a frame')
    const area = target.width * target.height
    const plane = this.#stride * this.#height
    for (const [place, stored] of [2, 0, 1].entries()) {
      const start = place * area + padY * target.width + padX
      if (this.#width === target.width && this.#stride === target.width) {
        into.set(this.#floats.subarray(stored * plane, (stored + 1) * plane), start)
        continue
      }
      for (let y = 0; y < this.#height; y++) {
        const row = stored * plane + y * this.#stride
        into.set(this.#floats.subarray(row, row + this.#width), start + y * target.width)
      }
    }
  }

  free(): void {
    this.#scaler.freeContext()
  }
}

/** Owns scaling contexts and scratch memory; one per reader, since neither may be used concurrently. */
export class Letterboxer {
  readonly #scalers = new Map<string, SoftwareScaleContext>()
  #scratch = Buffer.alloc(0)
  readonly #whole = new Map<string, FloatRgb>()
  readonly #rgb = new RgbLetterbox()

  /** See `Frame.letterbox`. Throws RangeError when `into` is too small for the target. */
  fit(image: I420, into: Float32Array, target: FitTarget, region?: Box): Letterbox {
    const area = target.width * target.height
    if (into.length < 3 * area) throw new RangeError(`letterbox needs ${3 * area} floats, was given ${into.length}`)
    const { fit = 'letterbox', crop = 1, bars = GREY } = target
    const rgb = image.packed ?? image.rgb
    const step = rgb ? 1 : 2
    const whole = regionOf(image, region, step)
    const src = fit === 'center_crop' ? centreOf(whole, target, crop, step) : whole
    const isFilled = fit === 'stretch' || fit === 'center_crop'
    const scale = Math.min(target.width / src.width, target.height / src.height)
    const fitted = (side: number, most: number) =>
      isFilled ? most : Math.max(1, Math.min(most, Math.round(side * scale)))
    const width = fitted(src.width, target.width)
    const height = fitted(src.height, target.height)
    const padX = fit === 'letterbox_top_left' ? 0 : Math.floor((target.width - width) / 2)
    const padY = fit === 'letterbox_top_left' ? 0 : Math.floor((target.height - height) / 2)
    paintBars(into, target, bars, padX, padY, width, height)

    const color = image.color ?? defaultColor(image)
    if (rgb) this.#rgb.write(rgb, src, { width, height }, into, target, padX, padY)
    else {
      const native = region || src !== whole ? undefined : nativeOf(image)
      if (native) this.#wholeFrames(image, { width, height }).write(native, into, target, padX, padY)
      else this.#writeRegion(image, src, color, into, target, padX, padY, width, height)
    }
    const [scaleX, scaleY] = isFilled ? [width / src.width, height / src.height] : [scale, scale]
    const left = padX + (whole.x - src.x) * scaleX
    const top = padY + (whole.y - src.y) * scaleY
    const imageArea = { x1: left, y1: top, x2: left + whole.width * scaleX, y2: top + whole.height * scaleY }
    const placed = { scale: scaleX, padX, padY, originX: src.x, originY: src.y, imageArea }
    return isFilled ? { ...placed, scaleY } : placed
  }

  free(): void {
    for (const scaler of this.#scalers.values()) scaler.freeContext()
    this.#scalers.clear()
    for (const scaler of this.#whole.values()) scaler.free()
    this.#whole.clear()
    this.#rgb.free()
  }

  #wholeFrames(from: Size, to: Size): FloatRgb {
    const key = `${from.width}x${from.height}>${to.width}x${to.height}`
    return latest(
      this.#whole,
      key,
      KEPT_WHOLE,
      () => new FloatRgb(to),
      (one) => one.free(),
    )
  }

  #writeRegion(
    image: I420,
    src: Region,
    color: ColorInfo,
    into: Float32Array,
    target: Size,
    padX: number,
    padY: number,
    width: number,
    height: number,
  ): void {
    const stride = Math.ceil(width / 64) * 64
    const planes = this.#resize(image, src, width, height, stride)
    writeRgb(planes, stride, width, height, rgbCoefficients(color), into, target, padX, padY)
  }

  #resize(image: I420, src: Region, width: number, height: number, stride: number): [Buffer, Buffer, Buffer] {
    const plane = stride * height + OVERREAD
    if (this.#scratch.length < 3 * plane) this.#scratch = Buffer.from(new ArrayBuffer(3 * plane))
    const planes: [Buffer, Buffer, Buffer] = [
      this.#scratch.subarray(0, plane),
      this.#scratch.subarray(plane, 2 * plane),
      this.#scratch.subarray(2 * plane, 3 * plane),
    ]
    const luma = src.y * image.strideY + src.x
    const chroma = (src.y / 2) * image.strideUV + src.x / 2
    // scaleSync checks no bounds: the region is inside the image by construction, the scratch holds the result.
    this.#scaler(src, width, height).scaleSync(
      [bufferFrom(image.y, luma), bufferFrom(image.u, chroma), bufferFrom(image.v, chroma)],
      [image.strideY, image.strideUV, image.strideUV],
      0,
      src.height,
      planes,
      [stride, stride, stride],
    )
    return planes
  }

  #scaler(src: Size, width: number, height: number): SoftwareScaleContext {
    const key = `${src.width}x${src.height}>${width}x${height}`
    return latest(
      this.#scalers,
      key,
      KEPT_SCALERS,
      () => {
        const scaler = new SoftwareScaleContext()
        // The limited-range names on both sides: swscale then keeps the values unchanged, whatever their range.
        scaler.getContext(src.width, src.height, AV_PIX_FMT_YUV420P, width, height, AV_PIX_FMT_YUV444P, SWS_BILINEAR)
        return scaler
      },
      (one) => one.freeContext(),
    )
  }
}

/**
 * Returns the entry of this key, creating it if missing; the least recently used one is freed when there are too many.
 */
function latest<T>(kept: Map<string, T>, key: string, most: number, make: () => T, free: (one: T) => void): T {
  const one = kept.get(key) ?? make()
  kept.delete(key)
  kept.set(key, one)
  if (kept.size > most) {
    const [oldest, scaler] = kept.entries().next().value as [string, T]
    free(scaler)
    kept.delete(oldest)
  }
  return one
}

/** The region clipped to the image, its origin aligned to multiples of `step`: 2 keeps chroma samples whole. */
function regionOf(image: Size, region: Box | undefined, step: 1 | 2): Region {
  if (!region) return { x: 0, y: 0, width: image.width, height: image.height }
  const span = (from: number, to: number, size: number): [number, number] => {
    const start = clamp(step * Math.floor(from / step), 0, step * Math.floor((size - 1) / step))
    const end = clamp(Math.ceil(to), start + 1, size)
    return [start, end - start]
  }
  const [x, width] = span(region.x1, region.x2, image.width)
  const [y, height] = span(region.y1, region.y2, image.height)
  return { x, y, width, height }
}

/**
 * The largest centred part of the region that has the target's shape, times `share`: the source of a crop after a resize
 * of the shorter side, as `Resize` and `CenterCrop` of torchvision/transforms. In whole pixels, so that nothing but the
 * part is resized; the resize is then off by at most half a `step` of pixels of the frame, which the mapping accounts for.
 */
function centreOf(whole: Region, target: Size, share: number, step: 1 | 2): Region {
  const scale = share * Math.min(whole.width / target.width, whole.height / target.height)
  const span = (start: number, most: number, side: number): [number, number] => {
    const length = clamp(Math.round(side * scale), 1, most)
    return [start + step * Math.floor((most - length) / 2 / step), length]
  }
  const [x, width] = span(whole.x, whole.width, target.width)
  const [y, height] = span(whole.y, whole.height, target.height)
  return { x, y, width, height }
}

/** NaN is clamped to the lower bound. */
const clamp = (v: number, low: number, high: number): number => (v > low ? Math.min(v, high) : low)

const bufferFrom = (plane: Uint8Array, offset: number): Buffer =>
  Buffer.from(plane.buffer, plane.byteOffset + offset, plane.length - offset)

/** Paints the area that the image will not cover. */
function paintBars(
  into: Float32Array,
  target: Size,
  bars: readonly [number, number, number],
  padX: number,
  padY: number,
  width: number,
  height: number,
): void {
  const area = target.width * target.height
  for (const [channel, value] of bars.entries()) {
    const plane = channel * area
    const shade = value / 255
    into.fill(shade, plane, plane + padY * target.width)
    into.fill(shade, plane + (padY + height) * target.width, plane + area)
    if (width === target.width) continue
    for (let row = plane + padY * target.width; row < plane + (padY + height) * target.width; row += target.width) {
      into.fill(shade, row, row + padX)
      into.fill(shade, row + padX + width, row + target.width)
    }
  }
}

function writeRgb(
  [ys, us, vs]: readonly [Uint8Array, Uint8Array, Uint8Array],
  stride: number,
  width: number,
  height: number,
  { gain, foot, red, greenU, greenV, blue }: RgbCoefficients,
  into: Float32Array,
  target: Size,
  padX: number,
  padY: number,
): void {
  const area = target.width * target.height
  for (let y = 0; y < height; y++) {
    let out = (padY + y) * target.width + padX
    const end = y * stride + width
    for (let i = y * stride; i < end; i++, out++) {
      const luma = (ys[i] as number) * gain - foot
      const u = (us[i] as number) - 128
      const v = (vs[i] as number) - 128
      into[out] = unit(luma + red * v)
      into[area + out] = unit(luma + greenU * u + greenV * v)
      into[2 * area + out] = unit(luma + blue * u)
    }
  }
}

/** Branches, since values out of range are rare: Math.min and Math.max take half as long again. */
function unit(v: number): number {
  if (v < 0) return 0
  if (v > 1) return 1
  return v
}
