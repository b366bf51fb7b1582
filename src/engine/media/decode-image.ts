/** Decodes image files, upright by EXIF. */
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import { avGetCodecName } from 'node-av/lib'
import { MediaError } from '../core/media-error.ts'
import { Decoder } from './decoder.ts'
import { FrameConverter } from './frame-converter.ts'
import * as say from './media-messages.ts'
import { openInput, videoStream } from './open-input.ts'
import type { Slot, SlotPool } from './slot.ts'
import { jpegIsCut } from './truncation.ts'

/** @throws MediaError when the file is missing, not an image, damaged, or of a format that is not supported */
export async function decodeImage(path: string, pool: SlotPool): Promise<{ slot: Slot; codec: string }> {
  try {
    return await decoded(path, pool)
  } catch (error) {
    throw error instanceof MediaError ? error : say.damaged(path)
  }
}

async function decoded(path: string, pool: SlotPool): Promise<{ slot: Slot; codec: string }> {
  const input = await openInput(path)
  let decoder: Decoder | null = null
  let converter: FrameConverter | null = null
  try {
    if (input.kind !== 'image') throw say.notAnImage(path)
    if (input.format === 'jpeg_pipe' && (await jpegIsCut(path))) throw say.cutOffImage(path)
    const stream = videoStream(input, path)
    decoder = await Decoder.open(input, stream, path)
    const frame = await decoder.next()
    if (!frame) throw say.damaged(path)
    converter = new FrameConverter(frame, stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX), 'image')
    const slot = pool.take(converter.size, converter.color)
    converter.convert(frame, slot)
    return { slot, codec: avGetCodecName(stream.codecpar.codecId) ?? 'unknown' }
  } finally {
    converter?.free()
    decoder?.free()
    await input.close()
  }
}
