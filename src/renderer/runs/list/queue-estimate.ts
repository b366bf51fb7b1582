/** How long the whole queue takes: by what the run that goes on says, and by how long the like of the others took. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { wallSeconds } from '../wall-time.ts'

export interface QueueEstimate {
  /** Of those whose length is known. */
  secondsLeft: number
  /** Runs of which nothing like them has been completed yet. */
  unknown: number
}

/** @param ended newest first */
export function queueEstimate(
  running: WorkflowRun | null,
  waiting: readonly WorkflowRun[],
  ended: readonly WorkflowRun[],
): QueueEstimate {
  const expected = (run: WorkflowRun): number | null => {
    const like = ended.find(
      (e) => e.status === 'completed' && e.workflow_id === run.workflow_id && e.source?.uri === run.source?.uri,
    )
    return like ? wallSeconds(like) : null
  }
  const leftOf = (run: WorkflowRun) => run.progress.seconds_left ?? expected(run)
  const all = [...(running ? [leftOf(running)] : []), ...waiting.map(expected)]
  const known = all.filter((seconds): seconds is number => seconds !== null)
  return { secondsLeft: known.reduce((a, b) => a + b, 0), unknown: all.length - known.length }
}
