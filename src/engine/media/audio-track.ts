/** The audio of a source, carried over to a video made from its frames. */
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_SAMPLE_FMT_FLTP,
  type AVCodecID,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants'
import {
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  avGetSampleFmtName,
  Codec,
  CodecContext,
  FFmpegError,
  Filter,
  type FilterContext,
  FilterGraph,
  FilterInOut,
  Frame as NativeFrame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'
import type { Muxer } from './muxer.ts'
import { bestStream, type OpenedInput, openInput, startOf, videoStream } from './open-input.ts'
import { NO_PTS, secondsOf } from './stream-clock.ts'

/** Codecs that browsers play in mp4; the rest is transcoded to AAC. */
const COPIED = new Set<AVCodecID>([AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_OPUS])
/** Audio this long before the first frame is kept, hidden by an edit list: decoders need it to start up. */
const LEAD_IN_S = 0.05

const BIT_RATE = 160_000n
/** Samples in an AAC frame. */
const FRAME_SAMPLES = 1024
/** Sample rates that every AAC player supports. */
const RATES = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000]

interface Filters {
  graph: FilterGraph
  source: FilterContext
  sink: FilterContext
}

/** Transcodes any audio to AAC, starting at 0 and without gaps. */
class AudioTranscoder {
  readonly #source: Stream
  readonly #startS: number
  readonly #decoder: CodecContext
  readonly #encoder: CodecContext
  readonly #decoded = new NativeFrame()
  readonly #filtered = new NativeFrame()
  readonly #packet = new Packet()
  #filters: Filters | null = null

  private constructor(source: Stream, startS: number, decoder: CodecContext, encoder: CodecContext) {
    this.#source = source
    this.#startS = startS
    this.#decoder = decoder
    this.#encoder = encoder
    this.#decoded.alloc()
    this.#filtered.alloc()
    this.#packet.alloc()
  }

  /** Throws when the audio can't be decoded. */
  static async open(source: Stream, startS: number): Promise<AudioTranscoder> {
    const { codecpar } = source
    const from = Codec.findDecoder(codecpar.codecId)
    const to = Codec.findEncoder(AV_CODEC_ID_AAC)
    if (!from || !to) throw new Error('no codec for this sound')
    const decoder = new CodecContext()
    decoder.allocContext3(from)
    decoder.parametersToContext(codecpar)
    decoder.pktTimebase = source.timeBase
    FFmpegError.throwIfError(await decoder.open2(from, null), 'opening the sound')

    const rate = RATES.find((r) => r === codecpar.sampleRate) ?? 48_000
    const encoder = new CodecContext()
    encoder.allocContext3(to)
    encoder.sampleRate = rate
    encoder.sampleFormat = AV_SAMPLE_FMT_FLTP
    encoder.channelLayout = avChannelLayoutDefault(codecpar.channels === 1 ? 1 : 2)
    encoder.bitRate = BIT_RATE
    encoder.timeBase = new Rational(1, rate)
    encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    FFmpegError.throwIfError(await encoder.open2(to, null), 'opening the AAC encoder')
    return new AudioTranscoder(source, startS, decoder, encoder)
  }

  get timeBase(): Rational {
    return this.#encoder.timeBase
  }

  describe(stream: Stream): void {
    stream.timeBase = this.#encoder.timeBase
    FFmpegError.throwIfError(stream.codecpar.fromContext(this.#encoder), 'describing the sound')
  }

  /** Null ends the stream. Packets that can't be decoded are skipped; their interval stays silent. */
  async feed(packet: Packet | null, write: (packet: Packet) => Promise<void>): Promise<void> {
    await this.#decoder.sendPacket(packet)
    while ((await this.#decoder.receiveFrame(this.#decoded)) >= 0) {
      const { sampleRate, pts } = this.#decoded
      this.#filters ??= this.#createFilters(this.#decoded)
      if (pts !== NO_PTS) {
        const atS = secondsOf(pts, this.#source.timeBase) - this.#startS
        this.#decoded.pts = BigInt(Math.round(atS * sampleRate))
      }
      // Frames that change rate or layout mid-stream are rejected here and dropped.
      await this.#filters.source.buffersrcAddFrame(this.#decoded)
      this.#decoded.unref()
      await this.#drainFilters(write)
    }
    if (packet !== null) return
    if (this.#filters) {
      await this.#filters.source.buffersrcAddFrame(null)
      await this.#drainFilters(write)
    }
    await this.#encode(null, write)
  }

  free(): void {
    this.#decoder.freeContext()
    this.#encoder.freeContext()
    this.#filters?.graph.free()
    this.#decoded.free()
    this.#filtered.free()
    this.#packet.free()
  }

  async #drainFilters(write: (packet: Packet) => Promise<void>): Promise<void> {
    const { sink } = this.#filters as Filters
    while ((await sink.buffersinkGetFrame(this.#filtered)) >= 0) {
      await this.#encode(this.#filtered, write)
      this.#filtered.unref()
    }
  }

  async #encode(frame: NativeFrame | null, write: (packet: Packet) => Promise<void>): Promise<void> {
    if ((await this.#encoder.sendFrame(frame)) < 0) return
    while ((await this.#encoder.receivePacket(this.#packet)) >= 0) {
      await write(this.#packet)
      this.#packet.unref()
    }
  }

  #createFilters(frame: NativeFrame): Filters {
    const graph = new FilterGraph()
    graph.alloc()
    const layout = (l: NativeFrame['channelLayout'], fallback: number) =>
      avChannelLayoutDescribe(l.nbChannels > 0 ? l : avChannelLayoutDefault(fallback))
    const source = graph.createFilter(
      Filter.getByName('abuffer') as Filter,
      'in',
      `time_base=1/${frame.sampleRate}:sample_rate=${frame.sampleRate}:sample_fmt=${avGetSampleFmtName(frame.format as Parameters<typeof avGetSampleFmtName>[0])}:channel_layout=${layout(frame.channelLayout, 2)}`,
    )
    const sink = graph.createFilter(Filter.getByName('abuffersink') as Filter, 'out', null)
    if (!source || !sink) throw new Error('the sound has a form that cannot be converted')
    const outputs = FilterInOut.createList([{ name: 'in', filterCtx: source, padIdx: 0 }])
    const inputs = FilterInOut.createList([{ name: 'out', filterCtx: sink, padIdx: 0 }])
    const out = this.#encoder
    // first_pts pads or cuts the start to 0, async fills gaps with silence.
    const chain = [
      `aresample=${out.sampleRate}:async=1000:first_pts=0`,
      `aformat=sample_fmts=fltp:sample_rates=${out.sampleRate}:channel_layouts=${layout(out.channelLayout, 2)}`,
      `asetnsamples=n=${FRAME_SAMPLES}:p=0`,
    ].join(',')
    FFmpegError.throwIfError(graph.parsePtr(chain, inputs, outputs), 'converting the sound')
    FFmpegError.throwIfError(graph.configSync(), 'converting the sound')
    return { graph, source, sink }
  }
}

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
