/** Derives the state of a batch as a whole from the runs that are loaded. */
import type { Batch } from '../../../../shared/domain/batch.ts'
import type { RunStatus, WorkflowRun } from '../../../../shared/domain/run.ts'
import { isFailed, rowsOf } from '../batch-rows.ts'

export interface BatchState {
  status: RunStatus
  /** Completed files. */
  done: number
  all: number
}

/** Returns null when a run of the batch is not among `runs`: it was deleted, or the list is too long. */
export function stateOfBatch(batch: Batch, runs: readonly WorkflowRun[]): BatchState | null {
  const byId = new Map(runs.map((run) => [run.id, run]))
  if (batch.items.some((item) => item.run_id !== null && !byId.has(item.run_id))) return null
  const rows = rowsOf(batch, byId)
  const has = (state: RunStatus | 'waiting') => rows.some((row) => row.state === state)
  const done = rows.filter((row) => row.state === 'completed').length
  const status = has('processing')
    ? 'processing'
    : has('queued')
      ? 'queued'
      : rows.some(isFailed)
        ? 'error'
        : has('cancelled') || has('waiting')
          ? 'cancelled'
          : 'completed'
  return { status, done, all: rows.length }
}
