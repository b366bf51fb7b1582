/**
 * Decodes packets to frames in presentation order. Waiting for a frame happens on libuv's threads, one call at a time;
 * reading and sending packets is so short that a thread switch would cost more.
 */
import { availableParallelism } from 'node:os'
import { AV_PKT_FLAG_CORRUPT, AVDISCARD_ALL, AVERROR_EAGAIN, AVERROR_ENOMEM, AVERROR_EOF } from 'node-av/constants'
import { Codec, CodecContext, type HardwareDeviceContext, Frame as NativeFrame, Packet, type Stream } from 'node-av/lib'
import { MAX_PIXELS } from '../../shared/domain/pixel-limit.ts'
import type { FrameForecast } from './frame-forecast.ts'
import * as say from './media-messages.ts'
import { announcedEndS, frameLength, type OpenedInput, packetEndS, requireDecodable } from './open-input.ts'

/** Beyond four threads a decoder mainly delays more frames. */
const MAX_THREADS = 4
/** Number of consecutive read errors after which the rest of the file is skipped. */
const MAX_READ_ERRORS = 64

/** The decoded frames of a video, in presentation order. */
export interface DecodedFrames {
  /** The next frame, valid until the next call; null at the end. @throws MediaError when it has too many pixels */
  next(): Promise<NativeFrame | null>
  /** Flushes the decoder: the demuxer continues at another position. No call may be in flight. */
  restart(): void
  /** No call may be in flight. */
  free(): void
  /** Predicts the frames worth decoding; null: all. */
  forecast: FrameForecast | null
  /** Number of packets or frames that could not be decoded, or only partly. */
  damage: number
  /** The demuxer stopped at an error or returned a truncated packet. */
  readonly brokenEnd: boolean
  /** Container time at which the last packet read so far ends, over all streams that are read. */
  readonly readEndS: number
}

/** A decoder with the device on which it decodes. */
export interface DeviceCodec {
  codec: Codec
  device: HardwareDeviceContext
}

export class Decoder implements DecodedFrames {
  readonly #input: OpenedInput
  readonly #stream: Stream
  readonly #codec: CodecContext
  readonly #path: string
  readonly #frameS: number
  readonly #packet = new Packet()
  readonly #frame = new NativeFrame()
  #flushing = false
  #readErrors = 0
  #skips = false
  forecast: FrameForecast | null = null
  damage = 0
  brokenEnd = false
  readEndS = Number.NEGATIVE_INFINITY

  private constructor(input: OpenedInput, stream: Stream, codec: CodecContext, path: string) {
    this.#input = input
    this.#stream = stream
    this.#codec = codec
    this.#path = path
    this.#frameS = frameLength(stream)
    this.#packet.alloc()
    this.#frame.alloc()
  }

  /**
   * `hardware`: decodes on its device, where FFmpeg can.
   * @throws MediaError source_unreadable when there is no decoder for the stream or it rejects the stream
   */
  static async open(
    input: OpenedInput,
    stream: Stream,
    path: string,
    hardware: DeviceCodec | null = null,
  ): Promise<Decoder> {
    const { codecpar } = stream
    requireDecodable(codecpar, path)
    const codec = hardware?.codec ?? Codec.findDecoder(codecpar.codecId)
    if (!codec) throw say.noDecoder(path, codecpar.codecTagString ?? null)
    const context = new CodecContext()
    context.allocContext3(codec)
    context.parametersToContext(codecpar)
    context.pktTimebase = stream.timeBase
    if (hardware) context.hwDeviceCtx = hardware.device
    context.threadCount = hardware || input.kind === 'image' ? 1 : Math.min(MAX_THREADS, availableParallelism())
    context.setOption('max_pixels', MAX_PIXELS)
    // Not open2Sync, and no dictionary: together they free memory twice.
    if ((await context.open2(codec, null)) < 0) {
      context.freeContext()
      throw say.noDecoder(path, codec.longName ?? codec.name ?? null)
    }
    // Streams whose length the container states do not need the others to determine their end.
    if (announcedEndS(input, stream).perStream) {
      for (const other of input.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL
    }
    return new Decoder(input, stream, context, path)
  }

  async next(): Promise<NativeFrame | null> {
    this.#frame.unref()
    for (;;) {
      const got = await this.#codec.receiveFrame(this.#frame)
      if (got >= 0) {
        // Missing parts have been concealed from neighbouring frames.
        if (this.#frame.decodeErrorFlags !== 0) this.damage++
        return this.#frame
      }
      if (got === AVERROR_EOF) return null
      if (got === AVERROR_ENOMEM) throw new Error('out of memory while decoding')
      if (got !== AVERROR_EAGAIN) {
        this.#noteDamage()
        if (this.#flushing) return null
      }
      this.#feed()
    }
  }

  /**
   * FFmpeg refuses a frame that has too many pixels, as it does a damaged one.
   * @throws MediaError source_unreadable when the stream has grown to such a size
   */
  #noteDamage(): void {
    requireDecodable(this.#codec, this.#path)
    this.damage++
  }

  /** Reference frames are decoded all the same. */
  #skipFor(pts: bigint): void {
    const skips = this.forecast?.mayBePicked(pts) === false
    if (skips === this.#skips) return
    this.#skips = skips
    this.#codec.setOption('skip_frame', skips ? 'noref' : 'default')
  }

  restart(): void {
    this.#codec.flushBuffers()
    this.#frame.unref()
    this.#flushing = false
    this.#readErrors = 0
    this.forecast?.restart()
  }

  free(): void {
    this.#codec.freeContext()
    this.#packet.free()
    this.#frame.free()
  }

  #feed(): void {
    while (!this.#flushing) {
      const read = this.#input.context.readFrameSync(this.#packet)
      if (read === AVERROR_EAGAIN) continue
      if (read < 0) {
        if (read !== AVERROR_EOF && ++this.#readErrors < MAX_READ_ERRORS) continue
        this.brokenEnd ||= read !== AVERROR_EOF
        break
      }
      this.#readErrors = 0
      const ofStream = this.#packet.streamIndex === this.#stream.index
      const endS = packetEndS(this.#packet, this.#input, ofStream ? this.#frameS : 0)
      this.readEndS = Math.max(this.readEndS, endS)
      if (!ofStream) {
        this.#packet.unref()
        continue
      }
      // A truncated packet is the end of a file that is cut off; when others follow, the file is damaged in the middle.
      if (this.brokenEnd) this.damage++
      this.brokenEnd = this.#packet.hasFlags(AV_PKT_FLAG_CORRUPT)
      this.#skipFor(this.#packet.pts)
      const sent = this.#codec.sendPacketSync(this.#packet)
      this.#packet.unref()
      if (sent < 0) this.#noteDamage()
      return
    }
    this.#flushing = true
    this.#codec.sendPacketSync(null)
  }
}
