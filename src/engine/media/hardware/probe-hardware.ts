/** Tries the hardware decoders of an interface on a few frames that are encoded for the purpose. */
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_PIX_FMT_YUV420P, AVERROR_EAGAIN } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame as NativeFrame, Packet, Rational } from 'node-av/lib'
import {
  HARDWARE_CODECS,
  type HardwareCodec,
  type HardwareCodecName,
  type HardwareInterface,
} from '../../../shared/engine-contract/hardware-video.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { DEVICE_TYPES, decoderOn, openDevice } from './interfaces.ts'

/** FFmpeg's software encoders for the samples. */
const ENCODERS: Record<HardwareCodecName, string> = {
  h264: 'libx264',
  hevc: 'libx265',
  vp9: 'libvpx-vp9',
  av1: 'libsvtav1',
}
/** Hardware decoders have a least size, at most 144 pixels. */
const SIDE = 256
const FRAMES = 8

/** Opens the driver of the interface, which may end the process: call it in a process of its own. */
export async function probeHardware(kind: HardwareInterface, name: string): Promise<HardwareCodec[]> {
  const probed: HardwareCodec[] = []
  const device = openDevice(DEVICE_TYPES[kind])
  for (const codec of HARDWARE_CODECS) {
    const reason = device ? await reasonAgainst(kind, name, codec) : message('hardware.no_device', { name })
    probed.push({ interface: kind, name, codec, usable: reason === null, reason })
  }
  device?.free()
  return probed
}

async function reasonAgainst(kind: HardwareInterface, name: string, codec: HardwareCodecName): Promise<Message | null> {
  const sample = await encodeSample(codec).catch(() => null)
  if (!sample) return message('hardware.no_decoder', { name, codec })
  try {
    const type = DEVICE_TYPES[kind]
    const decoder = decoderOn(type, sample.encoder.codecId)
    const device = decoder && openDevice(type)
    if (!decoder || !device) return message('hardware.no_decoder', { name, codec })
    try {
      const frames = await framesOnDevice(decoder, sample, device)
      return frames === FRAMES ? null : message('hardware.failed', { name, codec })
    } finally {
      device.free()
    }
  } catch {
    return message('hardware.failed', { name, codec })
  } finally {
    sample.free()
  }
}

interface Sample {
  encoder: CodecContext
  packets: readonly Packet[]
  free(): void
}

/** Raises an error when FFmpeg was built without the encoder. */
async function encodeSample(name: HardwareCodecName): Promise<Sample> {
  const codec = Codec.findEncoderByName(ENCODERS[name] as Parameters<typeof Codec.findEncoderByName>[0])
  if (!codec) throw new Error(`this FFmpeg was built without ${ENCODERS[name]}`)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.width = SIDE
  encoder.height = SIDE
  encoder.pixelFormat = AV_PIX_FMT_YUV420P
  encoder.timeBase = new Rational(1, 25)
  encoder.framerate = new Rational(25, 1)
  encoder.threadCount = 1
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  const packets: Packet[] = []
  const frame = new NativeFrame()
  const free = () => {
    for (const packet of packets) packet.free()
    encoder.freeContext()
  }
  try {
    FFmpegError.throwIfError(await encoder.open2(codec, null), 'opening the encoder of the sample')
    frame.alloc()
    frame.format = AV_PIX_FMT_YUV420P
    frame.width = SIDE
    frame.height = SIDE
    FFmpegError.throwIfError(frame.getBuffer(), 'allocating a frame')
    for (let i = 0; i <= FRAMES; i++) {
      frame.pts = BigInt(i)
      FFmpegError.throwIfError(await encoder.sendFrame(i < FRAMES ? frame : null), 'encoding the sample')
      await drain(encoder, packets)
    }
    return { encoder, packets, free }
  } catch (error) {
    free()
    throw error
  } finally {
    frame.free()
  }
}

async function drain(encoder: CodecContext, packets: Packet[]): Promise<void> {
  for (;;) {
    const packet = new Packet()
    packet.alloc()
    if ((await encoder.receivePacket(packet)) < 0) {
      packet.free()
      return
    }
    packets.push(packet)
  }
}

/** Number of frames that were decoded on the device and downloaded; frames decoded in software do not count. */
async function framesOnDevice(
  codec: Codec,
  { encoder, packets }: Sample,
  device: NonNullable<ReturnType<typeof openDevice>>,
): Promise<number> {
  const context = new CodecContext()
  const [frame, downloaded] = [new NativeFrame(), new NativeFrame()]
  try {
    context.allocContext3(codec)
    context.width = SIDE
    context.height = SIDE
    context.extraData = encoder.extraData
    context.hwDeviceCtx = device
    context.threadCount = 1
    FFmpegError.throwIfError(await context.open2(codec, null), 'opening the decoder')
    frame.alloc()
    downloaded.alloc()
    let frames = 0
    for (const packet of [...packets, null]) {
      FFmpegError.throwIfError(await context.sendPacket(packet), 'decoding')
      for (;;) {
        const got = await context.receiveFrame(frame)
        if (got < 0) {
          if (got !== AVERROR_EAGAIN && packet !== null) FFmpegError.throwIfError(got, 'decoding')
          break
        }
        downloaded.unref()
        if (frame.isHwFrame() && (await frame.hwframeTransferData(downloaded)) >= 0) frames++
      }
    }
    return frames
  } finally {
    context.freeContext()
    frame.free()
    downloaded.free()
  }
}
