import { describe, expect, it } from 'vitest'
import { newsOf } from '../../../../../src/renderer/screens/editor/outline/run-announcer.tsx'
import { emptyCounts, emptyProgress, type WorkflowRun } from '../../../../../src/shared/domain/run.ts'
import { aRun } from '../../../examples.ts'

const at = (frames_done: number, part: Partial<WorkflowRun> = {}) =>
  aRun({ status: 'processing', progress: { ...emptyProgress(), frames_done, frames_total: 100 }, ...part })

describe('the announcements of a run', () => {
  it('mention each quarter once, and nothing in between', () => {
    expect(newsOf(at(10), at(5))).toBeNull()
    expect(newsOf(at(26), at(24))).toContain('25 percent')
    expect(newsOf(at(27), at(26))).toBeNull()
    expect(newsOf(at(80), at(40))).toContain('75 percent')
  })

  it('give the end with its counts, or with the reason', () => {
    const line = { node_id: 'measure-1', name: 'Main road', a_to_b: 7, b_to_a: 2, by_class: {} }
    const counts = { ...emptyCounts(), lines: [line] } as WorkflowRun['counts']
    expect(newsOf(at(100, { status: 'completed', counts }), at(99))).toMatch(/complete.*Main road: 7/)
    const error = { code: 'internal', message: 'The video ends early.', node_id: null } as WorkflowRun['error']
    expect(newsOf(at(50, { status: 'error', error }), at(50))).toContain('The video ends early.')
  })

  it('mention the same state only once', () => {
    expect(newsOf(at(0), null)).toContain('started')
    expect(newsOf(at(0), at(0))).toBeNull()
  })
})
