import type { RunProgress } from '../../../../shared/domain/run.ts'

/** The progress of a run whose parts have done a share of all work on its frames since a time in milliseconds. */
export function partProgress(share: number, frames: number, tookMs: number): RunProgress {
  const done = Math.floor(share * frames)
  const fps = tookMs > 0 ? (done * 1000) / tookMs : 0
  return {
    frames_done: done,
    frames_total: frames,
    media_time_s: 0,
    fps: Math.round(fps * 100) / 100,
    seconds_left: fps > 0 ? Math.round(((frames - done) / fps) * 10) / 10 : null,
  }
}
