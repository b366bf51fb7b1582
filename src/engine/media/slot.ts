/** Frame memory of the engine, allocated once and reused: libav copies into it, JavaScript draws on it. */
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame as NativeFrame } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import type { ColorInfo } from './color.ts'
import type { I420 } from './frame.ts'
import { createRgbPlanes, type RgbPlanes } from './rgb-planes.ts'
import './libav-log.ts'

export interface Slot {
  readonly image: I420
  /** The whole memory; slots of the same size can be copied in one call. */
  readonly bytes: Uint8Array
  /**
   * libav's view of the same memory. It holds no reference to it: this object must outlive every use.
   * Never free it by hand, never read its `data`.
   */
  readonly native: NativeFrame
  /** Memory for the image's `rgb`; null until a source needs it. */
  rgb: RgbPlanes | null
}

/** SIMD code reads past the end of rows and planes by less than this. */
const OVERREAD = 64
const align = (n: number, to: number): number => Math.ceil(n / to) * to

const natives = new WeakMap<I420, NativeFrame>()

/** The libav view of an image, when it lives in a slot. */
export const nativeOf = (image: I420): NativeFrame | undefined => natives.get(image)

/**
 * Rows start at multiples of 64 bytes (32 for chroma). The native frame is first laid out in the padded size, which
 * fixes its strides, and then set to the true one.
 */
export function createSlot({ width, height }: Size, color?: ColorInfo): Slot {
  const strideY = align(width, 64)
  const rows = align(height, 4)
  const strideUV = strideY / 2
  const sizeY = strideY * rows
  const sizeUV = strideUV * (rows / 2)
  const bytes = Buffer.from(new ArrayBuffer(sizeY + 2 * sizeUV + OVERREAD))

  const native = new NativeFrame()
  native.alloc()
  native.format = AV_PIX_FMT_YUV420P
  native.width = strideY
  native.height = rows
  native.fromBuffer(bytes)
  native.width = width
  native.height = height

  const image: I420 = {
    width,
    height,
    y: bytes.subarray(0, sizeY),
    u: bytes.subarray(sizeY, sizeY + sizeUV),
    v: bytes.subarray(sizeY + sizeUV, sizeY + 2 * sizeUV),
    strideY,
    strideUV,
    ...(color && { color }),
  }
  natives.set(image, native)
  return { image, bytes, native, rgb: null }
}

/** The slot's own memory for red, green and blue, which becomes the image's `rgb` once it is written. */
export function rgbOf(slot: Slot): RgbPlanes {
  slot.rgb ??= createRgbPlanes(slot.image)
  slot.image.rgb = slot.rgb
  return slot.rgb
}

/**
 * Lends slots and caches those of the size requested last. Decoding waits at `limit`; copies may exceed it, so that
 * drawing never waits.
 */
export class SlotPool {
  #size: Size
  #color: ColorInfo | undefined
  readonly #limit: number
  readonly #free: Slot[] = []
  #lent = 0
  #closed = false
  #waiting: (() => void)[] = []

  constructor(size: Size, color: ColorInfo | undefined, limit: number) {
    this.#size = size
    this.#color = color
    this.#limit = limit
  }

  get lent(): number {
    return this.#lent
  }

  take({ width, height }: Size = this.#size, color = this.#color): Slot {
    this.#lent++
    if (width !== this.#size.width || height !== this.#size.height || !sameColor(color, this.#color)) {
      this.#size = { width, height }
      this.#color = color
      this.#free.length = 0
    }
    const slot = this.#free.pop() ?? createSlot(this.#size, this.#color)
    slot.image.rgb = null
    return slot
  }

  give(slot: Slot): void {
    this.#lent--
    const { width, height, color } = slot.image
    const fits = width === this.#size.width && height === this.#size.height && sameColor(color, this.#color)
    if (fits && this.#free.length < this.#limit) this.#free.push(slot)
    this.#wake()
  }

  /** Resolves once fewer than `limit` slots are lent, or when the pool was closed. */
  async room(): Promise<void> {
    while (this.#lent >= this.#limit && !this.#closed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Ends every wait. Slots that are still lent stay valid. */
  close(): void {
    this.#closed = true
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

const sameColor = (a: ColorInfo | undefined, b: ColorInfo | undefined): boolean =>
  a === b ||
  (a?.matrix === b?.matrix &&
    a?.fullRange === b?.fullRange &&
    a?.primaries === b?.primaries &&
    a?.transfer === b?.transfer)
