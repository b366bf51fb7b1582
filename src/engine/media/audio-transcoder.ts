/** Transcodes any audio to AAC, starting at 0 and without gaps. */
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_ID_AAC, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
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
import { NO_PTS, secondsOf } from './stream-clock.ts'

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

export class AudioTranscoder {
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
