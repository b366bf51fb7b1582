import type { Frame } from '../media/frame.ts'
import type { Pipeline } from './pipeline.ts'

/** How long messages may wait, such as that the run is cancelled. */
const PAUSE_EVERY_MS = 25
/** Frames between two looks at the clock. */
const BATCH = 32

/**
 * Sends frames that are all there already: only what takes time is waited for. `onDone` hears of the frames since it
 * was last called, and the time of the latest. Rejects as `Pipeline.send` does.
 */
export async function sendReady(
  frames: Iterable<Frame>,
  pipeline: Pipeline,
  onDone: (frames: number, ptsS: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let pausedAt = performance.now()
  let done = 0
  let latestS = 0
  const tell = () => {
    if (done > 0) onDone(done, latestS)
    done = 0
  }
  try {
    for (const frame of frames) {
      const { ptsS } = frame
      const sent = pipeline.send(frame)
      if (sent) await sent
      done++
      latestS = Math.max(latestS, ptsS)
      if (done < BATCH) continue
      tell()
      if (performance.now() - pausedAt < PAUSE_EVERY_MS) continue
      await new Promise(setImmediate)
      if (signal.aborted) return
      pausedAt = performance.now()
    }
  } finally {
    tell()
  }
}
