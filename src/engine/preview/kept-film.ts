/**
 * The video that was looked at last, left open for a while: a moment that lies a little ahead is reached by decoding
 * on, which is less work than to go back to a key frame.
 */
import type { Frame, MediaInfo, MediaReader } from '../media/frame.ts'
import { openMedia } from '../media/open-media.ts'

export interface FilmPart {
  readonly info: MediaInfo
  /** The next frame, the caller's to close; null at the end. */
  next(): Promise<Frame | null>
}

export interface KeptFilm {
  /** A video, or an image, from its first frame at or after `atS` on; ends what was read before. One call at a time. */
  from(path: string, sampleFps: number | null, atS: number): Promise<FilmPart>
  /** Nothing is asked for now: lets go of the file unless something is soon. */
  rest(): void
  close(): Promise<void>
}

/** Key frames are ten seconds apart at most, as a rule: the one before a moment is half of that away. */
const AHEAD_S = 5
/** A file that is open can't be moved or removed on some systems. */
const REST_MS = 3000
/** Times that people and players name are rounded. */
const ROUNDING_S = 0.001

class Film implements FilmPart {
  readonly path: string
  readonly reader: MediaReader
  readonly #frames: AsyncIterator<Frame>
  readonly #isSampled: boolean
  #fromS: number
  /** Media time of the latest frame that was read. */
  #reachedS = Number.NEGATIVE_INFINITY
  #failed = false

  constructor(path: string, reader: MediaReader, isSampled: boolean, atS: number) {
    this.path = path
    this.reader = reader
    this.#isSampled = isSampled
    this.#frames = reader.frames()[Symbol.asyncIterator]()
    this.#fromS = atS - ROUNDING_S
  }

  get info(): MediaInfo {
    return this.reader.info
  }

  /** False where another reader is needed; what is sampled has a first frame of each tick wherever it begins. */
  goOnTo(atS: number): boolean {
    // What was asked for before may have passed over frames that nobody has seen.
    const isAhead = atS - ROUNDING_S > Math.max(this.#reachedS, this.#fromS) && atS <= this.#reachedS + AHEAD_S
    if (this.#failed || this.#isSampled || this.info.kind !== 'video' || !isAhead) return false
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
        // It was decoded before it was known where to go on.
        frame.close()
      }
    } catch (error) {
      this.#failed = true
      throw error
    }
  }
}

/** `held`: frames of it that may be open at a time. */
export function createKeptFilm(held: number): KeptFilm {
  let film: Film | null = null
  let resting: NodeJS.Timeout | undefined
  const close = async (): Promise<void> => {
    clearTimeout(resting)
    const closing = film
    film = null
    await closing?.reader.close()
  }
  return {
    async from(path, sampleFps, atS) {
      clearTimeout(resting)
      if (film?.path === path && sampleFps === null && film.goOnTo(atS)) return film
      await close()
      const reader = await openMedia(path, { sampleFps, startS: atS, held })
      film = new Film(path, reader, sampleFps !== null, atS)
      return film
    },
    rest() {
      clearTimeout(resting)
      resting = setTimeout(() => void close(), REST_MS)
      resting.unref()
    },
    close,
  }
}
