/** Chooses the decoder of a video: hardware whose first frames equal those of the software decoder, else software. */
import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P } from 'node-av/constants'
import { avGetCodecName, FFmpegError, type HardwareDeviceContext, Frame as NativeFrame, type Stream } from 'node-av/lib'
import type { HardwareCodec } from '../../../shared/engine-contract/hardware-video.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { type DecodedFrames, Decoder } from '../decoder.ts'
import { type OpenedInput, openInput, videoStream } from '../open-input.ts'
import { SEEKABLE, seekBefore } from '../reader-position.ts'
import { FallbackDecoder } from './fallback-decoder.ts'
import { firstDifference } from './first-difference.ts'
import { DEVICE_TYPES, decoderOn, openDevice } from './interfaces.ts'

/** More than the frames between two references of usual videos, and soon decoded. */
export const COMPARED_FRAMES = 30

type Open = (codec: HardwareCodec, input: OpenedInput, stream: Stream, path: string) => Promise<DecodedFrames | null>

export interface HardwareDecoding {
  /** The codecs of this machine, as probed. */
  codecs: readonly HardwareCodec[]
  /** Opens a decoder of the hardware; null when it can't be opened. */
  open?: Open
}

export interface ChosenDecoder {
  decoder: DecodedFrames
  /** Null when hardware was not requested, or for an image. */
  decoding: Message | null
}

/** @throws MediaError source_unreadable when software can't decode the stream */
export async function openDecoder(
  input: OpenedInput,
  stream: Stream,
  path: string,
  hardware: HardwareDecoding | null,
  warn: (warning: Message) => void,
): Promise<ChosenDecoder> {
  const openSoftware = () => Decoder.open(input, stream, path)
  if (hardware === null) return { decoder: await openSoftware(), decoding: null }
  const reasons: Message[] = []
  const unfit = unfitFor(input, stream)
  if (unfit) reasons.push(unfit)
  for (const codec of unfit ? [] : codecsFor(stream, hardware.codecs)) {
    const reason = codec.reason ?? (await difference(codec, path, hardware.open ?? openOnHardware))
    const decoder = reason ? null : await (hardware.open ?? openOnHardware)(codec, input, stream, path)
    if (!decoder) {
      reasons.push(reason ?? failed(codec))
      continue
    }
    const { name } = codec
    const options = {
      hardware: decoder,
      openSoftware,
      seekBefore: (pts: bigint | null) =>
        seekBefore(input, stream, pts ?? stream.startTime, pts === null ? 0 : undefined),
      onFallback: () => warn(message('hardware.fell_back', { name })),
    }
    return {
      decoder: new FallbackDecoder(options),
      decoding: message('log.hardware_decoding', { name, frames: COMPARED_FRAMES }),
    }
  }
  if (reasons.length === 0) reasons.push(message('hardware.not_probed', { codec: codecName(stream) }))
  return { decoder: await openSoftware(), decoding: message('log.software_decoding', { reason: sentence(reasons) }) }
}

const codecName = (stream: Stream): string => avGetCodecName(stream.codecpar.codecId) ?? 'unknown'

const codecsFor = (stream: Stream, codecs: readonly HardwareCodec[]) =>
  codecs.filter(({ codec }) => codec === codecName(stream))

const failed = ({ name, codec }: HardwareCodec): Message => message('hardware.failed', { name, codec })

/** Reasons that follow each other, in one parameter. */
const sentence = ([first, ...rest]: readonly Message[]): Message =>
  rest.reduce((all, next) => message('hardware.and', { first: all, next }), first as Message)

function unfitFor(input: OpenedInput, { codecpar }: Stream): Message | null {
  if (!SEEKABLE.has(input.format)) return message('hardware.not_seekable', { format: input.format })
  const is8Bit = codecpar.format === AV_PIX_FMT_YUV420P || codecpar.format === AV_PIX_FMT_YUVJ420P
  return is8Bit ? null : message('hardware.not_8_bit')
}

/** Null when the first frames of both decoders are equal; else the reason against the hardware. */
async function difference(codec: HardwareCodec, path: string, open: Open): Promise<Message | null> {
  const opened: { input: OpenedInput; decoder: DecodedFrames | null }[] = []
  const begin = async (on: Open): Promise<DecodedFrames | null> => {
    const side = { input: await openInput(path), decoder: null as DecodedFrames | null }
    opened.push(side)
    side.decoder = await on(codec, side.input, videoStream(side.input, path), path)
    return side.decoder
  }
  try {
    const reference = await begin((_codec, input, stream) => Decoder.open(input, stream, path))
    const candidate = await begin(open)
    if (!reference || !candidate) return failed(codec)
    const found = await firstDifference(reference, candidate, COMPARED_FRAMES)
    return found && message('hardware.differs', { name: codec.name, frame: found.frame, difference: found.in })
  } catch {
    return failed(codec)
  } finally {
    for (const { input, decoder } of opened) {
      decoder?.free()
      await input.close()
    }
  }
}

/** Raised for a frame that the hardware did not decode: FFmpeg continues in software without an error. */
export class NotDecodedByHardware extends Error {
  override readonly name = 'NotDecodedByHardware'
}

/** Copies the frames of a hardware decoder to memory of the process. */
export class DownloadingDecoder implements DecodedFrames {
  readonly #decoder: DecodedFrames
  readonly #device: HardwareDeviceContext
  readonly #downloaded = new NativeFrame()

  /** Owns both. */
  constructor(decoder: DecodedFrames, device: HardwareDeviceContext) {
    this.#decoder = decoder
    this.#device = device
    this.#downloaded.alloc()
  }

  /** The next frame, valid until the next call; null at the end. Raises `NotDecodedByHardware` or an `FFmpegError`. */
  async next(): Promise<NativeFrame | null> {
    this.#downloaded.unref()
    const frame = await this.#decoder.next()
    if (!frame) return null
    if (!frame.isHwFrame()) throw new NotDecodedByHardware('the frame was decoded in software')
    FFmpegError.throwIfError(await frame.hwframeTransferData(this.#downloaded), 'downloading a frame')
    FFmpegError.throwIfError(this.#downloaded.copyProps(frame), 'downloading the properties of a frame')
    return this.#downloaded
  }

  get forecast() {
    return this.#decoder.forecast
  }

  set forecast(forecast) {
    this.#decoder.forecast = forecast
  }

  get damage(): number {
    return this.#decoder.damage
  }

  set damage(count) {
    this.#decoder.damage = count
  }

  get brokenEnd(): boolean {
    return this.#decoder.brokenEnd
  }

  get readEndS(): number {
    return this.#decoder.readEndS
  }

  restart(): void {
    this.#decoder.restart()
    this.#downloaded.unref()
  }

  free(): void {
    this.#decoder.free()
    this.#device.free()
    this.#downloaded.free()
  }
}

async function openOnHardware(
  { interface: kind }: HardwareCodec,
  input: OpenedInput,
  stream: Stream,
  path: string,
): Promise<DecodedFrames | null> {
  const type = DEVICE_TYPES[kind]
  const codec = decoderOn(type, stream.codecpar.codecId)
  const device = codec && openDevice(type)
  if (!codec || !device) return null
  try {
    return new DownloadingDecoder(await Decoder.open(input, stream, path, { codec, device }), device)
  } catch (error) {
    device.free()
    throw error
  }
}
