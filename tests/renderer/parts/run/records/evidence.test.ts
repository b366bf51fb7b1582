import { describe, expect, test } from 'vitest'
import { crossingPoint } from '../../../../../src/renderer/parts/run/overlay/paint-geometries.ts'
import type { EventRow } from '../../../../../src/renderer/parts/run/records/events/event-row.ts'
import { evidenceRecords, evidenceSet } from '../../../../../src/renderer/parts/run/records/evidence/evidence-set.ts'
import { decisiveTime, explain } from '../../../../../src/renderer/parts/run/records/evidence/evidence-text.ts'
import { parserOf } from '../../../../../src/renderer/parts/run/records/files/parse-body.ts'
import { type LineEvidence, NEAR_MISS_REASONS, type ZoneEvidence } from '../../../../../src/shared/domain/evidence.ts'
import { englishOf, message } from '../../../../../src/shared/messages/message.ts'

const at = (time_s: number, x: number, place: 'a' | 'b' | 'band') => {
  return { time_s, frame_index: time_s * 25, x, y: 0.5, place }
}
const crossing: LineEvidence = {
  kind: 'line',
  node_id: 'm',
  geometry: 'Gate',
  counted: true,
  reason: null,
  event_id: 'm/Gate/1',
  track_id: 4,
  class_name: 'car',
  decided_s: 2.4,
  frame_index: 60,
  direction: 'b_to_a',
  crossed_s: 2.25,
  meetings: 1,
  clear_s: 0.12,
  settle_s: 0.1,
  path_left_out: 0,
  path: [at(2.2, 0.2, 'b'), at(2.3, 0.4, 'a'), at(2.4, 0.6, 'a')],
}
const visit: ZoneEvidence = {
  kind: 'zone',
  node_id: 'm',
  geometry: 'Square',
  counted: true,
  reason: null,
  event_id: 'm/Square/1',
  track_id: 9,
  class_name: 'person',
  decided_s: 9,
  frame_index: 225,
  exit_event_id: null,
  entered_s: 5,
  left_s: 8.4,
  dwell_s: 3.4,
  clear_s: 3.2,
  settle_s: 0.1,
  open_at_end: false,
  path: [],
  path_left_out: 0,
}
const event = (part: Partial<EventRow>): EventRow => ({
  timeS: 2.25,
  frameNumber: 60,
  type: 'line_crossing',
  nodeId: 'm',
  geometry: 'Gate',
  direction: 'b_to_a',
  className: 'car',
  trackId: 4,
  dwellS: null,
  occupancy: null,
  ...part,
})

describe('the sentence about evidence', () => {
  test('states the object, the direction, the time and the requirement of a crossing', () => {
    expect(explain(crossing)).toBe(
      'Car #4 crossed Gate from B to A at 0:02.25. It was clear of the line on side A for 120 ms (100 ms required) and was counted at 0:02.40.',
    )
  })

  test('states that the line was met more than once', () => {
    expect(explain({ ...crossing, meetings: 3 })).toContain('after touching the line 3 times')
  })

  test('states the duration of a visit, and whether it has ended', () => {
    expect(explain(visit)).toBe('Person #9 entered Square at 0:05.00 and was last inside at 0:08.40: 3.4 s in total.')
    expect(explain({ ...visit, open_at_end: true })).toContain('was still inside when the video ended')
  })

  test.each(NEAR_MISS_REASONS)('states the reason of a near miss: %s', (reason) => {
    const text = explain({ ...crossing, counted: false, event_id: null, reason })
    expect(text.startsWith('Car #4 was not counted at Gate. ')).toBe(true)
    expect(text).toContain(englishOf(message(`near_miss.${reason}`)))
  })

  test('states how much time was missing in a stay that was too short', () => {
    const text = explain({ ...crossing, counted: false, reason: 'did_not_settle', clear_s: 0.04 })
    expect(text).toContain('It stayed for 40 ms; 100 ms are required.')
  })
})

describe('the point where the line was met', () => {
  test('is interpolated between two sightings by time', () => {
    expect(crossingPoint(crossing)?.x).toBeCloseTo(0.3)
    expect(crossingPoint(crossing)?.timeS).toBe(2.25)
  })

  test('is missing when the line was not met, or was met before the path that was kept', () => {
    expect(crossingPoint({ ...crossing, crossed_s: null })).toBeNull()
    expect(crossingPoint({ ...crossing, crossed_s: 3 })).toBeNull()
  })

  test('gives the decisive time, or else the time of the decision is used', () => {
    expect(decisiveTime(crossing)).toBe(2.25)
    expect(decisiveTime({ ...crossing, crossed_s: null })).toBe(2.4)
    expect(decisiveTime(visit)).toBe(5)
  })
})

describe('the evidence of a run', () => {
  const again = { ...crossing, crossed_s: 7, decided_s: 7.2, event_id: 'm/Gate/2' }
  const missed = { ...crossing, counted: false, reason: 'touched_and_returned' as const, crossed_s: 2.26 }
  const file = [
    { record: 'header', format: 'sightline-evidence' },
    { record: 'evidence', ...crossing },
    { record: 'evidence', ...missed },
    { record: 'evidence', ...again },
    { record: 'evidence', ...visit },
    { record: 'near_misses', node_id: 'm', geometry: 'Gate', reason: 'touched_and_returned', seen: 340, kept: 100 },
  ]
  const text = `${file.map((r) => JSON.stringify(r)).join('\n')}\n{"record":"evid`
  const parser = parserOf(evidenceRecords)
  const set = evidenceSet([...parser.push(text.slice(0, 300)), ...parser.push(text.slice(300)), ...parser.finish()])

  test('is parsed from any chunks, without the header and a broken end', () => {
    expect(set.all).toHaveLength(4)
    expect(set.nearMisses).toEqual([expect.objectContaining({ seen: 340, kept: 100 })])
  })

  test('is found for its event: the same place and track, the nearest time, and counted', () => {
    expect(set.of(event({}))).toMatchObject({ event_id: 'm/Gate/1' })
    expect(set.of(event({ timeS: 7.01 }))).toMatchObject({ event_id: 'm/Gate/2' })
    expect(set.of(event({ trackId: 5 }))).toBeNull()
    expect(set.of(event({ geometry: 'Other' }))).toBeNull()
  })

  test('is found for both the entry and the exit of a visit', () => {
    const zone = { geometry: 'Square', trackId: 9, direction: '', className: 'person' }
    expect(set.of(event({ ...zone, type: 'zone_entry', timeS: 5 }))).toMatchObject({ kind: 'zone' })
    expect(set.of(event({ ...zone, type: 'zone_exit', timeS: 8.4 }))).toMatchObject({ kind: 'zone' })
  })
})
