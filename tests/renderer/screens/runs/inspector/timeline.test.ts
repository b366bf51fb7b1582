import { describe, expect, test } from 'vitest'
import { nextStop } from '../../../../../src/renderer/parts/run/inspector/next-stop.ts'
import { liveCounts } from '../../../../../src/renderer/parts/run/overlay/live-counts.ts'
import { EMPTY_SCENE, sceneOf } from '../../../../../src/renderer/parts/run/overlay/run-scene.ts'
import type { EventRow } from '../../../../../src/renderer/parts/run/records/events/event-row.ts'
import { FrameIndex } from '../../../../../src/renderer/parts/run/records/tracks/frame-index.ts'
import { laneStop, nearestMark } from '../../../../../src/renderer/parts/run/timeline/timeline-lane.ts'
import { nodeValue } from '../../../../../src/renderer/screens/runs/inspector/node-values-panel.tsx'
import {
  BINS,
  binOf,
  levelStops,
  objectLanes,
  placeLanes,
  runningLevels,
} from '../../../../../src/renderer/screens/runs/timeline/run-lanes.ts'

const event = (timeS: number, part: Partial<EventRow> = {}): EventRow => ({
  timeS,
  frameNumber: Math.round(timeS * 10) + 2,
  type: 'line_crossing',
  nodeId: 'm',
  geometry: 'Gate',
  direction: 'a_to_b',
  className: 'car',
  trackId: 1,
  dwellS: null,
  occupancy: null,
  ...part,
})
const entry = (timeS: number) => event(timeS, { type: 'zone_entry', geometry: 'Square', direction: '' })
const exit = (timeS: number) => event(timeS, { type: 'zone_exit', geometry: 'Square', direction: '' })

const graph = {
  version: 1 as const,
  nodes: [
    { id: 'd', type: 'model', config: { draw: { car: { color: '#123456', hidden: true } } } },
    {
      id: 'm',
      type: 'measure',
      config: {
        geometries: [
          {
            kind: 'line',
            name: 'Gate',
            points: [
              [0, 0.5],
              [1, 0.5],
            ],
          },
          {
            kind: 'zone',
            name: 'Square',
            points: [
              [0, 0],
              [1, 0],
              [1, 1],
            ],
          },
        ],
      },
    },
  ],
  edges: [],
}

describe('live counts', () => {
  const counts = liveCounts([event(1), event(2, { direction: 'b_to_a' }), event(3), entry(1), entry(2), exit(2.5)])
  const at = (frameNumber: number) => ({ timeS: frameNumber / 10, frameNumber })

  test('increase in the frame in which a crossing was committed, not when the line was met', () => {
    expect(counts.label('line', 'm', 'Gate', at(11))).toBe('A→B 0  B→A 0')
    expect(counts.label('line', 'm', 'Gate', at(12))).toBe('A→B 1  B→A 0')
    expect(counts.label('line', 'm', 'Gate', at(99))).toBe('A→B 2  B→A 1')
  })

  test('show the number of objects in a zone', () => {
    expect(counts.label('zone', 'm', 'Square', at(22))).toBe('2 inside')
    expect(counts.label('zone', 'm', 'Square', at(27))).toBe('1 inside')
  })

  test('are looked up by time when the frame has no record', () => {
    expect(counts.label('line', 'm', 'Gate', { timeS: 2.5, frameNumber: null })).toBe('A→B 1  B→A 1')
  })
})

describe('lanes', () => {
  test('are the objects, then every line and zone of the graph, including those that counted nothing', () => {
    const index = new FrameIndex()
    index.addLine('{"record":"frame","frame_index":0,"time_s":0,"detections":[{"class_name":"car"}]}')
    const lanes = [...objectLanes(index, 10), ...placeLanes([event(1)], sceneOf(graph), 10)]
    expect(lanes.map((l) => [l.kind, l.title, l.marks.length])).toEqual([
      ['objects', 'Objects', 0],
      ['line', 'Gate', 1],
      ['zone', 'Square', 0],
    ])
    expect(lanes[0]?.most).toBe(1)
  })

  test('include places that occur only in events', () => {
    expect(placeLanes([entry(1)], EMPTY_SCENE, 10).map((l) => l.title)).toEqual(['Square'])
    expect(placeLanes([entry(1)], EMPTY_SCENE, 0)).toEqual([])
    expect(objectLanes(new FrameIndex(), 10)).toEqual([])
  })

  test('open the mark nearest to a click, within reach', () => {
    const [lane] = placeLanes([event(4), event(2)], EMPTY_SCENE, 10)
    if (!lane) throw new Error('no lane')
    expect(nearestMark(lane, 2.2, 0.5)?.timeS).toBe(2)
    expect(nearestMark(lane, 3.9, 0.5)?.timeS).toBe(4)
    expect(nearestMark(lane, 3, 0.5)).toBeNull()
  })

  test('keep the maximum of each bin, so that a short visit is visible', () => {
    const levels = runningLevels(
      [
        { timeS: 1, type: 'zone_entry' },
        { timeS: 1.001, type: 'zone_exit' },
        { timeS: 5, type: 'zone_entry' },
      ],
      10,
    )
    expect(levels[binOf(1, 10)]).toBe(1)
    expect(levels[binOf(1, 10) + 1]).toBe(0)
    expect(levels[BINS - 1]).toBe(1)
  })
})

