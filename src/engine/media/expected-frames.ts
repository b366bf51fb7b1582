/** The frames that a run will process, as far as the media states them. */
import type { MediaInfo } from './frame.ts'

/** Frames per second that a run processes, as far as the media states it; null when unknown. */
export const sampledFps = ({ nativeFps }: MediaInfo, sampleFps: number | null): number | null =>
  sampleFps === null || nativeFps === null ? (sampleFps ?? nativeFps) : Math.min(sampleFps, nativeFps)

/** Number of frames that a run will process, as far as the media states it; null when unknown. */
export function expectedFrames(media: MediaInfo, sampleFps: number | null, limitS: number | null): number | null {
  const { kind, frameCount, durationS } = media
  if (kind === 'image') return 1
  const rate = sampledFps(media, sampleFps)
  const lasts = limitS === null ? durationS : Math.min(limitS, durationS ?? limitS)
  const whole = lasts === null || rate === null ? null : Math.max(1, Math.round(lasts * rate))
  if (sampleFps === null && limitS === null) return frameCount ?? whole
  return whole ?? frameCount
}
