import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cumulate } from '../../../../../src/renderer/parts/run/records/events/cumulative.ts'
import { csvEvents, type EventRow, jsonEvents } from '../../../../../src/renderer/parts/run/records/events/event-row.ts'
import { type Grammar, parserOf } from '../../../../../src/renderer/parts/run/records/files/parse-body.ts'
import { oncePerBlock, recordedFiles } from '../../../../../src/renderer/parts/run/records/use-records.ts'
import {
  ALL_EVENTS,
  BY_TIME,
  countOfKind,
  filterEvents,
  nearestInTime,
  sortEvents,
  valuesOf,
} from '../../../../../src/renderer/screens/runs/events/event-filter.ts'
import type { Artifact } from '../../../../../src/shared/domain/run.ts'

const event = (timeS: number, part: Partial<EventRow> = {}): EventRow => ({
  timeS,
  frameNumber: null,
  type: 'line_crossing',
  nodeId: 'l',
  geometry: 'Gate',
  direction: 'a_to_b',
  className: 'car',
  trackId: 1,
  dwellS: null,
  occupancy: null,
  ...part,
})

function read<Piece>(grammar: Grammar<Piece, EventRow>, text: string): EventRow[] {
  const parser = parserOf(grammar)
  return [...parser.push(text), ...parser.finish()]
}

describe('reading events', () => {
  test('works for CSV with any order of columns', () => {
    const csv = 'time_s,class_name,geometry,type,direction,track_id,dwell_s\r\n1.5,car,Gate,line_crossing,a_to_b,7,\r\n'
    expect(read(csvEvents, csv)).toEqual([event(1.5, { nodeId: '', trackId: 7 })])
  })

  test('parses lines in the engine’s format and in any other order of fields to the same events', () => {
    const word = fc.oneof(fc.constantFrom('car', 'Main road', 'x"y', 'a\\b', 'é日本', ''), fc.string())
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
    const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
    const written = fc.record({
      id: word,
      type: word,
      node_id: word,
      geometry: word,
      time_s: number,
      frame_index: fc.nat(),
      track_id: fc.option(fc.nat()),
      class_name: fc.option(word),
      direction: maybe(word),
      box: fc.option(fc.array(number, { minLength: 4, maxLength: 4 })),
      dwell_s: maybe(number),
    })
    fc.assert(
      fc.property(written, (fields) => {
        const line = (entries: [string, unknown][]) => JSON.stringify(Object.fromEntries(entries))
        const inOrder = line(Object.entries({ record: 'event', ...fields }))
        const reversed = line(Object.entries(fields).reverse())
        expect(read(jsonEvents, inOrder)).toEqual(read(jsonEvents, reversed))
      }),
    )
  })

  test('returns no events for a CSV of detections', () => {
    expect(read(csvEvents, 'frame_index,time_s,class_name\n0,0,car\n')).toEqual([])
  })

  test('works for JSON Lines and skips the header, frame records and broken lines', () => {
    const lines = [
      '{"record":"header","geometry":"none"}',
      '{"time_s":0.2,"detections":[]}',
      '{"type":"zone_exit","geometry":"Square","time_s":2,"track_id":null,"class_name":null,"dwell_s":3.5}',
      '{"type":"line_crossing","geometry":',
      '{"type":"zone_occupancy","geometry":"Square","time_s":3,"occupancy":{"interval_s":1,"min":0,"mean":1.2,"max":4}}',
    ]
    expect(read(jsonEvents, lines.join('\n'))).toEqual([
      event(2, {
        type: 'zone_exit',
        nodeId: '',
        geometry: 'Square',
        direction: '',
        className: '',
        trackId: null,
        dwellS: 3.5,
      }),
      event(3, {
        type: 'zone_occupancy',
        nodeId: '',
        geometry: 'Square',
        direction: '',
        className: '',
        trackId: null,
        occupancy: 4,
      }),
    ])
  })

  test('uses the run’s own record, or else the file that is named for events', () => {
    const artifact = (id: string, kind: Artifact['kind']): Artifact => ({
      id,
      name: id,
      kind,
      node_id: null,
      media_type: '',
      size_bytes: 1,
      sha256: '',
      records: null,
    })
    const csv = artifact('events.csv', 'csv')
    const json = artifact('out.jsonl', 'json')
    const detections = artifact('events-detections.csv', 'csv')
    const own = {
      frames: artifact('inspection-frames.jsonl', 'json'),
      events: artifact('inspection-events.jsonl', 'json'),
    }
    const all = [detections, json, csv]
    expect(recordedFiles(own, all)).toEqual({ frames: [own.frames], events: [own.events] })
    expect(recordedFiles({ frames: null, events: null }, all)).toEqual({ frames: [], events: [] })
    expect(recordedFiles(undefined, all)).toEqual({ frames: [json], events: [csv] })
    expect(recordedFiles(undefined, [detections, json]).events).toEqual([json])
    expect(recordedFiles(undefined, [artifact('run.log', 'log')]).events).toEqual([])
  })

  test('counts the events of two sinks behind one measure block once', () => {
    const once = oncePerBlock()
    const table = (...blocks: string[]) =>
      ['type,geometry,time_s,node_id', ...blocks.map((block, i) => `line_crossing,Gate,${i},${block}`)].join('\n')
    const first = once('1.csv')(read(csvEvents, table('a', 'a')))
    const second = once('2.csv')(read(csvEvents, table('a', 'b', 'a')))
    expect([...first, ...second].map((e) => e.nodeId)).toEqual(['a', 'a', 'b'])
  })
})

