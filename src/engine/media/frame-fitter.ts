/** Fits frames of any size and colour into one size and colour, whole and centred between black bars. */
import { SoftwareScaleContext } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { type ColorInfo, rgbToYuv } from './color.ts'
import type { I420 } from './frame.ts'
import { scaleFrame } from './scale-frame.ts'
import { createSlot, nativeOf, type Slot } from './slot.ts'

export class FrameFitter {
  readonly #color: ColorInfo
  #scaler: SoftwareScaleContext | null = null
  /** Holds the scaled image; reused for the next one of the same shape. */
  #scaled: Slot | null = null

  constructor(color: ColorInfo) {
    this.#color = color
  }

  /** Overwrites all of `into`. */
  fit(image: I420, into: I420): void {
    const scale = Math.min(into.width / image.width, into.height / image.height)
    const size = { width: fitted(image.width * scale, into.width), height: fitted(image.height * scale, into.height) }
    const { width, height } = this.#scaled?.image ?? {}
    if (!this.#scaled || width !== size.width || height !== size.height) this.#scaled = createSlot(size, this.#color)
    if (!this.#scaler) {
      this.#scaler = new SoftwareScaleContext()
      this.#scaler.allocContext()
    }
    scaleFrame(this.#scaler, this.#scaled.native, nativeOf(image) ?? slotOf(image).native, 'fitting a picture')
    this.#place(this.#scaled.image, into)
  }

  free(): void {
    this.#scaler?.freeContext()
    this.#scaler = null
  }

  #place(from: I420, into: I420): void {
    const [black] = rgbToYuv([0, 0, 0], this.#color)
    into.y.fill(black)
    into.u.fill(128)
    into.v.fill(128)
    const x = ((into.width - from.width) >> 2) << 1
    const y = ((into.height - from.height) >> 2) << 1
    const half = (n: number): number => (n + 1) >> 1
    copyInto(from.y, from.strideY, from, into.y, into.strideY, x, y)
    const chroma = { width: half(from.width), height: half(from.height) }
    copyInto(from.u, from.strideUV, chroma, into.u, into.strideUV, x / 2, y / 2)
    copyInto(from.v, from.strideUV, chroma, into.v, into.strideUV, x / 2, y / 2)
  }
}

/** Rounded to even pixels, since chroma covers two, and limited to the available room. */
const fitted = (length: number, room: number): number => Math.max(2, Math.min(2 * Math.round(length / 2), room))

/** Copies an image into memory that libav can read. */
export function slotOf(image: I420): Slot {
  const slot = createSlot(image, image.color)
  const chroma = { width: (image.width + 1) >> 1, height: (image.height + 1) >> 1 }
  copyInto(image.y, image.strideY, image, slot.image.y, slot.image.strideY, 0, 0)
  copyInto(image.u, image.strideUV, chroma, slot.image.u, slot.image.strideUV, 0, 0)
  copyInto(image.v, image.strideUV, chroma, slot.image.v, slot.image.strideUV, 0, 0)
  return slot
}

function copyInto(
  from: Uint8Array,
  fromStride: number,
  { width, height }: Size,
  into: Uint8Array,
  intoStride: number,
  x: number,
  y: number,
): void {
  for (let row = 0; row < height; row++) {
    into.set(from.subarray(row * fromStride, row * fromStride + width), (y + row) * intoStride + x)
  }
}
