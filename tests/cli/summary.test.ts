import { expect, test } from 'vitest'
import { refused, runRecord } from '../../src/cli/run-record.ts'
import { summaryOf } from '../../src/cli/summary.ts'
import { emptyProgress } from '../../src/shared/domain/run.ts'

const line = { node_id: 'count', name: 'Kerb', a_to_b: 3, b_to_a: 1, by_class: {} }
const figures = { frames_in: 9, frames_out: 9, detections: 40, events: 0, ms_per_frame: 1 }

const summary = (doubt: object) => {
  const at = new Date(0)
  const facts = { id: 'r', workflowName: 'Street', source: null, media: null, createdAt: at, startedAt: at }
  const outcome = refused({ code: 'graph_invalid', message: '', node_id: null })
  const nodes = { find: { ...figures, ...doubt } }
  const run = runRecord(facts, { ...outcome, nodes, counts: { lines: [line], zones: [] }, progress: emptyProgress() })
  return summaryOf(run, 'out')
}

test('counts are followed by a line for each model whose scores hardly reached its threshold', () => {
  expect(summary({ doubt: { near: 30, threshold: 0.25 } })).toMatch(
    /Kerb.*\n {2}Doubtful: 75 % of the detections of block find barely reach its confidence of 0\.25\./,
  )
  expect(summary({})).not.toContain('Doubtful')
})
