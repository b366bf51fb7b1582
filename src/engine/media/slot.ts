/** Frame memory of the engine, allocated once and reused: libav copies into it, JavaScript draws on it. */
import {
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_UNSPECIFIED,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_TRC_UNSPECIFIED,
  type AVColorSpace,
} from 'node-av/constants'
import { FFmpegError, Frame as NativeFrame } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { CODE_OF_MATRIX, type ColorInfo, defaultColor, sameColor } from './color.ts'
import type { I420 } from './frame.ts'
import { copyRgb, createRgbPlanes, type PackedRgb, packedToYuv, type RgbPlanes, unpackRgb } from './rgb-planes.ts'
import { ownMemory, sharesMemory } from './shared-memory.ts'
import { NO_PTS } from './stream-clock.ts'
import './libav-log.ts'

export interface Slot {
  readonly image: I420
  /**
   * libav's view of the same memory, which states range and matrix of the image and nothing else. Never free it by hand,
   * never read its `data`; users that need other properties set them on a reference of their own.
   */
  readonly native: NativeFrame
  /**
   * True when libav owns the memory and counts its references, so that encoders read it in place. Else the native frame
   * holds no reference to it, and this object must outlive every use.
   */
  readonly isCounted: boolean
  /** Sets the pixels of a still: planes are made of them when they are first asked for. */
  fill(packed: PackedRgb): void
  /** The slot's own memory for red, green and blue, which is the image's `rgb` from now on; the caller writes it. */
  takeRgb(): RgbPlanes
  /** Removes everything that a user may have left behind, other than the values of its planes. */
  clear(): void
}

/** SIMD code reads past the end of rows and planes by less than this. */
const OVERREAD = 64
const align = (n: number, to: number): number => Math.ceil(n / to) * to

const slots = new WeakMap<I420, Slot>()

/** The libav view of an image, when it lives in a slot. */
export const nativeOf = (image: I420): NativeFrame | undefined => slots.get(image)?.native

/** The libav view of an image, when it lives in a slot and libav counts the references to its memory. */
export const countedNativeOf = (image: I420): NativeFrame | undefined => {
  const slot = slots.get(image)
  return slot?.isCounted ? slot.native : undefined
}

/** `shared`: in memory of libav, where this process can write to it. */
export function createSlot(size: Size, color?: ColorInfo, shared = sharesMemory()): Slot {
  return new LazySlot(size, color, shared)
}

/** Allocates its planes when they are first asked for, and fills them then if it was given packed pixels. */
class LazySlot implements Slot {
  readonly image: I420
  readonly isCounted: boolean
  #memory: (Layout & { native: NativeFrame }) | null = null
  #rgb: RgbPlanes | null = null
  #packed: PackedRgb | null = null
  #isYuvDue = false
  /** True once the image has planes of red, green and blue, which may have been drawn on. */
  #hasRgb = false

  constructor({ width, height }: Size, color: ColorInfo | undefined, shared: boolean) {
    this.isCounted = shared
    const filled = () => this.#filled()
    const slot = this
    this.image = {
      width,
      height,
      get y() {
        return filled().planes[0]
      },
      get u() {
        return filled().planes[1]
      },
      get v() {
        return filled().planes[2]
      },
      get strideY() {
        return filled().strideY
      },
      get strideUV() {
        return filled().strideUV
      },
      get rgb() {
        return slot.#filledRgb()
      },
      get packed() {
        return slot.#hasRgb ? null : slot.#packed
      },
      ...(color && { color }),
    }
    slots.set(this.image, this)
  }

  get native(): NativeFrame {
    return this.#filled().native
  }

  fill(packed: PackedRgb): void {
    this.#packed = packed
    this.#isYuvDue = true
    this.#hasRgb = false
  }

  takeRgb(): RgbPlanes {
    this.#rgb ??= createRgbPlanes(this.image)
    this.#hasRgb = true
    return this.#rgb
  }

