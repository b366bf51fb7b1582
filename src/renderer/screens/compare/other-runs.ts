/** Groups and filters the runs that a run can be compared with. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'

export interface RunGroup {
  key: 'sameWorkflow' | 'sameVideo' | 'others'
  /** In the order of the input. */
  runs: WorkflowRun[]
}

/** Returns the groups that have runs, the most relevant first. */
export function runGroups(run: WorkflowRun, others: readonly WorkflowRun[]): RunGroup[] {
  const groups: RunGroup[] = [
    { key: 'sameWorkflow', runs: [] },
    { key: 'sameVideo', runs: [] },
    { key: 'others', runs: [] },
  ]
  for (const other of others) {
    const sameWorkflow = other.workflow_id !== null && other.workflow_id === run.workflow_id
    const key = sameWorkflow ? 'sameWorkflow' : hasSameVideo(run, other) ? 'sameVideo' : 'others'
    groups.find((g) => g.key === key)?.runs.push(other)
  }
  return groups.filter((g) => g.runs.length > 0)
}

function hasSameVideo({ source: a }: WorkflowRun, { source: b }: WorkflowRun): boolean {
  if (!a || !b) return false
  return a.uri !== null && b.uri !== null ? a.uri === b.uri : a.name === b.name
}
