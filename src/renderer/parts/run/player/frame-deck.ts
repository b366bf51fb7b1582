/** A deck for files that the browser can't play: frames are decoded elsewhere, one at a time, latest request first. */
import type { Deck } from './playback.ts'

export interface FrameDeckOptions {
  /** Seconds; infinite when unknown. */
  duration: number
  /** Displays the frame at a media time; resolves to that frame's own time. */
  show(timeS: number): Promise<number>
  /** Called when no frame could be decoded. */
  onFail(): void
}

export class FrameDeck extends EventTarget implements Deck {
  readonly duration: number
  playbackRate = 1
  #paused = true
  #time = 0
  #busy = false
  #closed = false
  #tick = 0
  #requests = 0
  readonly #waiting = new Map<number, VideoFrameRequestCallback>()
  readonly #options: FrameDeckOptions

  constructor(options: FrameDeckOptions) {
    super()
    this.#options = options
    this.duration = options.duration
    void this.#update()
  }

  get paused(): boolean {
    return this.#paused
  }
  get currentTime(): number {
    return this.#time
  }
  set currentTime(timeS: number) {
    this.#time = Math.max(0, Math.min(timeS, this.duration))
    void this.#update()
  }

  async play(): Promise<void> {
    if (!this.#paused) return
    if (this.#time >= this.duration) this.#time = 0
    this.#paused = false
    this.#tell('play')
    let last = performance.now()
    const tick = (now: number) => {
      this.#time = Math.min(this.duration, this.#time + (Math.max(0, now - last) / 1000) * this.playbackRate)
      last = now
      void this.#update()
      if (this.#time >= this.duration) this.pause()
      else this.#tick = requestAnimationFrame(tick)
    }
    this.#tick = requestAnimationFrame(tick)
  }

  pause(): void {
    cancelAnimationFrame(this.#tick)
    if (this.#paused) return
    this.#paused = true
    this.#tell('pause')
  }

  close(): void {
    this.pause()
    this.#closed = true
    this.#waiting.clear()
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    this.#waiting.set(++this.#requests, callback)
    return this.#requests
  }
  cancelVideoFrameCallback(request: number): void {
    this.#waiting.delete(request)
  }

  /** While a frame is loading, later requests wait and replace each other. */
  async #update(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      let asked: number
      do {
        asked = this.#time
        const shownS = await this.#options.show(asked)
        if (this.#closed) return
        this.#present(shownS)
      } while (asked !== this.#time)
      if (this.#paused) this.#tell('seeked')
    } catch {
      if (!this.#closed) this.#options.onFail()
    } finally {
      this.#busy = false
    }
  }

  #present(mediaTime: number): void {
    const told = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const callback of told) callback(performance.now(), { mediaTime } as VideoFrameCallbackMetadata)
  }

  #tell(type: string): void {
    this.dispatchEvent(new Event(type))
  }
}
