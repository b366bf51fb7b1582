/** Encodes frames to H.264 packets that every browser plays. */
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_PROFILE_H264_HIGH,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  type AVColorPrimaries,
  type AVColorSpace,
  type AVColorTransferCharacteristic,
} from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame as NativeFrame, Packet, Rational, type Stream } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { CODE_OF_MATRIX, type ColorInfo, sameValues } from './color.ts'
import type { Frame, I420 } from './frame.ts'
import { FrameFitter } from './frame-fitter.ts'
import { countedNativeOf, createSlot, nativeOf, type Slot } from './slot.ts'

export const QUALITIES = ['draft', 'small', 'balanced', 'high'] as const
export type Quality = (typeof QUALITIES)[number]

/**
 * x264's preset and constant rate factor: a lower factor gives higher quality and a larger file, a faster preset only a
 * larger file.
 */
const X264: Record<Quality, { preset: keyof typeof LOOKAHEAD; crf: number }> = {
  draft: { preset: 'ultrafast', crf: 23 },
  small: { preset: 'veryfast', crf: 28 },
  balanced: { preset: 'veryfast', crf: 23 },
  high: { preset: 'veryfast', crf: 18 },
}
/** Beyond this, each frame of x264's lookahead takes 20 MB and more, so the lookahead is halved. */
const LARGE_PIXELS = 2560 * 1440
const LOOKAHEAD = { veryfast: { usual: 10, large: 5 }, ultrafast: { usual: 0, large: 0 } }
/** Not one per core: x264's output depends on the number of threads, and a video must be the same on every computer. */
const THREADS = 4
const MORE_THAN_A_STRETCH = 1_000_000
/** Ticks per second: divides 24, 25, 30, 50, 60 and 1001-based rates well enough to keep source times within 6 µs. */
const TICKS = 90_000

interface ColorTags {
  colorRange: typeof AVCOL_RANGE_JPEG | typeof AVCOL_RANGE_MPEG
  colorSpace: AVColorSpace
  colorPrimaries: AVColorPrimaries
  colorTrc: AVColorTransferCharacteristic
}

/** Times are in ticks. */
export interface EncoderState {
  lastTicks: bigint | null
  frameTicks: bigint
  fitted: boolean
}

const ticksOf = (ptsS: number): bigint => BigInt(Math.round(ptsS * TICKS))

const even = (n: number): number => n + (n & 1)

/**
 * Encodes one interval of a video, from a key frame to the next: its packets depend on the frames of the interval
 * alone.
 */
export class VideoEncoder {
  readonly #codec: CodecContext
  readonly #tags: ColorTags
  /** Memory for frames that are copied; allocated with the first of them. */
  #copied: NativeFrame | null = null
  /** Refers to the memory of the loaded frame: tags and times are the encoder's, not those of the frame. */
  readonly #loaded = new NativeFrame()
  readonly #packet = new Packet()
  readonly #size: Size
  /** Frames that are not in a slot of the encoder's size, and odd sizes, are copied here first. */
  #staging: Slot | null = null
  readonly color: ColorInfo
  readonly #fitter: FrameFitter
  /** True once a frame had another size than the video's. */
  fitted = false
  #lastTicks: bigint | null = null
  #frameTicks: bigint

  private constructor(codec: CodecContext, tags: ColorTags, size: Size, fps: number, color: ColorInfo) {
    this.#codec = codec
    this.#tags = tags
    this.#size = size
    this.color = color
    this.#fitter = new FrameFitter(color)
    this.#frameTicks = BigInt(Math.max(1, Math.round(TICKS / fps)))
    this.#packet.alloc()
    this.#loaded.alloc()
  }

  /** Odd sizes grow by one column or row that repeats the last, since 4:2:0 video requires even ones. */
  static async open(frame: Size, quality: Quality, fps: number, color: ColorInfo): Promise<VideoEncoder> {
    const size = { width: even(frame.width), height: even(frame.height) }
    const codec = Codec.findEncoderByName('libx264' as Parameters<typeof Codec.findEncoderByName>[0])
    if (!codec) throw new Error('this FFmpeg was built without libx264')
    const tags: ColorTags = {
      colorRange: color.fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
      colorSpace: CODE_OF_MATRIX[color.matrix] as AVColorSpace,
      colorPrimaries: color.primaries as AVColorPrimaries,
      colorTrc: color.transfer as AVColorTransferCharacteristic,
    }
    const context = new CodecContext()
    context.allocContext3(codec)
    Object.assign(context, tags)
    context.width = size.width
    context.height = size.height
    context.pixelFormat = AV_PIX_FMT_YUV420P
    context.timeBase = new Rational(1, TICKS)
    context.framerate = new Rational(Math.round(fps * 1000), 1000)
    // The first frame is the only key frame of an interval.
    context.gopSize = MORE_THAN_A_STRETCH
    context.threadCount = THREADS
    context.profile = AV_PROFILE_H264_HIGH
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    context.setOption('preset', X264[quality].preset)
    context.setOption('crf', X264[quality].crf)
    // A queue of 1080p frames for a separate lookahead thread takes 40 MB, and is no faster when all cores are busy.
    const { usual, large } = LOOKAHEAD[X264[quality].preset]
    const ahead = size.width * size.height > LARGE_PIXELS ? large : usual
    // The macroblock tree of x264 reads memory that it never wrote, so that equal frames give different bytes.
    context.setOption('x264-params', `mbtree=0:scenecut=0:sync-lookahead=0:rc-lookahead=${ahead}`)
    FFmpegError.throwIfError(await context.open2(codec, null), 'opening the H.264 encoder')
    return new VideoEncoder(context, tags, size, fps, color)
  }

