/** Converts a single image for one of FFmpeg's still encoders, and encodes it. */
import { AVCOL_RANGE_JPEG, type AVColorSpace, type AVPixelFormat } from 'node-av/constants'
import {
  Codec,
  CodecContext,
  FFmpegError,
  Frame as NativeFrame,
  Packet,
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib'
import type { Size } from '../../shared/domain/geometry.ts'
import { scaleFrame } from './scale-frame.ts'

export interface StillFormat extends Size {
  format: AVPixelFormat
  colorSpace: AVColorSpace
}

/** Returns the image in another size, format and colour space, in full range; the caller frees it. */
export function convertStill(native: NativeFrame, to: StillFormat, flags?: string): NativeFrame {
  const still = new NativeFrame()
  still.alloc()
  still.format = to.format
  still.width = to.width
  still.height = to.height
  still.colorRange = AVCOL_RANGE_JPEG
  still.colorSpace = to.colorSpace
  const scaler = new SoftwareScaleContext()
  try {
    FFmpegError.throwIfError(still.getBuffer(), 'allocating an image')
    scaler.allocContext()
    if (flags) FFmpegError.throwIfError(scaler.setOption('sws_flags', flags), 'choosing a filter')
    scaleFrame(scaler, still, native, 'converting an image')
    still.pts = 0n
    return still
  } catch (error) {
    still.free()
    throw error
  } finally {
    scaler.freeContext()
  }
}

/** Returns the bytes of the file. The caller still owns the image, whose format the encoder must accept. */
export async function encodeStill(
  encoder: 'mjpeg' | 'png',
  still: NativeFrame,
  options: Readonly<Record<string, number | string>>,
): Promise<Buffer> {
  const codec = Codec.findEncoderByName(encoder as Parameters<typeof Codec.findEncoderByName>[0])
  if (!codec) throw new Error(`this FFmpeg was built without ${encoder}`)
  const context = new CodecContext()
  const packet = new Packet()
  try {
    context.allocContext3(codec)
    context.width = still.width
    context.height = still.height
    context.pixelFormat = still.format as AVPixelFormat
    context.colorRange = still.colorRange
    context.timeBase = new Rational(1, 1)
    context.threadCount = 1
    for (const [name, value] of Object.entries(options)) context.setOption(name, value)
    FFmpegError.throwIfError(await context.open2(codec, null), `opening the ${encoder} encoder`)
    packet.alloc()
    FFmpegError.throwIfError(await context.sendFrame(still), 'encoding a picture')
    FFmpegError.throwIfError(await context.receivePacket(packet), 'encoding a picture')
    return Buffer.from(packet.data as Buffer)
  } finally {
    packet.free()
    context.freeContext()
  }
}
