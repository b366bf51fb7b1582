/**
 * Keeps the last previewed video open for a while: a position slightly ahead is reached by decoding further, which is
 * less work than seeking back to a key frame.
 */
import type { Deinterlace } from '../../shared/domain/deinterlace.ts'
import type { Frame, MediaInfo, MediaReader } from '../media/frame.ts'
import { openMedia } from '../media/open-media.ts'

export interface VideoPart {
  readonly info: MediaInfo
  /** The next frame, which the caller must close; null at the end. */
  next(): Promise<Frame | null>
}

export interface Reading {
  sampleFps: number | null
  deinterlace: Deinterlace
}

export interface OpenVideo {
  /** Reads a video, or an image, from its first frame at or after `atS`; ends the previous part. One call at a time. */
  from(path: string, reading: Reading, atS: number): Promise<VideoPart>
  /** No request is pending: closes the file unless another one follows soon. */
  rest(): void
  close(): Promise<void>
}

/** Key frames are usually ten seconds apart at most, so the one before a position is on average half of that away. */
const AHEAD_S = 5
/** On some systems an open file can't be moved or removed. */
const REST_MS = 3000
/** Times entered by people and players are rounded. */
const ROUNDING_S = 0.001

class SequentialReader implements VideoPart {
  readonly path: string
  readonly reader: MediaReader
  readonly #frames: AsyncIterator<Frame>
  readonly #reading: Reading
  #fromS: number
  /** Media time of the last frame that was read. */
  #reachedS = Number.NEGATIVE_INFINITY
  #failed = false

  constructor(path: string, reader: MediaReader, reading: Reading, atS: number) {
    this.path = path
    this.reader = reader
    this.#reading = reading
    this.#frames = reader.frames()[Symbol.asyncIterator]()
    this.#fromS = atS - ROUNDING_S
  }

  get info(): MediaInfo {
    return this.reader.info
  }

  /** False when another reader is needed; sampled sources have a first frame of each tick wherever reading begins. */
  advanceTo(atS: number, { sampleFps, deinterlace }: Reading): boolean {
    if (sampleFps !== null || this.#reading.sampleFps !== null || deinterlace !== this.#reading.deinterlace)
      return false
    // The previous request may have skipped frames that were never returned.
    const isAhead = atS - ROUNDING_S > Math.max(this.#reachedS, this.#fromS) && atS <= this.#reachedS + AHEAD_S
    if (this.#failed || this.info.kind !== 'video' || !isAhead) return false
    this.#fromS = atS - ROUNDING_S
    this.reader.passTo?.(atS)
    return true
  }

  async next(): Promise<Frame | null> {
    try {
      for (;;) {
        const { value: frame, done } = await this.#frames.next()
        if (done) return null
        this.#reachedS = frame.ptsS
        if (frame.ptsS >= this.#fromS || this.info.kind !== 'video') return frame
        // It was decoded before the next position was known.
        frame.close()
      }
    } catch (error) {
      this.#failed = true
      throw error
    }
  }
}

/** `held`: number of its frames that may be open at a time. */
export function createOpenVideo(held: number): OpenVideo {
  let opened: SequentialReader | null = null
  let resting: NodeJS.Timeout | undefined
  const close = async (): Promise<void> => {
    clearTimeout(resting)
    const closing = opened
    opened = null
    await closing?.reader.close()
  }
  return {
    async from(path, reading, atS) {
      clearTimeout(resting)
      if (opened?.path === path && opened.advanceTo(atS, reading)) return opened
      await close()
      const reader = await openMedia(path, { ...reading, startS: atS, held })
      opened = new SequentialReader(path, reader, reading, atS)
      return opened
    },
    rest() {
      clearTimeout(resting)
      resting = setTimeout(() => void close(), REST_MS)
      resting.unref()
    },
    close,
  }
}
