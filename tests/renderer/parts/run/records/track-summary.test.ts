import { describe, expect, test } from 'vitest'
import type { EventRow } from '../../../../../src/renderer/parts/run/records/events/event-row.ts'
import { FrameIndex } from '../../../../../src/renderer/parts/run/records/tracks/frame-index.ts'
import {
  ALL_TRACKS,
  filterTracks,
  summarise,
} from '../../../../../src/renderer/parts/run/records/tracks/track-summary.ts'

const index = new FrameIndex()
const see = (time_s: number, track_id: number, class_name: string, x: number, size: number) =>
  index.addLine(
    JSON.stringify({
      record: 'frame',
      frame_index: Math.round(time_s * 10),
      time_s,
      detections: [{ track_id, class_name, confidence: 1, x1: x, y1: 100 - size, x2: x + size, y2: 100 }],
    }),
  )
see(0, 12, 'car', 0, 10)
see(0.1, 12, 'truck', 30, 30)
see(0.2, 12, 'car', 80, 10)
see(0.3, 3, 'person', 5, 10)

const event = (part: Partial<EventRow>): EventRow => ({
  timeS: 0.1,
  frameNumber: 1,
  type: 'line_crossing',
  nodeId: 'm',
  geometry: 'Gate',
  direction: 'a_to_b',
  className: 'car',
  trackId: 12,
  dwellS: null,
  occupancy: null,
  ...part,
})
const events = [
  event({}),
  event({ timeS: 0.2, direction: 'b_to_a' }),
  event({ type: 'zone_entry', geometry: 'Square' }),
  event({ type: 'zone_exit', geometry: 'Square' }),
  event({ type: 'zone_occupancy', trackId: null }),
]

describe('a track', () => {
  const [person, car] = summarise(index, events)

  test('has its most frequent class, and lasts from its first to its last sighting', () => {
    expect(car).toMatchObject({ id: 12, className: 'car', firstS: 0, lastS: 0.2, sightings: 3 })
    expect(person).toMatchObject({ id: 3, className: 'person', durationS: 0 })
  })

  test('has the length of its path in pixels, measured at the middle of the lower edge', () => {
    // The middles are at 5, 45 and 85.
    expect(car?.pathLength).toBe(80)
    expect(person?.pathLength).toBe(0)
  })

  test('has its thumbnail from the sighting with the largest box', () => {
    expect(car?.largestS).toBe(0.1)
    expect(index.boxOf(car?.largest as number)).toEqual({ x1: 30, y1: 70, x2: 60, y2: 100 })
  })

  test('has the counts that it caused', () => {
    expect(car).toMatchObject({ crossings: 2, visits: 1, places: ['Gate', 'Square'] })
    expect(person).toMatchObject({ crossings: 0, visits: 0, places: [] })
  })
})

test('tracks are filtered by class, place and the beginning of their id', () => {
  const all = summarise(index, events)
  const ids = (filter: Partial<typeof ALL_TRACKS>) => filterTracks(all, { ...ALL_TRACKS, ...filter }).map((t) => t.id)
  expect(ids({})).toEqual([3, 12])
  expect(ids({ className: 'person' })).toEqual([3])
  expect(ids({ place: 'Square' })).toEqual([12])
  expect(ids({ id: '1' })).toEqual([12])
  expect(ids({ id: ' #3' })).toEqual([3])
})
