/** Writes lossless clips of a moving square in any pixel format, with colour tags and interlaced frames. */
import {
  AV_FRAME_FLAG_INTERLACED,
  AV_FRAME_FLAG_TOP_FIELD_FIRST,
  AV_PIX_FMT_YUV411P,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV444P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  type AVColorPrimaries,
  type AVColorSpace,
  type AVColorTransferCharacteristic,
  type AVPixelFormat,
} from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet, Rational } from 'node-av/lib'

/** Binary logarithms of the subsampling of chroma, and bits of a value. */
export const FORMATS = {
  yuv420p: { format: AV_PIX_FMT_YUV420P, across: 1, down: 1, bits: 8 },
  yuv411p: { format: AV_PIX_FMT_YUV411P, across: 2, down: 0, bits: 8 },
  yuv422p: { format: AV_PIX_FMT_YUV422P, across: 1, down: 0, bits: 8 },
  yuv444p: { format: AV_PIX_FMT_YUV444P, across: 0, down: 0, bits: 8 },
  yuv420p10: { format: AV_PIX_FMT_YUV420P10LE, across: 1, down: 1, bits: 10 },
  yuv422p10: { format: AV_PIX_FMT_YUV422P10LE, across: 1, down: 0, bits: 10 },
} as const satisfies Record<string, { format: AVPixelFormat; across: number; down: number; bits: number }>

export type FormatName = keyof typeof FORMATS
export type Yuv = readonly [y: number, u: number, v: number]

export interface Clip {
  path: string
  width?: number
  height?: number
  frames?: number
  format?: FormatName
  /** H.273 code points of primaries, transfer and matrix. */
  tags?: readonly [primaries: number, transfer: number, matrix: number]
  fullRange?: boolean
  isInterlaced?: (frame: number) => boolean
  /** Width over height of a pixel. */
  aspect?: readonly [number, number]
  /** Presentation times, in ms; 40 apart by default. */
  timesMs?: readonly number[]
  /** Y', Cb and Cr of 8 bits of a pixel; `time` is that of its field, in frames. */
  picture?: (x: number, y: number, time: number) => Yuv
}

const GREY: Yuv = [96, 128, 128]
const RED: Yuv = [81, 90, 240]

/** A red square of 20 pixels that moves by three pixels a frame. */
export const movingSquare = (x: number, y: number, time: number): Yuv => {
  const left = 8 + 3 * time
  return x >= left && x < left + 20 && y >= 20 && y < 40 ? RED : GREY
}

const check = (code: number, what: string) => FFmpegError.throwIfError(code, what)

export async function makeClip(clip: Clip): Promise<void> {
  const { path, width = 96, height = 64, frames = 12, picture = movingSquare, isInterlaced = () => false } = clip
  const { format, across, down, bits } = FORMATS[clip.format ?? 'yuv420p']
  const muxer = new FormatContext()
  muxer.allocOutputContext2(null, 'matroska', path)
  check(await muxer.openOutput(), 'open output')
  const codec = Codec.findEncoderByName('ffv1' as Parameters<typeof Codec.findEncoderByName>[0])
  if (!codec) throw new Error('no encoder ffv1')
  const context = new CodecContext()
  context.allocContext3(codec)
  const [primaries, transfer, matrix] = clip.tags ?? [2, 2, 2]
  const colour = {
    colorPrimaries: primaries as AVColorPrimaries,
    colorTrc: transfer as AVColorTransferCharacteristic,
    colorSpace: matrix as AVColorSpace,
    colorRange: clip.fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG,
  }
  Object.assign(context, { width, height, pixelFormat: format, threadCount: 1 }, colour)
  context.timeBase = new Rational(1, 1000)
  context.framerate = new Rational(25, 1)
  context.sampleAspectRatio = new Rational(...((clip.aspect ?? [1, 1]) as [number, number]))
  context.setOption('level', 3)
  check(await context.open2(codec, null), 'open encoder')
  const stream = muxer.newStream(null)
  stream.timeBase = context.timeBase
  stream.sampleAspectRatio = context.sampleAspectRatio
  check(stream.codecpar.fromContext(context), 'parameters')
  check(await muxer.writeHeader(), 'header')
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { format, width, height }, colour)
  check(frame.getBuffer(), 'buffer')
  const packet = new Packet()
  packet.alloc()
  const drain = async (number: number) => {
    while ((await context.receivePacket(packet)) >= 0) {
      const pts = BigInt(clip.timesMs?.[number] ?? 40 * number)
      // Decoding times rise whatever the presentation times do.
      packet.pts = pts
      packet.dts = BigInt(number - 100_000)
      packet.duration = 40n
      packet.streamIndex = stream.index
      check(await muxer.writeFrame(packet), 'write')
    }
  }
  for (let number = 0; number < frames; number++) {
    check(frame.makeWritable(), 'writable')
    const interlaced = isInterlaced(number)
    frame.flags = interlaced ? AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST : 0
    const timeOf = (y: number) => number + (interlaced && y % 2 === 1 ? 0.5 : 0)
    for (const [plane, bytes] of (frame.data as Buffer[]).entries()) {
      if (plane > 2) break
      const [stepX, stepY] = plane === 0 ? [0, 0] : [across, down]
      const stride = frame.linesize[plane] as number
      for (let y = 0; y < -(-height >> stepY); y++) {
        for (let x = 0; x < -(-width >> stepX); x++) {
          // Rows of chroma alternate between the fields, too.
          const row = stepY === 0 ? y : interlaced ? 4 * (y >> 1) + (y & 1) : y << stepY
          const value = picture(x << stepX, Math.min(row, height - 1), timeOf(row))[plane] as number
          if (bits === 8) bytes[y * stride + x] = value
          else bytes.writeUInt16LE(Math.round(value * 4), y * stride + 2 * x)
        }
      }
    }
    frame.pts = BigInt(40 * number)
    check(await context.sendFrame(frame), 'encode')
    await drain(number)
  }
  await context.sendFrame(null)
  await drain(frames)
  check(await muxer.writeTrailer(), 'trailer')
  await muxer.closeOutput()
  muxer.freeContext()
  context.freeContext()
  frame.free()
  packet.free()
}
