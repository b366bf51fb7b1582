import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../../../../src/renderer/parts/run/overlay/run-scene.ts'
import type { EventRow } from '../../../../../src/renderer/parts/run/records/events/event-row.ts'
import { FrameIndex } from '../../../../../src/renderer/parts/run/records/tracks/frame-index.ts'
import {
  countsOverTime,
  densityOverTime,
  occupancyOverTime,
} from '../../../../../src/renderer/screens/runs/charts/over-time.ts'
import { classColor } from '../../../../../src/shared/domain/class-color.ts'

const frames = (...all: [timeS: number, classes: string[]][]) => {
  const index = new FrameIndex()
  for (const [time_s, classes] of all) {
    const detections = classes.map((class_name) => ({ class_name, x1: 0, y1: 0, x2: 1, y2: 1, confidence: 1 }))
    index.addLine(JSON.stringify({ record: 'frame', frame_index: 0, time_s, detections }))
  }
  return index
}

describe('density', () => {
  test('is the number of detections of each class per second of video, the most frequent class first', () => {
    const index = frames([0, ['dog']], [0.5, ['car', 'car']], [1.25, ['car']], [2.5, []])
    const { times, series } = densityOverTime(index, 3, classColor)
    expect(times).toEqual([0, 1, 2, 3])
    expect(series.map((s) => [s.label, s.values])).toEqual([
      ['car', [2, 1, 0, 0]],
      ['dog', [1, 0, 0, 0]],
    ])
  })
  test('scales a last bin shorter than a second to a whole second', () => {
    expect(densityOverTime(frames([1.25, ['car']]), 1.5, classColor).series[0]?.values).toEqual([0, 2, 2])
  })
})

const zone = (type: string, timeS: number, geometry = 'Square'): EventRow => ({
  timeS,
  frameNumber: null,
  type,
  nodeId: 'm',
  geometry,
  direction: '',
  className: 'car',
  trackId: 1,
  dwellS: null,
  occupancy: null,
})

test('counts have the colours of their lines and zones in the overlay, and B to A is dashed', () => {
  const crossing = (direction: string) => ({ ...zone('line_crossing', 1, 'Road'), direction })
  const geometries = [
    { kind: 'zone', name: 'Square', points: [] },
    { kind: 'line', name: 'Road', points: [] },
  ]
  const scene = sceneOf({ version: 1, nodes: [{ id: 'm', type: 'measure', config: { geometries } }], edges: [] })
  const [square, road] = scene.geometries.map((g) => g.color)
  const { series } = countsOverTime([crossing('b_to_a'), crossing('a_to_b'), zone('zone_entry', 2)], scene, 5)
  expect(series.map(({ label, color, dashed }) => [label, color, dashed])).toEqual([
    ['Road A → B', road, false],
    ['Road B → A', road, true],
    ['Square entries', square, false],
  ])
})

describe('occupancy', () => {
  test('follows entries and exits of each zone', () => {
    const events = [zone('zone_entry', 1), zone('zone_entry', 2), zone('zone_exit', 4), zone('zone_entry', 4, 'Gate')]
    const { times, series } = occupancyOverTime(events, sceneOf(null), 5)
    expect(times).toEqual([0, 1, 2, 4, 5])
    expect(series.map((s) => [s.label, s.values])).toEqual([
      ['Square', [0, 1, 2, 1, 1]],
      ['Gate', [0, 0, 0, 1, 1]],
    ])
  })
  test('starts with the objects that are inside from the beginning, instead of rising after it', () => {
    const { times, series } = occupancyOverTime([zone('zone_entry', 0), zone('zone_exit', 2)], sceneOf(null), 5)
    expect([times, series[0]?.values]).toEqual([
      [0, 2, 5],
      [1, 0, 0],
    ])
  })
  test('stays at zero in a zone that nobody entered', () => {
    const { series } = occupancyOverTime([zone('zone_occupancy', 0, 'Gate'), zone('zone_entry', 1)], sceneOf(null), 5)
    expect(series.map((s) => [s.label, s.values])).toEqual([
      ['Gate', [0, 0, 0]],
      ['Square', [0, 1, 1]],
    ])
  })
  test('keeps the maximum of each bin in a long series', () => {
    const busy = Array.from({ length: 400 }, (_, i) => zone(i % 2 === 0 ? 'zone_entry' : 'zone_exit', i / 40))
    const { times, series } = occupancyOverTime(busy, sceneOf(null), 10, 20)
    expect(times.length).toBeLessThan(30)
    expect(Math.max(...(series[0]?.values ?? []))).toBe(1)
    expect(series[0]?.values.slice(1, -1).every((n) => n === 1)).toBe(true)
  })
})
