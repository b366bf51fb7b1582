/** The speed of a run: over the last seconds while it is active, its mean once it has ended. */
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'

type Timed = Pick<WorkflowRun, 'status' | 'progress' | 'started_at' | 'finished_at'>

/** Frames per second; null while unknown. */
export function runSpeed(run: Timed): number | null {
  const { frames_done, fps } = run.progress
  const took = isTerminal(run.status) ? wallSeconds(run) : null
  const speed = isTerminal(run.status) ? (took ? frames_done / took : 0) : fps
  return speed > 0 ? speed : null
}

export function speedText(run: Timed): string | null {
  const speed = runSpeed(run)
  return speed === null ? null : texts.runs.words.framesPerSecond(formatDecimal(speed, 1))
}

/** Seconds from start to end, or until now while it is active; null before the start. */
export function wallSeconds(run: Pick<WorkflowRun, 'started_at' | 'finished_at'>, now = Date.now()): number | null {
  if (!run.started_at) return null
  const end = run.finished_at ? Date.parse(run.finished_at) : now
  const seconds = (end - Date.parse(run.started_at)) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
