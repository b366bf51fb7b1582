/** The order of the run list: what goes on, what waits in its turn, and then the history as it is. */
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'

/** @param queue ids of those that wait, the next one first */
export function inTurn(runs: readonly WorkflowRun[], queue: readonly string[]): readonly WorkflowRun[] {
  const turns = new Map(queue.map((id, turn) => [id, turn]))
  const open = runs.filter((run) => !isTerminal(run.status))
  // What the queue no longer names has just begun.
  const turnOf = ({ id }: WorkflowRun) => turns.get(id) ?? -1
  return [...open.sort((a, b) => turnOf(a) - turnOf(b)), ...runs.filter((run) => isTerminal(run.status))]
}
