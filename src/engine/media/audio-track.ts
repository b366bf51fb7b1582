/** The audio of a source, carried over to a video made from its frames. */
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  type AVCodecID,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants'
import { Packet, type Stream } from 'node-av/lib'
import { AudioTranscoder } from './audio-transcoder.ts'
import { startOf } from './media-info.ts'
import type { Muxer } from './muxer.ts'
import { bestStream, type OpenedInput, openInput, videoStream } from './open-input.ts'
import { NO_PTS, secondsOf } from './stream-clock.ts'

/** Codecs that browsers play in mp4; the rest is transcoded to AAC. */
const COPIED = new Set<AVCodecID>([AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_OPUS])
/** Audio this long before the first frame is kept, hidden by an edit list: decoders need it to start up. */
const LEAD_IN_S = 0.05

export class AudioTrack {
  readonly #input: OpenedInput
  readonly #source: Stream
  readonly #target: Stream
  readonly #muxer: Muxer
  readonly #transcoder: AudioTranscoder | null
  readonly #packet = new Packet()
  /** Container time of the source's first frame: 0 of the new video. */
  readonly #startS: number
  #held = false
  #ended = false

  private constructor(
    input: OpenedInput,
    source: Stream,
    target: Stream,
    muxer: Muxer,
    transcoder: AudioTranscoder | null,
    startS: number,
  ) {
    this.#input = input
    this.#source = source
    this.#target = target
    this.#muxer = muxer
    this.#transcoder = transcoder
    this.#startS = startS
    this.#packet.alloc()
  }

  /** Adds the source's main audio stream to the file; null when it has none. Call before the header is written. */
  static async open(path: string, muxer: Muxer): Promise<AudioTrack | null> {
    const input = await openInput(path)
    let transcoder: AudioTranscoder | null = null
    try {
      const source = input.streams[bestStream(input.context, AVMEDIA_TYPE_AUDIO)]
      if (!source) {
        await input.close()
        return null
      }
      const startS = startOf(videoStream(input, path))
      for (const other of input.streams) if (other.index !== source.index) other.discard = AVDISCARD_ALL
      if (!COPIED.has(source.codecpar.codecId)) transcoder = await AudioTranscoder.open(source, startS)
      const target = muxer.addStream()
      if (transcoder) transcoder.describe(target)
      else {
        source.codecpar.copy(target.codecpar)
        target.codecpar.codecTag = 0
        target.timeBase = source.timeBase
      }
      return new AudioTrack(input, source, target, muxer, transcoder, startS)
    } catch (error) {
      transcoder?.free()
      await input.close()
      throw error
    }
  }

  /**
   * Writes the audio that starts before this media time.
   * @throws MediaError when the file can't be written, other errors when the audio can't be read
   */
  async writeUntil(endS: number): Promise<void> {
    while (!this.#ended) {
      if (!this.#held && !(await this.#read())) {
        this.#ended = true
        return
      }
      const start = this.#packet.pts === NO_PTS ? this.#packet.dts : this.#packet.pts
      const atS = start === NO_PTS ? 0 : secondsOf(start, this.#source.timeBase) - this.#startS
      if (atS >= endS) return
      this.#held = false
      if (this.#transcoder) await this.#transcoder.feed(this.#packet, (packet) => this.#send(packet))
      else if (atS >= -LEAD_IN_S) await this.#copy()
      this.#packet.unref()
    }
  }

  /** Writes the remaining audio before the end of the video and flushes the encoder. */
  async finish(endS: number): Promise<void> {
    await this.writeUntil(endS)
    await this.#transcoder?.feed(null, (packet) => this.#send(packet))
  }

  async free(): Promise<void> {
    this.#transcoder?.free()
    this.#packet.free()
    await this.#input.close()
  }

  async #read(): Promise<boolean> {
    for (;;) {
      const read = await this.#input.context.readFrame(this.#packet)
      if (read === AVERROR_EAGAIN) continue
      if (read === AVERROR_EOF) return false
      if (read < 0) throw new Error(`reading sound failed (${read})`)
      if (this.#packet.streamIndex === this.#source.index) {
        this.#held = true
        return true
      }
      this.#packet.unref()
    }
  }

  async #copy(): Promise<void> {
    const { timeBase } = this.#source
    const shift = BigInt(Math.round((this.#startS * timeBase.den) / timeBase.num))
    if (this.#packet.pts !== NO_PTS) this.#packet.pts -= shift
    if (this.#packet.dts !== NO_PTS) this.#packet.dts -= shift
    this.#packet.rescaleTs(timeBase, this.#target.timeBase)
    this.#packet.pos = -1n
    await this.#send(this.#packet)
  }

  async #send(packet: Packet): Promise<void> {
    packet.streamIndex = this.#target.index
    if (this.#transcoder) packet.rescaleTs(this.#transcoder.timeBase, this.#target.timeBase)
    await this.#muxer.write(packet)
  }
}
