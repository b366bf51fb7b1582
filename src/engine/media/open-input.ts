/** Opens a media file so that it can access no other file. */
import { resolve } from 'node:path'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PKT_DATA_DOVI_CONF,
  AVCOL_SPC_RGB,
  AVCOL_SPC_UNSPECIFIED,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVMediaType,
} from 'node-av/constants'
import {
  avGetCodecName,
  Dictionary,
  FormatContext,
  InputFormat,
  type Frame as NativeFrame,
  type Packet,
  type Stream,
} from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { isTooLarge } from '../../shared/domain/pixel-limit.ts'
import './libav-log.ts'
import { statedMatrix } from './color.ts'
import type { MediaInfo } from './frame.ts'
import { headOf, regularFile } from './media-file.ts'
import * as say from './media-messages.ts'
import { orientationOf, orientedSize } from './orientation.ts'
import { claimedFps, NO_PTS, secondsOf } from './stream-clock.ts'
import type { Shortfall } from './truncation.ts'

/** Demuxers that may open a user's file: all read one file, none follows names in it. */
const CONTAINERS = new Set(
  'mov matroska avi mpegts mpeg mpegvideo flv asf ogg mxf nut ivf h264 hevc m4v mjpeg gif apng obu dv rm wtv swf yuv4mpegpipe av1 vvc'.split(
    ' ',
  ),
)
const AUDIO_ONLY = new Set('mp3 wav flac aac aiff w64 ac3 eac3 amr au caf tta ape wv'.split(' '))
/** The others are read by libvips. */
const IMAGES = new Set(
  'jpegls_pipe bmp_pipe ppm_pipe pgm_pipe pbm_pipe pam_pipe jpegxl_pipe j2k_pipe qoi_pipe tga_pipe'.split(' '),
)
/** Enough to distinguish transport streams from raw streams. */
const SNIFFED_BYTES = 1 << 20

/** Bytes of a bitmap up to the end of its size. */
const HEAD = 26
/** Length of the oldest header, whose sides have 16 bits. */
const OLDEST_HEADER = 12

/**
 * The size of a Windows bitmap as its header states it, which is read before libav decodes the image to find out.
 * `head`: the first bytes of the file. Null for other files. Rows from top to bottom have a negative height.
 */
