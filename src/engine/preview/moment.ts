/** The frames at one time of the media, decoded once and cached while that time is previewed. */
import type { PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { Frame, MediaInfo } from '../media/frame.ts'
import { openImages } from '../media/open-images.ts'
import { createKeptFilm, type FilmPart } from './kept-film.ts'

export interface Moment {
  info: MediaInfo
  /** At most `MOST_FRAMES`; the caller must not close them. */
  frames: readonly Frame[]
}

/** Takes 800 MB for a 4K video; a window with more frames is thinned out at its end. */
const MOST_FRAMES = 64

export interface Moments {
  /** One call at a time. */
  of(job: Pick<PreviewJob, 'source' | 'atS' | 'windowS'>): Promise<Moment>
  close(): Promise<void>
}

export function createMoments(): Moments {
  const film = createKeptFilm(MOST_FRAMES + 1)
  let key = ''
  let kept: Moment | null = null
  const drop = () => {
    for (const frame of kept?.frames ?? []) frame.close()
    kept = null
  }
  return {
    async of({ source, atS, windowS }) {
      const { path, images, sampleFps } = source
      const wanted = JSON.stringify([path, images?.length ?? null, sampleFps, atS, windowS])
      if (kept && key === wanted) return kept
      drop()
      try {
        // A window contains every frame that a run would process; a single frame is the one displayed at that time.
        kept = images
          ? await firstOf(images.slice(indexAt(atS, sampleFps)), sampleFps)
          : await read(await film.from(path, windowS === 0 ? null : sampleFps, atS), windowS)
      } finally {
        film.rest()
      }
      key = wanted
      return kept
    },
    async close() {
      drop()
      await film.close()
    },
  }
}

async function read(film: FilmPart, windowS: number): Promise<Moment> {
  const { info } = film
  const frames: Frame[] = []
  while (frames.length < MOST_FRAMES) {
    const frame = await film.next()
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
