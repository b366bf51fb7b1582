/** The record of a run on the command line, in the format that the platform stores and the API returns. */

import {
  emptyCounts,
  emptyProgress,
  type MediaSummary,
  type RunError,
  type RunSource,
  type WorkflowRun,
} from '../shared/domain/run.ts'
import type { RunOutcome } from '../shared/engine-contract/job.ts'

/** Runs of the command line belong to no organisation of a platform. */
const ORGANIZATION = 'local'

export interface RunFacts {
  id: string
  workflowName: string
  source: RunSource | null
  media: MediaSummary | null
  createdAt: Date
  startedAt: Date | null
}

export const runRecord = (facts: RunFacts, outcome: RunOutcome): WorkflowRun => ({
  id: facts.id,
  organization_id: ORGANIZATION,
  workflow_id: null,
  workflow_name: facts.workflowName,
  status: outcome.status,
  source: facts.source,
  media: facts.media,
  progress: outcome.progress,
  nodes: outcome.nodes,
  counts: outcome.counts,
  error: outcome.error,
  artifacts: outcome.artifacts,
  resumable: outcome.resumable ?? false,
  resumed_from: null,
  cost_micro_usd: 0,
  created_at: facts.createdAt.toISOString(),
  started_at: facts.startedAt?.toISOString() ?? null,
  finished_at: new Date().toISOString(),
})

/** For a run that failed before an engine was started. */
export const refused = (error: RunError): RunOutcome => ({
  status: 'error',
  progress: emptyProgress(),
  nodes: {},
  counts: emptyCounts(),
  artifacts: [],
  error,
})