describe('the events table', () => {
  const events = [
    event(1),
    event(2, { direction: 'b_to_a', className: 'person', trackId: 9 }),
    event(3, { type: 'zone_entry', geometry: 'Square', direction: '', className: 'person', trackId: null }),
    event(4, { className: 'truck', trackId: 3 }),
  ]
  const all = [0, 1, 2, 3]

  test('omits occupancy readings unless they are requested', () => {
    const reading = { ...(events[0] as EventRow), type: 'zone_occupancy' }
    const some = [reading, ...events, reading]
    const readings = { ...ALL_EVENTS, type: 'zone_occupancy' }
    expect(filterEvents(some, ALL_EVENTS)).toEqual(events.map((_, i) => i + 1))
    expect(filterEvents(some, readings)).toEqual([0, some.length - 1])
    expect(countOfKind(some, { ...ALL_EVENTS, className: 'person' })).toBe(events.length)
    expect(countOfKind(some, readings)).toBe(2)
  })

  test('shows events that match every part of the filter', () => {
    expect(filterEvents(events, ALL_EVENTS)).toEqual(all)
    expect(filterEvents(events, { ...ALL_EVENTS, className: 'person' })).toEqual([1, 2])
    expect(filterEvents(events, { ...ALL_EVENTS, className: 'person', geometry: 'Gate' })).toEqual([1])
    expect(filterEvents(events, { ...ALL_EVENTS, direction: 'a_to_b', className: 'person' })).toEqual([])
  })

  test('sorts by any column, missing values last in both directions', () => {
    expect(sortEvents(events, [...all], { key: 'trackId', descending: false })).toEqual([0, 3, 1, 2])
    expect(sortEvents(events, [...all], { key: 'trackId', descending: true })).toEqual([1, 3, 0, 2])
    expect(sortEvents(events, [3, 1, 0, 2], BY_TIME)).toEqual(all)
  })

  test('keeps equal values in time order', () => {
    expect(sortEvents(events, [3, 2, 1, 0], { key: 'className', descending: true })).toEqual([3, 1, 2, 0])
  })

  test('marks the row nearest to the video’s position', () => {
    expect(nearestInTime(events, all, 0)).toBe(0)
    expect(nearestInTime(events, all, 2.4)).toBe(1)
    expect(nearestInTime(events, all, 2.6)).toBe(2)
    expect(nearestInTime(events, all, 99)).toBe(3)
    expect(nearestInTime(events, [], 1)).toBe(-1)
  })

  test('offers the values that occur, the most frequent first', () => {
    const reading = { ...(events[0] as EventRow), type: 'zone_occupancy' }
    expect(valuesOf([reading, reading, reading, ...events], 'type').at(-1)).toBe('zone_occupancy')
    expect(valuesOf(events, 'className')).toEqual(['person', 'car', 'truck'])
    expect(valuesOf(events, 'direction')).toEqual(['a_to_b', 'b_to_a'])
  })
})

describe('counts over time', () => {
  test('accumulate per line and direction, and extend to the end of the media', () => {
    const { times, series } = cumulate([event(2), event(1), event(2, { direction: 'b_to_a' })], 10)
    expect(times).toEqual([0, 1, 2, 10])
    expect(series.map(({ label, values }) => ({ label, values }))).toEqual([
      { label: 'Gate A → B', values: [0, 1, 2, 2] },
      { label: 'Gate B → A', values: [0, 0, 1, 1] },
    ])
  })

  test('do not count zone exits and occupancy as entries', () => {
    const zone = { geometry: 'Square', direction: '' }
    const { series } = cumulate(
      [event(1, { ...zone, type: 'zone_entry' }), event(2, { ...zone, type: 'zone_exit' })],
      3,
    )
    expect(series.map((s) => s.values.at(-1))).toEqual([1])
  })

  test('keep the totals of a long run with few points', () => {
    const many = Array.from({ length: 40_000 }, (_, i) => event(i / 10, { direction: i % 4 ? 'a_to_b' : 'b_to_a' }))
    const { times, series } = cumulate(many, 4_000)
    expect(times.length).toBeLessThan(1_600)
    expect(series.map((s) => s.values.at(-1))).toEqual([30_000, 10_000])
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })
})
