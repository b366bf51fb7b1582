/** The frames that a run will process, as far as the media states them, and the key frames of its videos. */
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

/** Short enough for fast seeking in players, and for resuming a run close to its last frame. */
const KEYFRAME_S = 1
/** For media of unknown rate. */
export const DEFAULT_FPS = 25

/** Frames of a run from one key frame of its videos to the next. */
export const keyFrameEvery = (fps: number | null): number => Math.max(1, Math.round((fps ?? DEFAULT_FPS) * KEYFRAME_S))

/** The number of the interval between two key frames that contains a frame; depends on the frame's number alone. */
export const stretchOf = (frameIndex: number, fps: number | null): number => Math.floor(frameIndex / keyFrameEvery(fps))
