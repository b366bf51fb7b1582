import { describe, expect, test } from 'vitest'
import { alignTimes } from '../../../src/renderer/compare/matching/align-times.ts'
import { countRows } from '../../../src/renderer/compare/matching/count-rows.ts'
import { inSlices } from '../../../src/renderer/compare/matching/in-slices.ts'
import { isDifference, matchEvents } from '../../../src/renderer/compare/matching/match-events.ts'
import { matchTracks } from '../../../src/renderer/compare/matching/match-tracks.ts'
import { inColorsOf, pairPlaces, placesOf } from '../../../src/renderer/compare/matching/places.ts'
import type { EventRow } from '../../../src/renderer/runs/events/event-row.ts'
import { colorOf, EMPTY_SCENE, sceneOf } from '../../../src/renderer/runs/overlay/run-scene.ts'
import { FrameIndex } from '../../../src/renderer/runs/tracks/frame-index.ts'
import { GEOMETRY_COLORS } from '../../../src/shared/domain/geometry-color.ts'
import { emptyCounts } from '../../../src/shared/domain/run.ts'

const crossing = (timeS: number, part: Partial<EventRow> = {}): EventRow => ({
  ...{ timeS, frameNumber: null, type: 'line_crossing', nodeId: 'm', geometry: 'Gate', direction: 'a_to_b' },
  ...{ className: 'car', trackId: 1, dwellS: null, occupancy: null, ...part },
})
const places = (a: readonly EventRow[], b: readonly EventRow[]) =>
  pairPlaces(placesOf(EMPTY_SCENE, emptyCounts(), a), placesOf(EMPTY_SCENE, emptyCounts(), b))
const match = (a: EventRow[], b: EventRow[], windowS = 0.5) => matchEvents(a, b, places(a, b), windowS)

describe('times set against each other', () => {
  test('the nearer one is the partner, not the first that fits', () => {
    expect([...alignTimes([1, 1.4], [1.4], 0.5)]).toEqual([-1, 0])
  })
  test('two pairs are better than one near one', () => {
    expect([...alignTimes([1, 1.4], [1.3, 1.8], 0.5)]).toEqual([0, 1])
  })
  test('nothing further away than the window is a partner, and what is exactly so far away is', () => {
    expect([...alignTimes([0, 10], [0.5, 10.51], 0.5)]).toEqual([0, -1])
  })
  test('partners keep their order and are nobody else’s, in a long crowded list too', () => {
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

  test('no two places share one, as far as there are colours', () => {
    const { all } = paired(sceneWith(['Gate', 'Yard', 'Exit']), sceneWith(['Door', 'Yard', 'Ramp', 'Gate']))
    expect(new Set(all.map((p) => p.color)).size).toBe(5)
    const many = paired(sceneWith(numbered('a', GEOMETRY_COLORS - 2)), sceneWith(numbered('b', 8)))
    expect(new Set(many.all.map((p) => p.color)).size).toBe(GEOMETRY_COLORS)
    expect(many.all.every((p) => p.color.startsWith('#'))).toBe(true)
  })

  test('over B’s picture are those of the time line, and classes have those that they have over A’s', () => {
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
  test('are the same only with the same place, direction and class', () => {
    const a = [crossing(1), crossing(5), crossing(9)]
    const b = [crossing(1.2), crossing(5, { direction: 'b_to_a' }), crossing(9, { className: 'bus' })]
    const pairs = match(a, b)
    expect(pairs.filter((p) => !isDifference(p)).map((p) => [p.a?.timeS, p.b?.timeS])).toEqual([[1, 1.2]])
    expect(pairs.filter(isDifference).map((p) => (p.a ? 'a' : 'b'))).toEqual(['a', 'b', 'a', 'b'])
  })
  test('a line of the same name in another block is the same line', () => {
    const [pair] = match([crossing(1)], [crossing(1, { nodeId: 'other' })])
    expect(pair && isDifference(pair)).toBe(false)
  })
  test('two lines of the same name in two blocks stay two', () => {
    const a = [crossing(1), crossing(1, { nodeId: 'n' })]
    expect(match(a, [crossing(1, { nodeId: 'n' })]).filter(isDifference)).toHaveLength(1)
  })
  test('occupancy is no moment, and the window decides', () => {
    expect(match([crossing(1, { type: 'zone_occupancy' })], [])).toEqual([])
    expect(match([crossing(1)], [crossing(1.3)], 0.25).filter(isDifference)).toHaveLength(2)
    expect(match([crossing(1)], [crossing(1.3)], 0.5).filter(isDifference)).toHaveLength(0)
  })
})

const box = (track_id: number, x1: number, class_name = 'car') => ({
  ...{ track_id, class_name, confidence: 0.9, x1, y1: 0, x2: x1 + 10, y2: 10, model_node_id: 'd' },
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
  test('are paired by how their boxes overlap, whatever their numbers', async () => {
    const a = frames(20, (i) => [box(1, i), box(2, 100 + i)])
    const b = frames(20, (i) => [box(7, 101 + i), box(8, 300)])
    const { pairs, onlyA, onlyB } = await matchAll(a, b)
    expect(pairs).toEqual([{ a: 2, b: 7, iou: expect.closeTo(90 / 110, 6), frames: 20 }])
    expect([onlyA, onlyB]).toEqual([[1], [8]])
  })
  test('the mean is over frames in which both are seen, those without overlap too', async () => {
    const a = frames(10, () => [box(1, 0)])
    const b = frames(10, (i) => [box(1, i < 4 ? 0 : 500)])
    expect((await matchAll(a, b)).pairs).toEqual([])
    const c = frames(10, (i) => (i < 4 ? [box(1, 0)] : []))
    expect((await matchAll(a, c)).pairs).toEqual([{ a: 1, b: 1, iou: 1, frames: 4 }])
  })
  test('a track that broke in two: the longer piece is the partner, the other says what it is a piece of', async () => {
    const a = frames(20, () => [box(1, 0)])
    const b = frames(20, (i) => [box(i < 6 ? 4 : 5, 0)])
    const { pairs, onlyB, pieceOfA } = await matchAll(a, b)
    expect(pairs.map((p) => [p.a, p.b])).toEqual([[1, 5]])
    expect(onlyB).toEqual([4])
    expect(pieceOfA.get(4)).toBe(1)
  })
  test('frames that only one run looked at do not count, and sizes of the video may differ', async () => {
    const a = frames(20, () => [box(1, 0)])
    const b = indexOf([0, 5, 10].map((i) => [i, [{ ...box(3, 0), x2: 5, y2: 5 }]]))
    expect((await matchAll(a, b, { x: 2, y: 2 })).pairs).toEqual([{ a: 1, b: 3, iou: 1, frames: 3 }])
  })
  test('an abandoned match ends', async () => {
    const aborter = new AbortController()
    aborter.abort()
    const endless = (function* () {
      for (;;) yield
    })()
    await expect(inSlices(endless, aborter.signal)).rejects.toThrow()
  })
})

test('figures are listed by how much they differ, and what a run does not have is told from nothing', () => {
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