describe('keys in a lane', () => {
  const stops = [1, 2, 2, 5]
  test('step from mark to mark, and stay at the first and the last', () => {
    expect(laneStop(stops, 'ArrowRight', 0, 10)).toBe(1)
    expect(laneStop(stops, 'ArrowRight', 2, 10)).toBe(5)
    expect(laneStop(stops, 'ArrowUp', 5, 10)).toBe(5)
    expect(laneStop(stops, 'ArrowLeft', 5, 10)).toBe(2)
    expect(laneStop(stops, 'ArrowDown', 1, 10)).toBe(1)
    expect(laneStop(stops, 'Home', 4, 10)).toBe(1)
    expect(laneStop(stops, 'End', 4, 10)).toBe(5)
  })
  test('jump to the ends of a lane without marks, and other keys have no stop', () => {
    expect(laneStop([], 'ArrowRight', 4, 10)).toBe(4)
    expect(laneStop([], 'Home', 4, 10)).toBe(0)
    expect(laneStop([], 'End', 4, 10)).toBe(10)
    expect(laneStop(stops, 'n', 4, 10)).toBeNull()
  })
  test('stop where a level changes', () => {
    const levels = runningLevels([entry(2), exit(6)], 10)
    const walked = levelStops(levels, 10)
    expect(walked.map((timeS) => levels[binOf(timeS, 10)])).toEqual([0, 1, 0, 0])
    expect(walked.map(Math.round)).toEqual([0, 2, 6, 10])
  })
})

describe('the next event', () => {
  const events = [{ timeS: 1 }, { timeS: 1.01 }, { timeS: 3 }]
  /** Frames of a tenth of a second, with seeks to their middle. */
  const landing = (timeS: number) => Math.floor(timeS * 10) / 10 + 0.05

  test('is the first one after the current time', () => {
    expect(nextStop(events, { last: -1, steps: 1, nowS: 0, landing })).toBe(0)
    expect(nextStop(events, { last: -1, steps: 1, nowS: 2, landing })).toBe(2)
    expect(nextStop(events, { last: -1, steps: -1, nowS: 2, landing })).toBe(1)
  })

  test('visits all events of one frame, one after the other', () => {
    expect(nextStop(events, { last: 0, steps: 1, nowS: landing(1), landing })).toBe(1)
    expect(nextStop(events, { last: 1, steps: -1, nowS: landing(1), landing })).toBe(0)
  })

  test('is missing after the last event and before the first', () => {
    expect(nextStop(events, { last: 2, steps: 1, nowS: landing(3), landing })).toBe(-1)
    expect(nextStop(events, { last: 0, steps: -1, nowS: landing(1), landing })).toBe(-1)
  })
})

test('lines and zones are read from the graph that was run, and class styles from its models', () => {
  const scene = sceneOf(graph)
  expect(scene.geometries.map((g) => [g.kind, g.name, g.nodeId])).toEqual([
    ['line', 'Gate', 'm'],
    ['zone', 'Square', 'm'],
  ])
  expect(new Set(scene.geometries.map((g) => g.color)).size).toBe(2)
  expect(scene.styles.car).toEqual({ color: '#123456', hidden: true })
})

test('each block shows its output at a frame, and nothing at a frame that was not processed', () => {
  const index = new FrameIndex()
  const found = [
    { class_name: 'car', track_id: 1, model_node_id: 'd' },
    { class_name: 'bus', track_id: null, model_node_id: 'd' },
    { class_name: 'face', track_id: null, model_node_id: 'other' },
  ]
  index.addLine(JSON.stringify({ record: 'frame', frame_index: 12, time_s: 1.2, detections: found }))
  const run = {
    frames: { index, done: true, error: null },
    frameS: 0.1,
    scene: sceneOf(graph),
    counts: liveCounts([event(1)]),
  }
  const value = (id: string, kind: string, timeS = 1.21) => nodeValue(run, { id, kind }, timeS)
  expect(value('d', 'model')).toBe('2')
  expect(value('t', 'track')).toBe('1')
  expect(value('m', 'measure')).toBe('Gate: A→B 1  B→A 0; Square: 0 inside')
  expect(value('s', 'sink')).toBeNull()
  expect(value('d', 'model', 5)).toBeNull()
})
