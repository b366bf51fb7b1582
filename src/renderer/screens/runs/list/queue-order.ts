/** Sorts the run list: active runs, then queued runs in queue order, then the history as it is. */
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'

/** @param queue ids of the queued runs, the next one first */
export function inQueueOrder(runs: readonly WorkflowRun[], queue: readonly string[]): readonly WorkflowRun[] {
  const turns = new Map(queue.map((id, turn) => [id, turn]))
  const open = runs.filter((run) => !isTerminal(run.status))
  // A run that has left the queue has just started.
  const turnOf = ({ id }: WorkflowRun) => turns.get(id) ?? -1
  return [...open.sort((a, b) => turnOf(a) - turnOf(b)), ...runs.filter((run) => isTerminal(run.status))]
}
