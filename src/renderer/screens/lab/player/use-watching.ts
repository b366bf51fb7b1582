/** Records the moments that were on the screen, played or stepped through; seeks do not count as watching. */
import { useEffect } from 'react'
import type { Playback } from '../../../parts/run/player/playback.ts'
import type { PlaceId } from '../truth/places.ts'
import type { TruthStore } from '../truth/truth-store.ts'

/** Playback advances by at most this much media time per second; a larger step is a seek. */
const FASTEST = 8.5
const SLACK_S = 0.1
/** The longest gap between two frames on a busy machine. */
const LONGEST_S = 2
const STEPPED_FRAMES = 2.5

export function useWatching(playback: Playback, truth: TruthStore, place: PlaceId | null, frameS: number): void {
  const name = place?.name
  const kind = place?.kind
  useEffect(() => {
    if (name === undefined || kind === undefined) return
    let before = playback.getTime()
    let beforeMs = performance.now()
    let wasPlaying = playback.isPlaying()
    return playback.subscribe(() => {
      const now = playback.getTime()
      const nowMs = performance.now()
      const apart = Math.abs(now - before)
      const played = Math.min(LONGEST_S, SLACK_S + ((nowMs - beforeMs) / 1000) * FASTEST)
      const most = now > before && (wasPlaying || playback.isPlaying()) ? played : frameS * STEPPED_FRAMES
      wasPlaying = playback.isPlaying()
      beforeMs = nowMs
      if (apart <= most) truth.watch({ name, kind }, Math.min(before, now), Math.max(before, now))
      before = now
    })
  }, [playback, truth, name, kind, frameS])
}
