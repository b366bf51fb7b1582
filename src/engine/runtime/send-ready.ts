import type { Frame } from '../media/frame.ts'
import type { Pipeline } from './pipeline.ts'

/** Longest delay of messages, such as a cancellation. */
const PAUSE_EVERY_MS = 25
/** Number of frames between two clock readings. */
const BATCH = 32

/**
 * Sends frames that are all available synchronously; only pending work is awaited. `onDone` receives the number of
 * frames since its last call, and the time of the latest. Rejects as `Pipeline.send` does.
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
  const report = () => {
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
      report()
      if (performance.now() - pausedAt < PAUSE_EVERY_MS) continue
      await new Promise(setImmediate)
      if (signal.aborted) return
      pausedAt = performance.now()
    }
  } finally {
    report()
  }
}
