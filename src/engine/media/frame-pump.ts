/** Decodes a few frames ahead of the consumer, and no more than the pool can lend. */

export interface FrameSource<T> {
  /** The next frame, or null at the end. Called again only after it settled. */
  produce(): Promise<T | null>
  /** Resolves once there is memory for another frame. */
  room(): Promise<void>
  discard(item: T): void
}

/** Number of decoded frames that wait. */
const AHEAD = 3

export class FramePump<T> {
  readonly #source: FrameSource<T>
  readonly #ready: T[] = []
  #running: Promise<void> | null = null
  #ended = false
  #failure: { error: unknown } | null = null
  #wakeConsumer: (() => void) | null = null
  #wakePump: (() => void) | null = null

  constructor(source: FrameSource<T>) {
    this.#source = source
  }

  /** The next frame or null at the end; a failure is thrown after the frames before it were taken. */
  async next(): Promise<T | null> {
    this.#running ??= this.#run()
    for (;;) {
      const item = this.#ready.shift()
      if (item !== undefined) {
        this.#wakePump?.()
        return item
      }
      if (this.#failure) throw this.#failure.error
      if (this.#ended) return null
      await new Promise<void>((resolve) => {
        this.#wakeConsumer = resolve
      })
    }
  }

  /** Stops and releases waiting frames; resolves when nothing is in flight. `unblock` ends a wait for room. */
  async stop(unblock: () => void): Promise<void> {
    this.#ended = true
    this.#wakePump?.()
    this.#wakeConsumer?.()
    unblock()
    await this.#running
    for (const item of this.#ready.splice(0)) this.#source.discard(item)
  }

  async #run(): Promise<void> {
    try {
      while (!this.#ended) {
        if (this.#ready.length >= AHEAD) {
          await new Promise<void>((resolve) => {
            this.#wakePump = resolve
          })
          continue
        }
        await this.#source.room()
        if (this.#ended) break
        const item = await this.#source.produce()
        if (item === null) this.#ended = true
        else this.#ready.push(item)
        this.#wakeConsumer?.()
      }
    } catch (error) {
      this.#failure = { error }
      this.#ended = true
      this.#wakeConsumer?.()
    }
  }
}
