/** The frames of a moment of the media, decoded once and kept for as long as people look at that moment. */
import type { PreviewJob } from '../../shared/domain/preview.ts'
import type { Frame, MediaInfo } from '../media/frame.ts'
import { openImages } from '../media/open-images.ts'
import { openMedia } from '../media/open-media.ts'

export interface Moment {
  info: MediaInfo
  /** At most `MOST_FRAMES`; not the caller's to close. */
  frames: readonly Frame[]
}

/** Of a 4K video they take 800 MB; a moment of more is thinned out at its end. */
const MOST_FRAMES = 64

export interface Moments {
  of(job: Pick<PreviewJob, 'source' | 'atS' | 'windowS'>): Promise<Moment>
  close(): void
}

export function createMoments(): Moments {
  let key = ''
  let kept: Moment | null = null
  const drop = () => {
    for (const frame of kept?.frames ?? []) frame.close()
    kept = null
  }
  return {
    async of({ source, atS, windowS }) {
      const wanted = JSON.stringify([source.path, source.images?.length ?? null, source.sampleFps, atS, windowS])
      if (kept && key === wanted) return kept
      drop()
      kept = await read(source, atS, windowS)
      key = wanted
      return kept
    },
    close: drop,
  }
}

async function read({ path, images, sampleFps }: PreviewJob['source'], atS: number, windowS: number): Promise<Moment> {
  // Pictures of a collection have nothing to do with each other.
  const single = windowS === 0 || images !== null
  // Of a window every frame counts that a run would look at; a single frame is the one that people see.
  const reader = images
    ? await openImages(images.slice(indexAt(atS, sampleFps)), { sampleFps })
    : await openMedia(path, { sampleFps: single ? null : sampleFps, startS: atS, held: MOST_FRAMES + 1 })
  const frames: Frame[] = []
  try {
    for await (const frame of reader.frames()) {
      const first = frames[0]
      const isPast = first !== undefined && frame.ptsS - first.ptsS > windowS
      if (isPast) frame.close()
      else frames.push(frame)
      if (isPast || single || frames.length === MOST_FRAMES) break
    }
    return { info: reader.info, frames }
  } finally {
    await reader.close()
  }
}

/** Images follow each other at the sample rate, or one a second. */
const indexAt = (atS: number, sampleFps: number | null): number => Math.max(0, Math.floor(atS * (sampleFps ?? 1)))
