/** Writes small videos for tests, with given frame times, rotation, codec and audio. */
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  type AVPixelFormat,
} from 'node-av/constants'
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'

export interface Recipe {
  path: string
  width: number
  height: number
  /** Presentation times in ticks. */
  ticks: readonly number[]
  /** Ticks per second. */
  timescale?: number
  format?: string
  codec?: string
  pixelFormat?: AVPixelFormat
  bFrames?: number
  /** The nine numbers of a display matrix, 16.16 (2.30 in the last column). */
  matrix?: readonly number[]
  /** Luma of all pixels of frame i. Default: 30 + 6i, up to 230. */
  luma?: (i: number) => number
  /** Audio as long as the video. */
  sound?: 'aac' | 'pcm_s16le'
}

export const flatLuma = (i: number): number => 30 + ((6 * i) % 200)

const check = (code: number, what: string) => FFmpegError.throwIfError(code, what)

export async function makeVideo(recipe: Recipe): Promise<void> {
  const { path, width, height, ticks, timescale = 1000, luma = flatLuma } = recipe
  const muxer = new FormatContext()
  muxer.allocOutputContext2(null, recipe.format ?? null, path)
  check(await muxer.openOutput(), 'open output')

  const codec = Codec.findEncoderByName((recipe.codec ?? 'libx264') as Parameters<typeof Codec.findEncoderByName>[0])
  if (!codec) throw new Error(`no encoder ${recipe.codec}`)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.width = width
  context.height = height
  context.pixelFormat = recipe.pixelFormat ?? AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(1, timescale)
  context.framerate = new Rational(25, 1)
  context.gopSize = 12
  context.maxBFrames = recipe.bFrames ?? 0
  // Raw streams carry their headers in the stream.
  if (recipe.format !== 'h264') context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  if (codec.name === 'libx264') context.setOption('preset', 'veryfast')
  check(await context.open2(codec, null), 'open encoder')
  const video = muxer.newStream(null)
  video.timeBase = context.timeBase
  check(video.codecpar.fromContext(context), 'parameters')
  if (recipe.matrix) {
    const matrix = Buffer.alloc(36)
    for (const [i, v] of recipe.matrix.entries()) matrix.writeInt32LE(v, 4 * i)
    check(video.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix), 'matrix')
  }
  const sound = recipe.sound ? await openSound(muxer, recipe.sound) : null
  check(await muxer.writeHeader(), 'header')

  const frame = new Frame()
  frame.alloc()
  frame.format = context.pixelFormat
  frame.width = width
  frame.height = height
  check(frame.getBuffer(), 'buffer')
  const packet = new Packet()
  packet.alloc()
  const drain = async (from: CodecContext, to: Stream, length: bigint) => {
    while ((await from.receivePacket(packet)) >= 0) {
      if (packet.duration <= 0n) packet.duration = length
      packet.streamIndex = to.index
      packet.rescaleTs(from.timeBase, to.timeBase)
      check(await muxer.interleavedWriteFrame(packet), 'write')
    }
  }
  let step = BigInt((ticks[1] ?? timescale / 25) - (ticks[0] ?? 0))
  for (const [i, pts] of ticks.entries()) {
    check(frame.makeWritable(), 'writable')
    const planes = frame.data as Buffer[]
    planes[0]?.fill(luma(i))
    planes[1]?.fill(128)
    planes[2]?.fill(128)
    if (i > 0) step = BigInt(pts - (ticks[i - 1] as number))
    frame.pts = BigInt(pts)
    frame.duration = step
    check(await context.sendFrame(frame), 'encode')
    await drain(context, video, step)
  }
  await context.sendFrame(null)
  await drain(context, video, step)
  if (sound) {
    const seconds = ((ticks.at(-1) ?? 0) + Number(step)) / timescale
    await writeSound(sound.context, seconds, (length) => drain(sound.context, sound.stream, length))
    sound.context.freeContext()
  }
  check(await muxer.writeTrailer(), 'trailer')
  await muxer.closeOutput()
  muxer.freeContext()
  context.freeContext()
  frame.free()
  packet.free()
}

const RATE = 44_100

async function openSound(muxer: FormatContext, name: 'aac' | 'pcm_s16le') {
  const codec = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0])
  if (!codec) throw new Error(`no encoder ${name}`)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = RATE
  context.sampleFormat = codec.sampleFormats?.[0] as NonNullable<typeof codec.sampleFormats>[number]
  context.channelLayout = avChannelLayoutDefault(1)
  context.timeBase = new Rational(1, RATE)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  check(await context.open2(codec, null), 'open sound')
  const stream = muxer.newStream(null)
  stream.timeBase = context.timeBase
  check(stream.codecpar.fromContext(context), 'sound parameters')
  return { context, stream }
}

async function writeSound(context: CodecContext, seconds: number, drain: (length: bigint) => Promise<void>) {
  const size = 1024
  for (let at = 0; at < seconds * RATE; at += size) {
    const frame = new Frame()
    frame.alloc()
    frame.format = context.sampleFormat
    frame.nbSamples = size
    frame.sampleRate = RATE
    frame.channelLayout = context.channelLayout
    check(frame.getBuffer(), 'sound buffer')
    const bytes = (frame.data as Buffer[])[0] as Buffer
    const float = bytes.length >= 4 * size
    for (let i = 0; i < size; i++) {
      const value = 0.3 * Math.sin(((at + i) * 2 * Math.PI * 440) / RATE)
      if (float) bytes.writeFloatLE(value, 4 * i)
      else bytes.writeInt16LE(Math.round(value * 32767), 2 * i)
    }
    frame.pts = BigInt(at)
    check(await context.sendFrame(frame), 'encode sound')
    await drain(BigInt(size))
    frame.free()
  }
  await context.sendFrame(null)
  await drain(BigInt(size))
}

/** `count` frames at `fps`, in ticks of `timescale`. */
export const steady = (count: number, fps: number, timescale = 1000): number[] =>
  Array.from({ length: count }, (_, i) => Math.round((i * timescale) / fps))
