/** Decodes by hardware until it fails or finds damage, and in software from there on. */
import type { Frame as NativeFrame } from 'node-av/lib'
import type { DecodedFrames } from '../decoder.ts'
import { NO_PTS } from '../stream-clock.ts'

export interface FallbackOptions {
  hardware: DecodedFrames
  openSoftware(): Promise<DecodedFrames>
  /** Moves the demuxer before the frame of this timestamp; null: to the start. Returns false when it can't. */
  seekBefore(pts: bigint | null): Promise<boolean>
  /** Called once, when software takes over. */
  onFallback(): void
}

/**
 * The software decoder conceals and counts damage, so it decodes every video with damage. It takes over after the last
 * frame that was returned, as a resumed run does: from a key frame before it.
 */
export class FallbackDecoder implements DecodedFrames {
  readonly #options: FallbackOptions
  #decoder: DecodedFrames
  #isHardware = true
  #last: bigint | null = null
  #readEndS = Number.NEGATIVE_INFINITY

  constructor(options: FallbackOptions) {
    this.#options = options
    this.#decoder = options.hardware
  }

  async next(): Promise<NativeFrame | null> {
    if (!this.#isHardware) return await this.#decoder.next()
    const before = this.#decoder.damage
    const frame = await this.#decoder.next().catch(() => undefined)
    if (frame === undefined || this.#decoder.damage > before || (frame === null && this.#decoder.brokenEnd)) {
      return await this.#fallBack()
    }
    if (frame) this.#last = frame.bestEffortTimestamp
    return frame
  }

  async #fallBack(): Promise<NativeFrame | null> {
    this.#isHardware = false
    this.#options.onFallback()
    const { hardware } = this.#options
    const { forecast } = hardware
    this.#decoder = await this.#options.openSoftware()
    this.#readEndS = hardware.readEndS
    hardware.free()
    this.#decoder.forecast = forecast
    forecast?.restart()
    const last = this.#last === NO_PTS ? null : this.#last
    if (!(await this.#options.seekBefore(last))) throw new Error('the video can’t be read again from an earlier frame')
    for (;;) {
      const frame = await this.#decoder.next()
      if (!frame || last === null || frame.bestEffortTimestamp > last) return frame
    }
  }

  restart(): void {
    this.#last = null
    this.#decoder.restart()
  }

  free(): void {
    this.#decoder.free()
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
    return Math.max(this.#readEndS, this.#decoder.readEndS)
  }
}
