/** The frames at one time of the media, decoded once and cached while that time is previewed. */
import type { Deinterlace } from '../../shared/domain/deinterlace.ts'
import type { PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { Frame, MediaInfo } from '../media/frame.ts'
import { openImages } from '../media/open-images.ts'
import { createOpenVideo, type VideoPart } from './open-video.ts'

export interface Moment {
  info: MediaInfo
  /** At most `MAX_FRAMES`; the caller must not close them. */
  frames: readonly Frame[]
}

/** Takes 800 MB for a 4K video; a window with more frames is thinned out at its end. */
const MAX_FRAMES = 64

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
