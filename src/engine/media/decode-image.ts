/** The one way to the pixels of an image file, whoever asks: its first image, upright by EXIF. */
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import { avGetCodecName } from 'node-av/lib'
import { STILL_FORMATS } from '../../shared/domain/still-formats.ts'
import { MediaError } from '../core/run-failure.ts'
import { Decoder } from './decoder.ts'
import { FrameConverter } from './frame-converter.ts'
import * as say from './media-messages.ts'
import { isFFmpegImage, openInput, videoStream } from './open-input.ts'
import { type Slot, SlotPool } from './slot.ts'
import type { Still } from './stills/open-still.ts'
import { stillFileOf } from './stills/still-file.ts'

export interface DecodedImage {
  slot: Slot
  /** FFmpeg's name of the codec, such as mjpeg or png. */
  codec: string
  /** Images in the file. */
  count: number
}

/**
 * True for a file that is read as an image where it is a source by itself; GIF, animated PNG and streams of JPEG are
 * videos there.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function isImageSource(path: string): Promise<boolean> {
  const file = await stillFileOf(path)
  return file ? !file.isMoving : isFFmpegImage(path)
}

/**
 * Decodes an image into a slot of the pool, which the caller gives back.
 * @throws MediaError when the file is missing, not an image, damaged, or of a format that is not supported
 */
export function decodeImage(path: string, pool: SlotPool): Promise<DecodedImage> {
  return named(path, async () => {
    const still = await openedByLibvips(path)
    if (!still) return decodedByFFmpeg(path, pool)
    const { slotWith } = await import('./stills/slot-pixels.ts')
    return { slot: slotWith(await still.pixels(), pool), codec: still.codec, count: still.count }
  })
}

/** Opens an image for its size, its values, and what is shown of it. @throws MediaError as `decodeImage` */
export function openImage(path: string): Promise<Still> {
  return named(path, async () => {
    const still = await openedByLibvips(path)
    if (still) return still
    const { slot, codec } = await decodedByFFmpeg(path, new SlotPool({ width: 0, height: 0 }, undefined, 1))
    const [{ pixelsIn }, { sharpOf }] = await Promise.all([
      import('./stills/slot-pixels.ts'),
      import('./stills/open-still.ts'),
    ])
    const { width, height } = slot.image
    const pixels = pixelsIn(slot.image)
    return { width, height, codec, count: 1, pixels: async () => pixels, shown: (use) => use(sharpOf(pixels)) }
  })
}

/** Loads libvips only for a file that it reads. Null for one of FFmpeg's. */
async function openedByLibvips(path: string): Promise<Still | null> {
  const file = await stillFileOf(path)
  if (!file || STILL_FORMATS[file.format].decoder === 'ffmpeg') return null
  return (await import('./stills/open-still.ts')).openStill(path, file)
}

async function named<T>(path: string, decode: () => Promise<T>): Promise<T> {
  try {
    return await decode()
  } catch (error) {
    throw error instanceof MediaError ? error : say.damaged(path)
  }
}

/** Formats that libvips lacks here, such as BMP. */
async function decodedByFFmpeg(path: string, pool: SlotPool): Promise<DecodedImage> {
  const input = await openInput(path)
  let decoder: Decoder | null = null
  let converter: FrameConverter | null = null
  try {
    if (input.kind !== 'image') throw say.notAnImage(path)
    const stream = videoStream(input, path)
    decoder = await Decoder.open(input, stream, path)
    const frame = await decoder.next()
    if (!frame) throw say.damaged(path)
    converter = new FrameConverter(frame, stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX), 'image')
    const slot = pool.take(converter.size, converter.color)
    converter.convert(frame, slot)
    return { slot, codec: avGetCodecName(stream.codecpar.codecId) ?? 'unknown', count: 1 }
  } finally {
    converter?.free()
    decoder?.free()
    await input.close()
  }
}
