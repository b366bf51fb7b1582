/** Opens a media file so that it can access no other file. */
import { constants } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_VIDEO, type AVMediaType } from 'node-av/constants'
import { Dictionary, FormatContext, InputFormat, type Stream } from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { isTooLarge } from '../../shared/domain/pixel-limit.ts'
import './libav-log.ts'
import * as say from './media-messages.ts'
import { stillSize } from './still-size.ts'

/** Demuxers that may open a user's file: all read one file, none follows names in it. */
const CONTAINERS = new Set(
  'mov matroska avi mpegts mpeg mpegvideo flv asf ogg mxf nut ivf h264 hevc m4v mjpeg gif apng obu dv rm wtv swf yuv4mpegpipe av1 vvc'.split(
    ' ',
  ),
)
const AUDIO_ONLY = new Set('mp3 wav flac aac aiff w64 ac3 eac3 amr au caf tta ape wv'.split(' '))
const IMAGES = new Set(
  'png_pipe jpeg_pipe jpegls_pipe webp_pipe bmp_pipe tiff_pipe ppm_pipe pgm_pipe pbm_pipe pam_pipe jpegxl_pipe j2k_pipe qoi_pipe tga_pipe'.split(
    ' ',
  ),
)
/** Enough to distinguish transport streams from raw streams. */
const SNIFFED_BYTES = 1 << 20
/** libav may read this far past the sniffed bytes. */
const PROBE_PADDING = 64

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
 * Opens the container and reads its description of the streams.
 * @throws MediaError source_missing, source_empty or source_unreadable
 */
export async function openInput(path: string): Promise<OpenedInput> {
  const fileSize = await regularFile(path)
  const head = await sniff(path)
  const isoMedia = head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp'
  const brand = isoMedia ? head.toString('latin1', 8, 12) : ''
  if (/^(hei[cxms]|hev[cxms])$/.test(brand)) throw say.heic(path)

  const input = InputFormat.probe(head)
  const format = input?.name?.split(',')[0] ?? ''
  const image = IMAGES.has(format)
  if (!input || !(image || CONTAINERS.has(format) || AUDIO_ONLY.has(format))) throw say.notMedia(path)
  if (AUDIO_ONLY.has(format)) throw say.noVideoStream(path)
  const stated = image || brand === 'avif' ? await stillSize(path, head) : null
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
    kind: image || brand === 'avif' ? 'image' : 'video',
    fileSize,
    close,
  }
}

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

async function regularFile(path: string): Promise<number> {
  try {
    const info = await stat(path)
    if (!info.isFile()) throw say.notAFile(path)
    if (info.size === 0) throw say.empty(path)
    await access(path, constants.R_OK)
    return info.size
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') throw say.missing(path)
    if (code === 'EACCES' || code === 'EPERM') throw say.forbidden(path)
    throw error
  }
}

/** The first bytes, in a buffer padded with zeros. */
async function sniff(path: string): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(SNIFFED_BYTES + PROBE_PADDING))
  const file = await open(path, 'r')
  try {
    const { bytesRead } = await file.read(bytes, 0, SNIFFED_BYTES, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