  clear(): void {
    this.#packed = null
    this.#isYuvDue = false
    this.#hasRgb = false
    if (this.#memory) reset(this.#memory.native, this.image)
  }

  #filled(): Layout & { native: NativeFrame } {
    this.#memory ??= this.#allocated()
    if (this.#packed && this.#isYuvDue) {
      this.#isYuvDue = false
      packedToYuv(this.#packed, this.#memory.native)
    }
    return this.#memory
  }

  #allocated(): Layout & { native: NativeFrame } {
    const native = new NativeFrame()
    native.alloc()
    native.format = AV_PIX_FMT_YUV420P
    const layout = this.isCounted ? planesOfLibav(native, this.image) : ownPlanes(native, this.image)
    reset(native, this.image)
    return { ...layout, native }
  }

  #filledRgb(): RgbPlanes | null {
    if (this.#hasRgb) return this.#rgb
    if (!this.#packed) return null
    const planes = this.takeRgb()
    unpackRgb(this.#packed, planes)
    return planes
  }
}

/** Removes every property that an earlier user may have left behind, other than the pixels. */
function reset(native: NativeFrame, image: I420): void {
  const { matrix, fullRange } = image.color ?? defaultColor(image)
  native.colorRange = fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  native.colorSpace = CODE_OF_MATRIX[matrix] as AVColorSpace
  native.colorPrimaries = AVCOL_PRI_UNSPECIFIED
  native.colorTrc = AVCOL_TRC_UNSPECIFIED
  native.chromaLocation = AVCHROMA_LOC_UNSPECIFIED
  native.pictType = AV_PICTURE_TYPE_NONE
  native.flags = 0
  native.pts = NO_PTS
  native.duration = 0n
}

interface Layout {
  planes: [Uint8Array, Uint8Array, Uint8Array]
  strideY: number
  strideUV: number
}

function planesOfLibav(native: NativeFrame, { width, height }: Size): Layout {
  native.width = width
  native.height = height
  FFmpegError.throwIfError(native.getBuffer(), 'allocating a frame')
  const planes = ownMemory(native) as Layout['planes']
  // So that bytes beyond the edges are the same in every run.
  for (const plane of planes) plane.fill(0)
  const [strideY, strideUV] = native.linesize as [number, number]
  return { planes, strideY, strideUV }
}

/**
 * Rows start at multiples of 64 bytes (32 for chroma). The native frame is first laid out in the padded size, which
 * fixes its strides, and then set to the true one.
 */
function ownPlanes(native: NativeFrame, { width, height }: Size): Layout {
  const strideY = align(width, 64)
  const rows = align(height, 4)
  const strideUV = strideY / 2
  const sizeY = strideY * rows
  const sizeUV = strideUV * (rows / 2)
  const bytes = Buffer.from(new ArrayBuffer(sizeY + 2 * sizeUV + OVERREAD))
  native.width = strideY
  native.height = rows
  native.fromBuffer(bytes)
  native.width = width
  native.height = height
  const [endY, endU] = [sizeY, sizeY + sizeUV]
  const planes: Layout['planes'] = [
    bytes.subarray(0, endY),
    bytes.subarray(endY, endU),
    bytes.subarray(endU, endU + sizeUV),
  ]
  return { planes, strideY, strideUV }
}

/** Copies the pixels of a slot to one of the same size; packed ones are shared, until the copy's planes are asked for. */
export function copySlot(from: Slot, into: Slot): void {
  const { packed } = from.image
  if (packed) {
    into.fill(packed)
    return
  }
  FFmpegError.throwIfError(into.native.copy(from.native), 'copying a frame')
  if (from.image.rgb) copyRgb(from.image.rgb, into.takeRgb())
}

/**
 * A slot that it lends carries nothing of its last user but the pixels, which the next one overwrites. The pool caches the slots
 * of the size requested last. Decoding waits at `limit`; copies may exceed it, so that drawing never waits.
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
    const reused = this.#free.pop()
    if (!reused) return createSlot(this.#size, this.#color)
    return reused
  }

  give(slot: Slot): void {
    this.#lent--
    slot.clear()
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
