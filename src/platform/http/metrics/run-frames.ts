/** Counts the frames of a run by its updates, which name totals. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { Metrics } from './metrics.ts'

/** Call with each state of one run, in order. `isJoined`: other processes have counted the frames of its models. */
export function countFrames(
  metrics: Metrics,
  isJoined = false,
): (run: Pick<WorkflowRun, 'progress' | 'nodes'>) => void {
  let done = 0
  const inNodes = new Map<string, number>()
  return ({ progress, nodes }) => {
    metrics.framesDone(Math.max(0, progress.frames_done - done))
    done = Math.max(done, progress.frames_done)
    if (isJoined) return
    for (const [id, { frames_in: frames, device, reused }] of Object.entries(nodes)) {
      // Reused results took no device.
      if (!device || reused) continue
      const before = inNodes.get(id) ?? 0
      if (frames > before) metrics.framesOn(device.kind, frames - before)
      inNodes.set(id, Math.max(before, frames))
    }
  }
}