function bitmapSize(head: Buffer): Size | null {
  if (head.length < HEAD || head.toString('latin1', 0, 2) !== 'BM') return null
  return head.readUInt32LE(14) === OLDEST_HEADER
    ? { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
    : { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
}

export interface OpenedInput {
  context: FormatContext
  /** The streams known when the input was opened; each access to `context.streams` makes new wrappers. */
  streams: readonly Stream[]
  /** First of its demuxer's names: mov, matroska, png_pipe … */
  format: string
  kind: 'video' | 'image'
  fileSize: number
  close(): Promise<void>
}

/**
 * Opens the container of a video, or an image that FFmpeg decodes, and reads its description of the streams.
 * @throws MediaError source_missing, source_empty or source_unreadable
 */
export async function openInput(path: string): Promise<OpenedInput> {
  const fileSize = await regularFile(path)
  const head = await headOf(path, SNIFFED_BYTES)
  const isoMedia = head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp'
  const input = InputFormat.probe(head)
  const format = nameOf(input)
  const image = IMAGES.has(format)
  if (!input || !(image || CONTAINERS.has(format) || AUDIO_ONLY.has(format))) throw say.notMedia(path)
  if (AUDIO_ONLY.has(format)) throw say.noVideoStream(path)
  const stated = image ? bitmapSize(head) : null
  if (stated) requireDecodable(stated, path)

  const context = new FormatContext()
  context.allocContext()
  const options = Dictionary.fromObject({ format_whitelist: input.name as string, protocol_whitelist: 'file' })
  // With the protocol as a prefix, a colon in the file's name is not parsed as one.
  const opened = await context.openInput(`file:${resolve(path)}`, input, options)
  options.free()
  if (opened < 0) throw isoMedia ? say.withoutIndex(path) : say.notMedia(path)
  const close = () => context.closeInput()
  try {
    // Finding the streams' properties may decode a frame: sizes that the container states are checked before.
    for (const { codecpar } of context.streams) requireDecodable(codecpar, path)
    if ((await context.findStreamInfo()) < 0) throw say.damaged(path)
  } catch (error) {
    await close()
    throw error
  }
  return {
    context,
    streams: context.streams,
    format,
    kind: image ? 'image' : 'video',
    fileSize,
    close,
  }
}

/** True for an image of a format that FFmpeg decodes. */
export async function isFFmpegImage(path: string): Promise<boolean> {
  return IMAGES.has(nameOf(InputFormat.probe(await headOf(path, SNIFFED_BYTES))))
}

/** First of the demuxer's names. */
const nameOf = (input: InputFormat | null): string => input?.name?.split(',')[0] ?? ''

/** @throws MediaError source_unreadable for a size of too many pixels */
export function requireDecodable({ width, height }: Size, path: string): void {
  if (isTooLarge({ width, height })) throw say.tooLarge(path, { width, height })
}

/** The main video stream; cover art does not count. */
export function videoStream(input: OpenedInput, path: string): Stream {
  const candidates = input.streams.filter(
    (s) => s.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !(s.disposition & AV_DISPOSITION_ATTACHED_PIC),
  )
  const best = bestStream(input.context, AVMEDIA_TYPE_VIDEO)
  const stream = candidates.find((s) => s.index === best) ?? candidates[0]
  if (!stream) throw say.noVideoStream(path)
  return stream
}

/** Index of the stream that a player would choose, or negative. */
export const bestStream = (context: FormatContext, type: AVMediaType): number => context.findBestStream(type, -1, -1)

/** The properties of a video in container and stream, before anything is decoded. */
export function describeMedia(input: OpenedInput, stream: Stream): MediaInfo {
  const { codecpar } = stream
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  const size = orientedSize({ width: codecpar.width, height: codecpar.height }, orientationOf(matrix))
  const { endS } = announcedEndS(input, stream)
  const durationS = endS === null ? null : Math.max(0, endS - startOf(stream))
  const nativeFps = claimedFps(stream)
  const counted = Number(stream.nbFrames)
  const estimated = durationS !== null && nativeFps !== null ? Math.round(durationS * nativeFps) : null
  return {
    ...size,
    kind: 'video',
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    durationS,
    nativeFps,
    frameCount: counted > 0 ? counted : estimated,
    hasAudio: input.streams.some((s) => s.codecpar.codecType === AVMEDIA_TYPE_AUDIO),
  }
}

/** Container time of the stream's first frame. */
export const startOf = (stream: Stream): number =>
  stream.startTime === NO_PTS ? 0 : secondsOf(stream.startTime, stream.timeBase)

/**
 * Container time at which a packet's content ends, in seconds; minus infinity when unknown. The last packets of a
 * stream often have no length: they then count as `frameS`.
 */
export function packetEndS(packet: Packet, input: OpenedInput, frameS: number): number {
  const start = packet.pts === NO_PTS ? packet.dts : packet.pts
  const stream = input.streams[packet.streamIndex]
  if (start === NO_PTS || !stream) return Number.NEGATIVE_INFINITY
  const lengthS = packet.duration > 0n ? secondsOf(packet.duration, stream.timeBase) : frameS
  return secondsOf(start, stream.timeBase) + lengthS
}

/** Length of a typical frame. */
export const frameLength = (stream: Stream): number => 1 / (claimedFps(stream) ?? 25)

/** Container time at which the content should end, or null; and whether the stream itself states it. */
export function announcedEndS(input: OpenedInput, stream: Stream): { endS: number | null; perStream: boolean } {
  const { context } = input
  if (stream.duration > 0n) {
    const start = stream.startTime === NO_PTS ? 0n : stream.startTime
    const endS = secondsOf(start + stream.duration, stream.timeBase)
    // For an AVI that is cut off, libav reports the length of the remaining part, but the header's number of frames.
    const headerS = input.format === 'avi' ? startOf(stream) + Number(stream.nbFrames) * frameLength(stream) : endS
    return { endS: Math.max(endS, headerS), perStream: true }
  }
  if (context.duration > 0n) {
    // Matroska and FLV state the time of the end, the others the length.
    const fromZero = input.format === 'matroska' || input.format === 'flv'
    const start = fromZero || context.startTime === NO_PTS ? 0n : context.startTime
    return { endS: Number(start + context.duration) / 1e6, perStream: false }
  }
  return { endS: null, perStream: false }
}

/** The difference between announced and read length, or null when nothing is announced. */
export function shortfallOf(
  input: OpenedInput,
  stream: Stream,
  readEndS: number,
): Omit<Shortfall, 'structureCut'> | null {
  const { endS } = announcedEndS(input, stream)
  if (endS === null || !Number.isFinite(readEndS)) return null
  const startS = startOf(stream)
  return { announcedS: endS - startS, readS: readEndS - startS, frameS: frameLength(stream) }
}

/** Names of H.273 matrix code points that are no fixed combination of red, green and blue. */
const CODINGS = new Map<number, string>([
  [8, 'YCgCo'],
  [11, "Y'D'zD'x"],
  [12, 'YCbCr of its own primaries'],
  [13, 'YCbCr of its own primaries'],
  [14, 'ICtCp'],
  [15, 'IPT'],
  [16, 'YCgCo-Re'],
  [17, 'YCgCo-Ro'],
])

/**
 * Place of the compatibility of the base layer in FFmpeg's AVDOVIDecoderConfigurationRecord, which is 0 for a layer that is
 * compatible with nothing.
 */
const COMPATIBILITY = 7

/**
 * Finds colours that are coded in a way which is not decoded here, and would be wrong in silence: returns the name of the
 * coding, or null when the colours are decoded as they are coded.
 */
export function unreadColours(stream: Stream, { colorSpace }: Pick<NativeFrame, 'colorSpace'>): string | null {
  const dolbyVision = stream.codecpar.getCodedSideData(AV_PKT_DATA_DOVI_CONF)
  if (dolbyVision && dolbyVision[COMPATIBILITY] === 0) return 'Dolby Vision without a base layer for other players'
  if (colorSpace === AVCOL_SPC_UNSPECIFIED || colorSpace === AVCOL_SPC_RGB || statedMatrix(colorSpace)) return null
  return CODINGS.get(colorSpace) ?? null
}
