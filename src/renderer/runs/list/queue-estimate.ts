/** How long the whole queue takes: by what the run that goes on says, and by how long the like of the others took. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { wallSeconds } from '../wall-time.ts'
import type { EngineNow, Waiting } from './engine-now.ts'

export interface QueueEstimate {
  /** Of those whose length is known. */
  secondsLeft: number
  /** Runs of which nothing like them has been completed yet. */
  unknown: number
}

type Known = Pick<EngineNow, 'running' | 'queue'> & Waiting

/** How long a run of the same workflow on the same source took last. */
const expected = (run: WorkflowRun, completed: readonly WorkflowRun[]): number | null => {
  const like = completed.find((c) => c.workflow_id === run.workflow_id && c.source?.uri === run.source?.uri)
  return like ? wallSeconds(like) : null
}

const leftOf = (run: WorkflowRun, completed: readonly WorkflowRun[]): number | null =>
  run.progress.seconds_left ?? expected(run, completed)

export function queueEstimate({ running, queue, queued, completed }: Known): QueueEstimate {
  const all = [...(running ? [leftOf(running, completed)] : []), ...queued.map((run) => expected(run, completed))]
  const known = all.filter((seconds): seconds is number => seconds !== null)
  // Very long queues are not read to their end.
  const unread = Math.max(0, queue.run_ids.length - queued.length)
  return { secondsLeft: known.reduce((a, b) => a + b, 0), unknown: all.length - known.length + unread }
}

/** Seconds until each run that waits begins, by its id; only where all that is before it is known, and none while the queue is held back. */
export function startTimes({ running, queue, queued, completed }: Known): ReadonlyMap<string, number> {
  const starts = new Map<string, number>()
  if (queue.paused) return starts
  let before = running ? leftOf(running, completed) : 0
  for (const id of queue.run_ids) {
    if (before === null) break
    starts.set(id, before)
    const run = queued.find((r) => r.id === id)
    const own = run ? expected(run, completed) : null
    before = own === null ? null : before + own
  }
  return starts
}
