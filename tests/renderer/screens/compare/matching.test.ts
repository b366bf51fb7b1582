import { describe, expect, test } from 'vitest'
import { colorOf, EMPTY_SCENE, sceneOf } from '../../../../src/renderer/parts/run/overlay/run-scene.ts'
import type { EventRow } from '../../../../src/renderer/parts/run/records/events/event-row.ts'
import { FrameIndex } from '../../../../src/renderer/parts/run/records/tracks/frame-index.ts'
import { inSlices } from '../../../../src/renderer/screens/compare/comparison/use-comparison.ts'
import {
  alignTimes,
  isDifference,
  matchEvents,
} from '../../../../src/renderer/screens/compare/matching/match-events.ts'
import { matchTracks } from '../../../../src/renderer/screens/compare/matching/match-tracks.ts'
import { inColorsOf, pairPlaces, placesOf } from '../../../../src/renderer/screens/compare/matching/places.ts'
import { countRows } from '../../../../src/renderer/screens/compare/panels/counts-panel.tsx'
import { GEOMETRY_COLORS } from '../../../../src/shared/domain/geometry-color.ts'
import { emptyCounts } from '../../../../src/shared/domain/run.ts'

const crossing = (timeS: number, part: Partial<EventRow> = {}): EventRow => ({
  timeS,
  frameNumber: null,
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
const places = (a: readonly EventRow[], b: readonly EventRow[]) =>
  pairPlaces(placesOf(EMPTY_SCENE, emptyCounts(), a), placesOf(EMPTY_SCENE, emptyCounts(), b))
const match = (a: EventRow[], b: EventRow[], windowS = 0.5) => matchEvents(a, b, places(a, b), windowS)

describe('the alignment of two lists of times', () => {
  test('prefers the nearer partner to the first one within the window', () => {
    expect([...alignTimes([1, 1.4], [1.4], 0.5)]).toEqual([-1, 0])
  })
  test('prefers two pairs to one closer pair', () => {
    expect([...alignTimes([1, 1.4], [1.3, 1.8], 0.5)]).toEqual([0, 1])
  })
  test('accepts partners at exactly the window’s distance, but none further away', () => {
    expect([...alignTimes([0, 10], [0.5, 10.51], 0.5)]).toEqual([0, -1])
  })
  test('keeps partners unique and in order, also in a long, crowded list', () => {
    const a = Float64Array.from({ length: 6000 }, (_, i) => i * 0.1)
    const b = Float64Array.from({ length: 6000 }, (_, i) => i * 0.1 + 0.04)
    const partners = [...alignTimes(a, b, 0.5)]
    expect(new Set(partners).size).toBe(6000)
    expect(partners.every((p, i) => i === 0 || p > (partners[i - 1] as number))).toBe(true)
  })
})

describe('colours of two runs', () => {
  const sceneWith = (names: readonly string[], classes: readonly string[] = []) => {
    const geometries = names.map((name) => ({
      kind: 'line',
      name,
      points: [
        [0, 0],
        [1, 1],
      ],
    }))
    return sceneOf({ version: 1, nodes: [{ id: 'm', type: 'measure', config: { geometries } }], edges: [] }, classes)
  }
  const paired = (a: ReturnType<typeof sceneWith>, b: ReturnType<typeof sceneWith>) =>
    pairPlaces(placesOf(a, emptyCounts(), []), placesOf(b, emptyCounts(), []))
  const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix} ${i}`)

  test('are different for all places, as far as there are colours', () => {
    const { all } = paired(sceneWith(['Gate', 'Yard', 'Exit']), sceneWith(['Door', 'Yard', 'Ramp', 'Gate']))
    expect(new Set(all.map((p) => p.color)).size).toBe(5)
    const many = paired(sceneWith(numbered('a', GEOMETRY_COLORS - 2)), sceneWith(numbered('b', 8)))
    expect(new Set(many.all.map((p) => p.color)).size).toBe(GEOMETRY_COLORS)
    expect(many.all.every((p) => p.color.startsWith('#'))).toBe(true)
  })

  test('are the same over B’s video as on the time line, and classes have A’s colours in B too', () => {
    const a = sceneWith(['Gate', 'Yard'], ['red', 'green', 'blue'])
    const b = sceneWith(['Yard', 'Door'], ['blue', 'green', 'red', 'white'])
    const places = paired(a, b)
    const drawn = inColorsOf(a, b, places)
    const colorOn = (title: string) => places.all.find((p) => p.title === title)?.color
    expect(drawn.geometries.map((g) => g.color)).toEqual([colorOn('Yard'), colorOn('Door')])
    expect(drawn.geometries[0]?.color).toBe(a.geometries[1]?.color)
    for (const name of ['red', 'green', 'blue']) expect(colorOf(drawn, name)).toBe(colorOf(a, name))
    expect(colorOf(drawn, 'white')).toBe(colorOf(b, 'white'))
  })
})

describe('events of two runs', () => {
  test('match only with the same place, direction and class', () => {
    const a = [crossing(1), crossing(5), crossing(9)]
    const b = [crossing(1.2), crossing(5, { direction: 'b_to_a' }), crossing(9, { className: 'bus' })]
    const pairs = match(a, b)
    expect(pairs.filter((p) => !isDifference(p)).map((p) => [p.a?.timeS, p.b?.timeS])).toEqual([[1, 1.2]])
    expect(pairs.filter(isDifference).map((p) => (p.a ? 'a' : 'b'))).toEqual(['a', 'b', 'a', 'b'])
  })
  test('match at a line of the same name in another block', () => {
    const [pair] = match([crossing(1)], [crossing(1, { nodeId: 'other' })])
    expect(pair && isDifference(pair)).toBe(false)
  })
  test('are kept apart at two lines of the same name in two blocks', () => {
    const a = [crossing(1), crossing(1, { nodeId: 'n' })]
    expect(match(a, [crossing(1, { nodeId: 'n' })]).filter(isDifference)).toHaveLength(1)
  })
  test('do not include occupancy, and match only within the window', () => {
    expect(match([crossing(1, { type: 'zone_occupancy' })], [])).toEqual([])
    expect(match([crossing(1)], [crossing(1.3)], 0.25).filter(isDifference)).toHaveLength(2)
    expect(match([crossing(1)], [crossing(1.3)], 0.5).filter(isDifference)).toHaveLength(0)
  })
})

const box = (track_id: number, x1: number, class_name = 'car') => ({
  track_id,
  class_name,
  confidence: 0.9,
  x1,
  y1: 0,
  x2: x1 + 10,
  y2: 10,
  model_node_id: 'd',
})
function indexOf(frames: [number, object[]][]): FrameIndex {
  const index = new FrameIndex()
  for (const [i, detections] of frames)
    index.addLine(JSON.stringify({ record: 'frame', frame_index: i, time_s: i / 25, detections }))
  return index
}
const matchAll = (a: FrameIndex, b: FrameIndex, scale = { x: 1, y: 1 }) =>
  inSlices(matchTracks(a, b, 1 / 25, scale), new AbortController().signal)
const frames = (count: number, boxes: (i: number) => object[]) =>
  indexOf(Array.from({ length: count }, (_, i) => [i, boxes(i)] as [number, object[]]))

describe('tracks of two runs', () => {
  test('are matched by the overlap of their boxes, not by their ids', async () => {
    const a = frames(20, (i) => [box(1, i), box(2, 100 + i)])
    const b = frames(20, (i) => [box(7, 101 + i), box(8, 300)])
    const { pairs, onlyA, onlyB } = await matchAll(a, b)
    expect(pairs).toEqual([{ a: 2, b: 7, iou: expect.closeTo(90 / 110, 6), frames: 20 }])
    expect([onlyA, onlyB]).toEqual([[1], [8]])
  })
  test('have a mean overlap over all frames in which both are seen, including those without overlap', async () => {
    const a = frames(10, () => [box(1, 0)])
    const b = frames(10, (i) => [box(1, i < 4 ? 0 : 500)])
    expect((await matchAll(a, b)).pairs).toEqual([])
    const c = frames(10, (i) => (i < 4 ? [box(1, 0)] : []))
    expect((await matchAll(a, c)).pairs).toEqual([{ a: 1, b: 1, iou: 1, frames: 4 }])
  })
  test('match the longer piece of a split track, and the shorter piece names its whole track', async () => {
    const a = frames(20, () => [box(1, 0)])
    const b = frames(20, (i) => [box(i < 6 ? 4 : 5, 0)])
    const { pairs, onlyB, pieceOfA } = await matchAll(a, b)
    expect(pairs.map((p) => [p.a, p.b])).toEqual([[1, 5]])
    expect(onlyB).toEqual([4])
    expect(pieceOfA.get(4)).toBe(1)
  })
  test('ignore frames that only one run processed, and may come from different video sizes', async () => {
    const a = frames(20, () => [box(1, 0)])
    const b = indexOf([0, 5, 10].map((i) => [i, [{ ...box(3, 0), x2: 5, y2: 5 }]]))
    expect((await matchAll(a, b, { x: 2, y: 2 })).pairs).toEqual([{ a: 1, b: 3, iou: 1, frames: 3 }])
  })
  test('stop being matched when the match is aborted', async () => {
    const aborter = new AbortController()
    aborter.abort()
    const endless = (function* () {
      for (;;) yield
    })()
    await expect(inSlices(endless, aborter.signal)).rejects.toThrow()
  })
})

test('figures are sorted by their difference, and a missing figure is not shown as zero', () => {
  const line = (name: string, a_to_b: number) => ({ node_id: 'm', name, a_to_b, b_to_a: 0, by_class: {} })
  const a = { lines: [line('Gate', 5), line('Door', 2)], zones: [] }
  const b = { lines: [line('Gate', 4), line('Wall', 9)], zones: [] }
  const rows = countRows(a, b, pairPlaces(placesOf(EMPTY_SCENE, a, []), placesOf(EMPTY_SCENE, b, [])))
  const told = rows.filter((r) => r.figure === 'a_to_b').map((r) => [r.title, r.a, r.b, r.difference])
  expect(told).toEqual([
    ['Wall', null, 9, 9],
    ['Door', 2, null, -2],
    ['Gate', 5, 4, -1],
  ])
})
