/** Opens a media file so that it can access no other file. */
import { resolve } from 'node:path'
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_VIDEO, type AVMediaType } from 'node-av/constants'
import { Dictionary, FormatContext, InputFormat, type Stream } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { isTooLarge } from '../../shared/domain/pixel-limit.ts'
import './libav-log.ts'
import { headOf, regularFile } from './media-file.ts'
import * as say from './media-messages.ts'
import { bitmapSize } from './stills/bitmap-size.ts'

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

export interface OpenedInput {
  context: FormatContext
  /** Those known from the start; each access to `context.streams` makes new wrappers. */
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
