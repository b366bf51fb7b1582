/** The frames at one time of the media, decoded once and cached while that time is previewed. */
import type { Deinterlace } from '../../shared/domain/deinterlace.ts'
import type { PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { Frame, MediaInfo, MediaReader } from '../media/frame.ts'
import { openImages } from '../media/open-images.ts'
import { openMedia } from '../media/open-media.ts'

export interface Moment {
  info: MediaInfo
  /** At most `MAX_FRAMES`; the caller must not close them. */
  frames: readonly Frame[]
}

/** Takes 800 MB for a 4K video; a window with more frames is thinned out at its end. */
const MAX_FRAMES = 64

interface VideoPart {
  readonly info: MediaInfo
  /** The next frame, which the caller must close; null at the end. */
  next(): Promise<Frame | null>
}

interface Reading {
  sampleFps: number | null
  deinterlace: Deinterlace
}

interface OpenVideo {
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

/**
 * Keeps the last previewed video open for a while: a position slightly ahead is reached by decoding further, which is
 * less work than seeking back to a key frame. `held`: number of its frames that may be open at a time.
 */
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

export interface Moments {
  /** One call at a time. */
  of(job: Pick<PreviewJob, 'source' | 'atS' | 'windowS'>, deinterlace: Deinterlace): Promise<Moment>
  close(): Promise<void>
}

export function createMoments(): Moments {
  const video = createOpenVideo(MAX_FRAMES + 1)
  let key = ''
  let kept: Moment | null = null
  const drop = () => {
    for (const frame of kept?.frames ?? []) frame.close()
    kept = null
  }
  return {
    async of({ source, atS, windowS }, deinterlace) {
      const { path, images, sampleFps } = source
      const wanted = JSON.stringify([path, images?.length ?? null, sampleFps, deinterlace, atS, windowS])
      if (kept && key === wanted) return kept
      drop()
      try {
        // A window contains every frame that a run would process; a single frame is the one displayed at that time.
        kept = images
          ? await firstOf(images.slice(indexAt(atS, sampleFps)), sampleFps)
          : await read(
              await video.from(path, { sampleFps: windowS === 0 ? null : sampleFps, deinterlace }, atS),
              windowS,
            )
      } finally {
        video.rest()
      }
      key = wanted
      return kept
    },
    async close() {
      drop()
      await video.close()
    },
  }
}

async function read(part: VideoPart, windowS: number): Promise<Moment> {
  const { info } = part
  const frames: Frame[] = []
  while (frames.length < MAX_FRAMES) {
    const frame = await part.next()
    const first = frames[0]
    const isPast = frame !== null && first !== undefined && frame.ptsS - first.ptsS > windowS
    if (isPast) frame.close()
    if (frame === null || isPast) break
    frames.push(frame)
    if (windowS === 0) break
  }
  return { info, frames }
}

/** Images of a collection are unrelated: there are no windows of them. */
async function firstOf(images: NonNullable<PreviewJob['source']['images']>, sampleFps: number | null): Promise<Moment> {
  const reader = await openImages(images, { sampleFps })
  try {
    for await (const frame of reader.frames()) return { info: reader.info, frames: [frame] }
    return { info: reader.info, frames: [] }
  } finally {
    await reader.close()
  }
}

/** Images follow each other at the sample rate, or at one per second. */
const indexAt = (atS: number, sampleFps: number | null): number => Math.max(0, Math.floor(atS * (sampleFps ?? 1)))
