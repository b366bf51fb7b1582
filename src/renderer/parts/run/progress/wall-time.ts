import type { WorkflowRun } from '../../../../shared/domain/run.ts'

/** Seconds from start to end, or until now while it is active; null before the start. */
export function wallSeconds(run: Pick<WorkflowRun, 'started_at' | 'finished_at'>, now = Date.now()): number | null {
  if (!run.started_at) return null
  const end = run.finished_at ? Date.parse(run.finished_at) : now
  const seconds = (end - Date.parse(run.started_at)) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
