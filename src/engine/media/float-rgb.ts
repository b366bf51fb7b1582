/**
 * Converts whole frames to RGB of 0 to 1 in one swscale call: it reads the YUV matrix from its input frames. swscale
 * treats 8-bit values as the upper half of 16 bits, so that white becomes 255/256.
 */
import { AV_PIX_FMT_GBRPF32LE, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB } from 'node-av/constants'
import { FFmpegError, Frame as NativeFrame, SoftwareScaleContext } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { scaleFrame } from './scale-frame.ts'

/** Rows are padded to a multiple of this many floats. */
const ALIGN = 16
const OVERREAD = 64

/** Scales frames of one size to images of one size. */
export class FloatRgb {
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
