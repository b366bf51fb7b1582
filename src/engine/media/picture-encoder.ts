/** Encodes a single image with one of FFmpeg's still encoders. */
import type { AVPixelFormat } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, type Frame as NativeFrame, Packet, Rational } from 'node-av/lib'

/** Returns the bytes of the file. The caller still owns the image, whose format the encoder must accept. */
export async function encodeStill(
  encoder: 'mjpeg' | 'png',
  picture: NativeFrame,
  options: Readonly<Record<string, number | string>>,
): Promise<Buffer> {
  const codec = Codec.findEncoderByName(encoder as Parameters<typeof Codec.findEncoderByName>[0])
  if (!codec) throw new Error(`this FFmpeg was built without ${encoder}`)
  const context = new CodecContext()
  const packet = new Packet()
  try {
    context.allocContext3(codec)
    context.width = picture.width
    context.height = picture.height
    context.pixelFormat = picture.format as AVPixelFormat
    context.colorRange = picture.colorRange
    context.timeBase = new Rational(1, 1)
    context.threadCount = 1
    for (const [name, value] of Object.entries(options)) context.setOption(name, value)
    FFmpegError.throwIfError(await context.open2(codec, null), `opening the ${encoder} encoder`)
    packet.alloc()
    FFmpegError.throwIfError(await context.sendFrame(picture), 'encoding a picture')
    FFmpegError.throwIfError(await context.receivePacket(packet), 'encoding a picture')
    return Buffer.from(packet.data as Buffer)
  } finally {
    packet.free()
    context.freeContext()
  }
}
