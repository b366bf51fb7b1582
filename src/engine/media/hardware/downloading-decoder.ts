/** Copies the frames of a hardware decoder to memory of the process. */
import { FFmpegError, type HardwareDeviceContext, Frame as NativeFrame } from 'node-av/lib'
import type { DecodedFrames } from '../decoder.ts'

/** Raised for a frame that the hardware did not decode: FFmpeg continues in software without an error. */
export class NotDecodedByHardware extends Error {
  override readonly name = 'NotDecodedByHardware'
}

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
