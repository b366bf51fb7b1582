/** The rows of new runs. */
import { emptyCounts, emptyProgress } from '../../../shared/domain/run.ts'
import { newId, toJson, toJsonOrNull } from '../../db/database.ts'
import type { RunRow } from '../../db/schema/workflows.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { RunRequest } from './runs.ts'

export const newRow = (caller: Caller, request: RunRequest, now: Date): RunRow => ({
  id: newId(),
  organization_id: caller.organizationId,
  created_by: caller.userId,
  workflow_id: request.workflowId,
  workflow_name: request.workflowName,
  status: 'queued',
  graph: toJson(request.graph),
  layout: toJsonOrNull(request.layout),
  source: toJson(request.source),
  sample_fps: request.sampleFps,
  duration_s: request.durationS,
  media: null,
  ...noResults(),
  resumed_from: null,
  cost_micro_usd: 0,
  created_at: now.toISOString(),
  started_at: null,
  finished_at: null,
})

/** The columns of a run that has done nothing yet. */
const noResults = () => ({
  progress: toJson(emptyProgress()),
  nodes: toJson({}),
  counts: toJson(emptyCounts()),
  error: null,
  artifacts: toJson([]),
  inspection: null,
  resumable: 0 as const,
})

/** A copy of the run that takes over its checkpoint. */
export const resumedRow = (caller: Caller, row: RunRow, now: Date): RunRow => ({
  ...repeatedRow(caller, row, now),
  resumed_from: row.id,
})

/** A copy of the run, from the start. */
export const repeatedRow = (caller: Caller, row: RunRow, now: Date): RunRow => ({
  ...row,
  id: newId(),
  created_by: caller.userId,
  status: 'queued',
  ...noResults(),
  resumed_from: null,
  cost_micro_usd: 0,
  created_at: now.toISOString(),
  started_at: null,
  finished_at: null,
})
