import { describe, expect, it } from 'vitest'
import type { EventRow } from '../../../../src/renderer/parts/run/records/events/event-row.ts'
import { identityOf } from '../../../../src/renderer/screens/lab/lab-screen.tsx'
import { sampleText } from '../../../../src/renderer/screens/lab/score/score-panel.tsx'
import { countedAt, scoreRun } from '../../../../src/renderer/screens/lab/score/score-run.ts'
import { missReason } from '../../../../src/renderer/screens/lab/use-error-reasons.ts'
import { USUAL_RULES } from '../../../../src/shared/accuracy/score.ts'
import type { Evidence } from '../../../../src/shared/domain/evidence.ts'
import type { TruthMark } from '../../../../src/shared/domain/truth.ts'

const event = (part: Partial<EventRow>): EventRow => ({
  timeS: 1,
  frameNumber: null,
  type: 'line_crossing',
  nodeId: 'count',
  geometry: 'Road',
  direction: 'a_to_b',
  className: 'car',
  trackId: 4,
  dwellS: null,
  occupancy: null,
  ...part,
})
const mark = (time_s: number, kind: TruthMark['kind'] = 'a_to_b'): TruthMark => ({
  id: String(time_s),
  time_s,
  kind,
  class_name: null,
})
const ROAD = { nodeId: 'count', name: 'Road', kind: 'line' as const, points: [], color: '#fff' }
const YARD = { ...ROAD, name: 'Yard', kind: 'zone' as const }

describe('the counts of a run', () => {
  it('are its crossings, entries and exits at the place, without exits caused by the end of the video', () => {
    const events = [
      event({ timeS: 1 }),
      event({ timeS: 2, nodeId: 'other' }),
      event({ timeS: 3, geometry: 'Yard', type: 'zone_entry', direction: '' }),
      event({ timeS: 4, geometry: 'Yard', type: 'zone_dwell', direction: '' }),
      event({ timeS: 5, geometry: 'Yard', type: 'zone_exit', direction: '' }),
      event({ timeS: 9.99, geometry: 'Yard', type: 'zone_exit', direction: '' }),
    ]
    expect(countedAt(events, ROAD, 9.9).map((c) => [c.timeS, c.kind])).toEqual([[1, 'a_to_b']])
    expect(countedAt(events, YARD, 9.9).map((c) => [c.timeS, c.kind])).toEqual([
      [3, 'entry'],
      [5, 'exit'],
    ])
  })

  it('are scored at every watched place, up to the end of the processed part', () => {
    const truth = [
      { name: 'Road', kind: 'line' as const, watched: [[0, 20] as [number, number]], marks: [mark(1), mark(15)] },
      { name: 'Yard', kind: 'zone' as const, watched: [[0, 5] as [number, number]], marks: [mark(3, 'entry')] },
    ]
    const events = [event({ timeS: 1.2 }), event({ timeS: 4, geometry: 'Yard', type: 'zone_entry', direction: '' })]
    const places = [ROAD, YARD]
    expect(scoreRun(events, { places, truth, rules: USUAL_RULES, endS: 0 })).toEqual({
      marked: 3,
      counted: 2,
      found: 2,
      right: 2,
    })
    expect(scoreRun(events, { places, truth, rules: USUAL_RULES, endS: 10 }).marked).toBe(2)
  })
})

describe('the reason of a miss', () => {
  const near: Evidence = {
    kind: 'line',
    node_id: 'count',
    geometry: 'Road',
    counted: false,
    reason: 'did_not_settle',
    event_id: null,
    track_id: 4,
    class_name: 'car',
    decided_s: 5.5,
    frame_index: 137,
    path_left_out: 0,
    direction: null,
    crossed_s: 5.1,
    meetings: 1,
    clear_s: 0.04,
    settle_s: 0.1,
    path: [4.8, 5.5].map((time_s) => ({ time_s, frame_index: 0, x: 0, y: 0, place: 'a' as const })),
  }
  const known = { falseCounts: [], evidence: [], rules: USUAL_RULES }

  it('is a count in the other direction', () => {
    const counted = { event: event({ direction: 'b_to_a' }), kind: 'b_to_a' as const, timeS: 5.2, className: 'car' }
    const reason = missReason(mark(5), { ...known, falseCounts: [counted], evidence: [near] })
    expect(reason).toEqual({ why: 'otherwise', counted })
  })
  it('is a near miss of the run at that time', () => {
    expect(missReason(mark(5), { ...known, evidence: [near] })).toEqual({ why: 'near-miss', evidence: near })
    expect(missReason(mark(9), { ...known, evidence: [near] })).toEqual({ why: 'unseen' })
  })
  it('is a count too far from the mark', () => {
    const counted = { event: event({}), kind: 'a_to_b' as const, timeS: 6.5, className: 'car' }
    expect(missReason(mark(5), { ...known, falseCounts: [counted] })).toEqual({ why: 'late', counted })
  })
})

describe('the sample of a score', () => {
  it('is described by the number of marks, with a warning when they are too few', () => {
    const { text, few } = sampleText({ marked: 12, counted: 11, found: 10, right: 10 }, 65)
    expect(few).toBe(true)
    expect(text).toContain('12 marks in 1:05 of watched video.')
    expect(text).toContain('The true recall is likely between 55% and 95%.')
    expect(text).toContain('too few for a conclusion')
  })
  it('has no warning when there are enough marks', () => {
    const { text, few } = sampleText({ marked: 30, counted: 30, found: 30, right: 30 }, 600)
    expect([few, text.includes('too few')]).toEqual([false, false])
  })
})

describe('the video of a run', () => {
  it('is identified by the hash in its manifest', () => {
    const sha256 = 'ab'.repeat(32)
    expect(identityOf({ source: { kind: 'video', name: 'a.mp4', sha256 }, settings: { duration_s: 5 } })).toEqual({
      sha256,
      name: 'a.mp4',
      untilS: 5,
    })
    expect(identityOf({ source: { kind: 'image', name: 'a.png', sha256 } }).sha256).toBeNull()
    expect(identityOf(null).sha256).toBeNull()
  })
})
