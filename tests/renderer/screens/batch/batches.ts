/** Example data: a batch of three files with their runs, and variations of it. */
import type { Batch, BatchItem } from '../../../../src/shared/domain/batch.ts'
import type { RunCounts } from '../../../../src/shared/domain/event.ts'
import type { WorkflowRun } from '../../../../src/shared/domain/run.ts'
import { aRun } from '../../examples.ts'

export const anItem = (id: string, part: Partial<BatchItem> = {}): BatchItem => ({
  id,
  source: { uri: `file:///${id}.mp4`, name: `${id}.mp4`, kind: 'video', size_bytes: 1000, duration_seconds: 20 },
  run_id: `run-${id}`,
  problem: null,
  ...part,
})

export const aBatch = (items: BatchItem[], part: Partial<Batch> = {}): Batch => ({
  id: 'batch-1',
  workflow_id: 'wf-1',
  workflow_name: 'Crossing',
  created_at: '2026-03-04T10:00:00.000Z',
  items,
  ...part,
})

export const counts = (a: number, b: number, zone?: { visits: number; dwell_s: number; peak: number }): RunCounts => ({
  lines: [{ node_id: 'measure-1', name: 'Gate', a_to_b: a, b_to_a: b, by_class: {} }],
  zones: zone
    ? [
        {
          node_id: 'measure-1',
          name: 'Square',
          visits: zone.visits,
          dwell_s: zone.dwell_s,
          peak_occupancy: zone.peak,
          by_class: {},
        },
      ]
    : [],
})

export const runOf = (id: string, part: Partial<WorkflowRun> = {}): WorkflowRun =>
  aRun({ id: `run-${id}`, source: { kind: 'video', name: `${id}.mp4`, uri: `file:///${id}.mp4` }, ...part })
