/** How long the whole queue takes: by what the run that goes on says, and by how long the like of the others took. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { wallSeconds } from '../wall-time.ts'

export interface QueueEstimate {
  /** Of those whose length is known. */
  secondsLeft: number
  /** Runs of which nothing like them has been completed yet. */
  unknown: number
}

/** How long a run of the same workflow on the same source took last. */
const expected = (run: WorkflowRun, ended: readonly WorkflowRun[]): number | null => {
  const like = ended.find(
    (e) => e.status === 'completed' && e.workflow_id === run.workflow_id && e.source?.uri === run.source?.uri,
  )
  return like ? wallSeconds(like) : null
}

const leftOf = (run: WorkflowRun, ended: readonly WorkflowRun[]): number | null =>
  run.progress.seconds_left ?? expected(run, ended)

/** @param ended newest first */
export function queueEstimate(
  running: WorkflowRun | null,
  waiting: readonly WorkflowRun[],
  ended: readonly WorkflowRun[],
): QueueEstimate {
  const all = [...(running ? [leftOf(running, ended)] : []), ...waiting.map((run) => expected(run, ended))]
  const known = all.filter((seconds): seconds is number => seconds !== null)
  return { secondsLeft: known.reduce((a, b) => a + b, 0), unknown: all.length - known.length }
}

/** Seconds until each run that waits begins, by its id; only where all that is before it is known. */
export function startTimes(runs: readonly WorkflowRun[], queue: readonly string[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>()
  const running = runs.find((run) => run.status === 'processing')
  let before = running ? leftOf(running, runs) : 0
  for (const id of queue) {
    if (before === null) break
    starts.set(id, before)
    const run = runs.find((r) => r.id === id)
    const own = run ? expected(run, runs) : null
    before = own === null ? null : before + own
  }
  return starts
}
