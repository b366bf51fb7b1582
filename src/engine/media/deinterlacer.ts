/** Deinterlaces the frames of a decoder that are marked as interlaced: one frame for each, at its time. */
import { AV_BUFFERSRC_FLAG_KEEP_REF, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { FFmpegError, Filter, type FilterContext, FilterGraph, Frame as NativeFrame } from 'node-av/lib'
import type { DecodedFrames } from './decoder.ts'

/**
 * FFmpeg's bwdif computes a frame from itself and its neighbours. The first frame after `restart` lacks one, so a caller that
 * needs the frames of an uninterrupted reading starts a frame earlier.
 */
export class Deinterlacer implements DecodedFrames {
  readonly #decoder: DecodedFrames
  readonly #frame = new NativeFrame()
  /** A frame of another shape, which waits until the filter returned those before. */
  readonly #kept = new NativeFrame()
  #isKept = false
  #filter: Bwdif | null = null
  #ended = false

  /** Owns the decoder. */
  constructor(decoder: DecodedFrames) {
    this.#decoder = decoder
    this.#frame.alloc()
    this.#kept.alloc()
  }

  async next(): Promise<NativeFrame | null> {
    this.#frame.unref()
    for (;;) {
      const state = (await this.#filter?.receive(this.#frame)) ?? 'drained'
      if (state === 'frame') return this.#frame
      if (state === 'drained') {
        this.#filter?.free()
        this.#filter = null
        if (this.#ended) return null
      }
      const frame = await this.#following()
      if (!frame) {
        this.#ended = true
        await this.#filter?.send(null)
      } else if (this.#filter && !this.#filter.takes(frame)) {
        FFmpegError.throwIfError(this.#kept.ref(frame), 'keeping a frame')
        this.#isKept = true
        await this.#filter.send(null)
      } else {
        this.#filter ??= Bwdif.open(frame)
        // Frames that are too small to have lines between lines.
        if (!this.#filter) return frame
        await this.#filter.send(frame)
        this.#frame.unref()
      }
    }
  }

  async #following(): Promise<NativeFrame | null> {
    if (this.#isKept) {
      this.#isKept = false
      FFmpegError.throwIfError(this.#frame.ref(this.#kept), 'keeping a frame')
      this.#kept.unref()
      return this.#frame
    }
    return await this.#decoder.next()
  }

  restart(): void {
    this.#decoder.restart()
    this.#reset()
  }

  free(): void {
    this.#decoder.free()
    this.#reset()
    this.#frame.free()
    this.#kept.free()
  }

  #reset(): void {
    this.#filter?.free()
    this.#filter = null
    this.#frame.unref()
    this.#kept.unref()
    this.#isKept = false
    this.#ended = false
  }

  /** All frames are decoded: each is a neighbour of another one. */
  get forecast() {
    return null
  }

  set forecast(_) {}

  get damage(): number {
    return this.#decoder.damage
  }

  set damage(count) {
    this.#decoder.damage = count
  }

  get brokenEnd(): boolean {
    return this.#decoder.brokenEnd
  }

  get readEndS(): number {
    return this.#decoder.readEndS
  }
}

/** Everything that must not change within a filter graph. */
const shapeOf = ({ width, height, format, colorSpace, colorRange }: NativeFrame): string =>
  `video_size=${width}x${height}:pix_fmt=${format}:colorspace=${colorSpace}:range=${colorRange}`

class Bwdif {
  readonly #graph: FilterGraph
  readonly #source: FilterContext
  readonly #sink: FilterContext
  readonly #shape: string
  /** Timestamps of the frames in the filter, which returns one frame for each. */
  readonly #timestamps: bigint[] = []
  #sent = 0n

  private constructor(graph: FilterGraph, source: FilterContext, sink: FilterContext, shape: string) {
    this.#graph = graph
    this.#source = source
    this.#sink = sink
    this.#shape = shape
  }

  /** Null for a shape that it does not support. */
  static open(frame: NativeFrame): Bwdif | null {
    const shape = shapeOf(frame)
    const graph = new FilterGraph()
    graph.alloc()
    graph.nbThreads = 1
    const add = (name: string, options: string | null) => {
      const filter = Filter.getByName(name)
      const context = filter && graph.createFilter(filter, name, options)
      if (!context) throw new Error(`this FFmpeg was built without ${name}`)
      return context
    }
    // Frames are numbered: their timestamps may be missing or repeat.
    const source = add('buffer', `${shape}:time_base=1/1`)
    const bwdif = add('bwdif', 'mode=send_frame:parity=auto:deint=interlaced')
    const sink = add('buffersink', null)
    FFmpegError.throwIfError(source.link(0, bwdif, 0), 'linking the deinterlacer')
    FFmpegError.throwIfError(bwdif.link(0, sink, 0), 'linking the deinterlacer')
    if (graph.configSync() >= 0) return new Bwdif(graph, source, sink, shape)
    graph.free()
    return null
  }

  takes(frame: NativeFrame): boolean {
    return shapeOf(frame) === this.#shape
  }

  /** Null: no frame follows. */
  async send(frame: NativeFrame | null): Promise<void> {
    if (frame) {
      this.#timestamps.push(frame.bestEffortTimestamp)
      frame.pts = this.#sent++
    }
    const result = await this.#source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF)
    FFmpegError.throwIfError(result, 'deinterlacing')
  }

  async receive(into: NativeFrame): Promise<'frame' | 'hungry' | 'drained'> {
    const result = await this.#sink.buffersinkGetFrame(into)
    if (result === AVERROR_EAGAIN) return 'hungry'
    if (result === AVERROR_EOF) return 'drained'
    FFmpegError.throwIfError(result, 'deinterlacing')
    into.bestEffortTimestamp = this.#timestamps.shift() as bigint
    return 'frame'
  }

  free(): void {
    this.#graph.free()
  }
}
