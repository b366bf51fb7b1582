import { emptyCounts, emptyProgress, type WorkflowRun } from '../../../src/shared/domain/run.ts'

/** A run that is being processed, with nothing done yet. */
export const exampleRun = (over: Partial<WorkflowRun> = {}): WorkflowRun => ({
  id: 'run-1',
  organization_id: 'org',
  workflow_id: 'wf',
  workflow_name: 'Test',
  status: 'processing',
  source: null,
  media: null,
  progress: emptyProgress(),
  nodes: {},
  counts: emptyCounts(),
  error: null,
  artifacts: [],
  resumable: false,
  resumed_from: null,
  cost_micro_usd: 0,
  created_at: '2026-01-01T00:00:00Z',
  started_at: null,
  finished_at: null,
  ...over,
})
