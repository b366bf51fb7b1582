import { expect, test } from 'vitest'
import { refused, runRecord, summaryOf } from '../../src/cli/summary.ts'
import { emptyProgress } from '../../src/shared/domain/run.ts'

const line = { node_id: 'count', name: 'Kerb', a_to_b: 3, b_to_a: 1, by_class: {} }
const figures = { frames_in: 9, frames_out: 9, detections: 40, events: 0, ms_per_frame: 1 }

const summary = (doubt: object, unsuited?: ReadonlySet<string>) => {
  const at = new Date(0)
  const facts = { id: 'r', workflowName: 'Street', source: null, media: null, createdAt: at, startedAt: at }
  const outcome = refused({ code: 'graph_invalid', message: '', node_id: null })
  const nodes = { find: { ...figures, ...doubt } }
  const run = runRecord(facts, { ...outcome, nodes, counts: { lines: [line], zones: [] }, progress: emptyProgress() })
  return summaryOf(run, 'out', unsuited)
}

test('counts are followed by a line for each model whose scores hardly reached its threshold', () => {
  expect(summary({ doubt: { near: 30, threshold: 0.25 } })).toMatch(
    /Kerb.*\n {2}Doubtful: 75 % of the detections of block find barely reach its confidence of 0\.25\./,
  )
  expect(summary({})).not.toContain('Doubtful')
})

test('a line says that a model found next to nothing, by its frames and near scores', () => {
  const little_found = { frames: 200, frames_with: 30, frames_sure: 10, threshold: 0.25 }
  expect(summary({ little_found })).toContain(
    'Found next to nothing: block find found nothing in 85 % of the frames and only scores that barely reach its confidence of 0.25 in 10 %.',
  )
  expect(summary({ little_found })).not.toContain('made for another video')
  expect(summary({ little_found }, new Set(['find']))).toContain('Its model was made for another video')
  expect(summary({ little_found: { ...little_found, frames_with: 10 } })).toContain('in 95 % of the frames. If')
  expect(summary({ little_found: { ...little_found, frames_with: 200 } })).toContain(
    'block find found only scores that barely reach its confidence of 0.25 in 95 %.',
  )
  expect(summary({})).not.toContain('next to nothing')
})