  describe(stream: Stream): void {
    stream.timeBase = this.#codec.timeBase
    stream.avgFrameRate = this.#codec.framerate
    FFmpegError.throwIfError(stream.codecpar.fromContext(this.#codec), 'describing the video stream')
  }

  /**
   * Takes a frame. Its memory is read in place where that is possible, and must not change until `encode` resolves, when
   * the returned function is called; else the image is copied, and null is returned.
   */
  load(frame: Frame): (() => void) | null {
    const { image, ptsS } = frame
    const inPlace = frame.hold && this.#fits(image) ? countedNativeOf(image) : undefined
    const loaded = this.#loaded
    loaded.unref()
    FFmpegError.throwIfError(loaded.ref(inPlace ?? this.#copyOf(image)), 'loading a picture')
    Object.assign(loaded, this.#tags)
    let ticks = ticksOf(ptsS)
    if (this.#lastTicks !== null) {
      if (ticks <= this.#lastTicks) ticks = this.#lastTicks + 1n
      this.#frameTicks = ticks - this.#lastTicks
    }
    this.#lastTicks = ticks
    loaded.pts = ticks
    loaded.duration = this.#frameTicks
    return inPlace ? (frame.hold?.() ?? null) : null
  }

  /** Encodes the loaded frame, or ends the stream, and writes the available packets, with times in `timeBase`. */
  async encode(end: boolean, write: (packet: Packet) => Promise<void>): Promise<void> {
    FFmpegError.throwIfError(await this.#codec.sendFrame(end ? null : this.#loaded), 'encoding')
    while ((await this.#codec.receivePacket(this.#packet)) >= 0) {
      // Without it the last frame has no length and mp4 players drop it.
      if (this.#packet.duration <= 0n) this.#packet.duration = this.#frameTicks
      await write(this.#packet)
      this.#packet.unref()
    }
  }

  get timeBase(): Rational {
    return this.#codec.timeBase
  }

  /** State for the next encoder of the same video. */
  save(): EncoderState {
    return { lastTicks: this.#lastTicks, frameTicks: this.#frameTicks, fitted: this.fitted }
  }

  restore({ lastTicks, frameTicks, fitted }: EncoderState): void {
    this.#lastTicks = lastTicks
    this.#frameTicks = frameTicks
    this.fitted = fitted
  }

  /** Sets the media time of the frame before the first one. */
  follow(ptsS: number): void {
    this.#lastTicks = ticksOf(ptsS)
  }

  /** Media time at which the last loaded frame ends. */
  get endS(): number {
    return Number((this.#lastTicks ?? 0n) + this.#frameTicks) / TICKS
  }

  free(): void {
    this.#codec.freeContext()
    this.#fitter.free()
    this.#loaded.free()
    this.#copied?.free()
    this.#packet.free()
  }

  #fits({ width, height, color }: I420): boolean {
    return width === this.#size.width && height === this.#size.height && this.#hasColor(color)
  }

  #hasColor(color: ColorInfo | undefined): boolean {
    return color === undefined || sameValues(color, this.color)
  }

  #copyOf(image: I420): NativeFrame {
    this.#copied ??= newPicture(this.#size)
    FFmpegError.throwIfError(this.#copied.makeWritable(), 'preparing a picture')
    FFmpegError.throwIfError(this.#copied.copy(this.#nativeFor(image)), 'copying a picture')
    return this.#copied
  }

  #nativeFor(image: I420): NativeFrame {
    const native = this.#fits(image) ? nativeOf(image) : undefined
    if (native) return native
    const { width, height } = this.#size
    const sized = even(image.width) === width && even(image.height) === height
    this.#staging ??= createSlot(this.#size)
    if (sized && this.#hasColor(image.color)) copyPadded(image, this.#staging.image)
    else this.#fitter.fit(image, this.#staging.image)
    this.fitted ||= !sized
    return this.#staging.native
  }
}

function newPicture({ width, height }: Size): NativeFrame {
  const native = new NativeFrame()
  native.alloc()
  native.format = AV_PIX_FMT_YUV420P
  native.width = width
  native.height = height
  FFmpegError.throwIfError(native.getBuffer(), 'allocating a picture')
  return native
}

/** Copies the image, and repeats the last column and row when `into` is larger. */
function copyPadded(from: I420, into: I420): void {
  const chroma = (s: Size): Size => ({ width: (s.width + 1) >> 1, height: (s.height + 1) >> 1 })
  copyPlane(from.y, from.strideY, from, into.y, into.strideY, into)
  copyPlane(from.u, from.strideUV, chroma(from), into.u, into.strideUV, chroma(into))
  copyPlane(from.v, from.strideUV, chroma(from), into.v, into.strideUV, chroma(into))
}

function copyPlane(
  from: Uint8Array,
  fromStride: number,
  fromSize: Size,
  into: Uint8Array,
  intoStride: number,
  intoSize: Size,
): void {
  const width = Math.min(fromSize.width, intoSize.width)
  for (let y = 0; y < intoSize.height; y++) {
    const source = Math.min(y, fromSize.height - 1) * fromStride
    const target = y * intoStride
    into.set(from.subarray(source, source + width), target)
    into.fill(into[target + width - 1] as number, target + width, target + intoSize.width)
  }
}
