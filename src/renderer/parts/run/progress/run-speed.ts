/** The speed of a run: over the last seconds while it is active, its mean once it has ended. */
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { wallSeconds } from './wall-time.ts'

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
