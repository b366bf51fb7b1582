/** Estimates the duration of the queue from the active run's own estimate and from earlier runs of the same kind. */
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { wallSeconds } from '../progress/run-speed.ts'
import type { EngineNow, Waiting } from './use-queue.ts'

export interface QueueEstimate {
  /** Sum over the runs whose duration is known. */
  secondsLeft: number
  /** Number of runs without a completed run like them. */
  unknown: number
}

type Known = Pick<EngineNow, 'running' | 'queue'> & Waiting

/** Duration of the last completed run of the same workflow on the same source. */
const expected = (run: WorkflowRun, completed: readonly WorkflowRun[]): number | null => {
  const like = completed.find((c) => c.workflow_id === run.workflow_id && c.source?.uri === run.source?.uri)
  return like ? wallSeconds(like) : null
}

const leftOf = (run: WorkflowRun, completed: readonly WorkflowRun[]): number | null =>
  run.progress.seconds_left ?? expected(run, completed)

export function queueEstimate({ running, queue, queued, completed }: Known): QueueEstimate {
  const all = [...(running ? [leftOf(running, completed)] : []), ...queued.map((run) => expected(run, completed))]
  const known = all.filter((seconds): seconds is number => seconds !== null)
  // Very long queues are read only in part.
  const unread = Math.max(0, queue.run_ids.length - queued.length)
  return { secondsLeft: known.reduce((a, b) => a + b, 0), unknown: all.length - known.length + unread }
}

/** Seconds until each queued run starts, by id, if all durations before it are known; empty for a paused queue. */
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
