import { describe, expect, it } from 'vitest'
import { crossings, FRAME, line, measurer, path, standing, stay, walk } from './walk.ts'

/** From left to right: side A is above it, side B below. */
const gate = () =>
  line([
    [300, 500],
    [700, 500],
  ])

const directions = (events: ReturnType<typeof crossings>) => crossings(events).map((e) => e.direction)

describe('a line', () => {
  it('counts a walk across, with the interpolated time and all event fields', () => {
    const m = measurer([gate()])
    // 20 px a frame; y passes 500 in the middle between frames 7 and 8.
    const events = walk(m, path([500, 350], [500, 650], 16))
    expect(crossings(events)).toEqual([
      {
        id: 'measure/gate/1',
        type: 'line_crossing',
        node_id: 'measure',
        geometry: 'gate',
        time_s: expect.closeTo(7.5 / 30, 9) as number,
        // Clear of the band from frame 8 on, settled 100 ms later.
        frame_index: 11,
        track_id: 1,
        class_name: 'person',
        direction: 'a_to_b',
        box: [480, 470, 520, 570],
      },
    ])
    expect(m.counts().lines).toEqual([
      { node_id: 'measure', name: 'gate', a_to_b: 1, b_to_a: 0, by_class: { person: { a_to_b: 1, b_to_a: 0 } } },
    ])
    expect(m.live()).toEqual([{ name: 'gate', kind: 'line', inside: 0, aToB: 1, bToA: 0 }])
  })

  it.each([
    ['right', [300, 500], [700, 500], [500, 400], [500, 600], 'a_to_b'],
    ['left', [700, 500], [300, 500], [500, 400], [500, 600], 'b_to_a'],
    ['down', [500, 300], [500, 700], [600, 500], [400, 500], 'a_to_b'],
    ['up', [500, 700], [500, 300], [400, 500], [600, 500], 'a_to_b'],
  ] as const)(
    'drawn to the %s has side A on the left of travel as seen on screen',
    (_name, a, b, from, to, expected) => {
      const m = measurer([line([[...a], [...b]])])
      expect(directions(walk(m, path(from, to, 20)))).toEqual([expected])
    },
  )

  it('counts there and back once each', () => {
    const there = path([500, 400], [500, 600], 20)
    const back = path([500, 600], [500, 400], 20)
    expect(directions(walk(measurer([gate()]), [...there, ...back, ...there]))).toEqual(['a_to_b', 'b_to_a', 'a_to_b'])
  })

  describe('that is bent like a hook', () => {
    // From the left along y = 500, then back below it: side B is between its two segments, which opens to the left.
    const hook = () =>
      line([
        [300, 500],
        [700, 500],
        [500, 560],
      ])

    it('counts a fast walk over one segment and past the end of the other', () => {
      expect(directions(walk(measurer([hook()]), path([400, 300], [400, 720], 11)))).toEqual(['a_to_b'])
      expect(directions(walk(measurer([hook()]), path([400, 700], [400, 280], 11)))).toEqual(['b_to_a'])
    })

    it('counts the same when the object is slow', () => {
      expect(directions(walk(measurer([hook()]), path([400, 400], [400, 700], 151)))).toEqual(['a_to_b'])
      expect(directions(walk(measurer([hook()]), path([400, 700], [400, 400], 151)))).toEqual(['b_to_a'])
    })

    it('counts nothing of a fast walk round either of its ends', () => {
      const left = [
        ...path([350, 450], [250, 450], 3),
        ...path([250, 460], [250, 540], 3),
        ...path([310, 560], [310, 700], 5),
      ]
      expect(directions(walk(measurer([hook()]), left))).toEqual([])
    })
  })

  it.each(['bottom_center', 'center', 'top_left'] as const)('measures the anchor %s', (anchor) => {
    const m = measurer([gate()], { anchor })
    const shift = { bottom_center: [0, 0], center: [0, 50], top_left: [20, 100] } as const
    const [dx, dy] = shift[anchor]
    const [event] = crossings(walk(m, path([500 + dx, 350 + dy], [500 + dx, 650 + dy], 16)))
    expect(event?.time_s).toBeCloseTo(7.5 / 30, 9)
  })

  it('counts the class that the track has when the crossing settles', () => {
    const m = measurer([gate()])
    path([500, 400], [500, 600], 11).forEach(([x, y], index) => {
      const className = index < 7 ? 'car' : 'truck'
      m.update([standing(x, y, { className })], { index, ptsS: index / 30, ...FRAME })
    })
    expect(m.counts().lines[0]?.by_class).toEqual({ truck: { a_to_b: 1, b_to_a: 0 } })
  })

  it('counts only its own classes', () => {
    const m = measurer([{ ...gate(), classes: ['car'] }])
    expect(crossings(walk(m, path([500, 400], [500, 600], 20)))).toEqual([])
    const cars = measurer([{ ...gate(), classes: ['car'] }])
    expect(crossings(walk(cars, path([500, 400], [500, 600], 20), { className: 'car' }))).toHaveLength(1)
  })

  it('with a corner counts a path through the corner once, and a path past its outside not at all', () => {
    const corner = () =>
      measurer([
        line([
          [300, 500],
          [500, 500],
          [500, 700],
        ]),
      ])
    expect(crossings(walk(corner(), path([600, 400], [400, 600], 21)))).toHaveLength(1)
    expect(crossings(walk(corner(), path([510, 400], [520, 600], 21)))).toEqual([])
    // In over one arm and out over the other within one step.
    expect(crossings(walk(corner(), [...stay([450, 480], 5), ...stay([520, 550], 10)]))).toEqual([])
  })

  it('measures correctly in both directions of a frame’s size change', () => {
    const m = measurer([gate()])
    const small = { width: 500, height: 500 }
    for (let index = 0; index < 10; index++) m.update([standing(500, 450)], { index, ptsS: index / 30, ...FRAME })
    // The same place in a frame half as large: pixel 225 is above the line at 250.
    for (let index = 10; index < 20; index++) m.update([standing(250, 225)], { index, ptsS: index / 30, ...small })
    expect(m.live()[0]).toMatchObject({ aToB: 0, bToA: 0 })
    for (let index = 20; index < 30; index++) m.update([standing(250, 275)], { index, ptsS: index / 30, ...small })
    expect(m.live()[0]).toMatchObject({ aToB: 1, bToA: 0 })
  })
})

describe('cases that other tools miscount', () => {
  it('a walk round the end of the line is not a crossing', () => {
    const round = [
      ...path([650, 450], [760, 450], 12),
      ...path([760, 460], [760, 540], 9),
      ...path([750, 550], [600, 550], 16),
    ]
    expect(crossings(walk(measurer([gate()]), round))).toEqual([])
  })

  it('a walk round the end that continues over the line counts once', () => {
    const loop = [
      ...path([650, 450], [760, 450], 12),
      ...path([760, 460], [760, 540], 9),
      ...path([750, 550], [600, 550], 16),
      ...path([600, 540], [600, 440], 11),
    ]
    expect(directions(walk(measurer([gate()]), loop))).toEqual(['b_to_a'])
  })

  it('a touch of its end that then goes round it is not a crossing', () => {
    const touchAndRound: [number, number][] = [
      ...stay([690, 470], 5),
      [699, 502],
      [699, 498],
      [705, 499],
      [704, 503],
      ...stay([702, 530], 10),
    ]
    expect(crossings(walk(measurer([gate()]), touchAndRound, { height: 300 }))).toEqual([])
  })

  it('jitter of 2 pixels on the line is not a crossing', () => {
    const jitter = Array.from({ length: 300 }, (_, k): [number, number] => [500, 500 + (k % 2 === 0 ? 2 : -2)])
    expect(crossings(walk(measurer([gate()]), jitter))).toEqual([])
    expect(crossings(walk(measurer([gate()]), [...path([500, 400], [500, 498], 20), ...jitter]))).toEqual([])
    // A small box has a band of a pixel; settling still suppresses the jitter.
    expect(crossings(walk(measurer([gate()]), jitter, { height: 20 }))).toEqual([])
  })

  it('a slow walk with jitter counts once', () => {
    const slow = Array.from({ length: 200 }, (_, k): [number, number] => [500, 450 + k / 2 + (k % 2 === 0 ? 2 : -2)])
    expect(directions(walk(measurer([gate()]), slow))).toEqual(['a_to_b'])
    expect(directions(walk(measurer([gate()]), slow, { height: 30 }))).toEqual(['a_to_b'])
  })

  it('a flicker of one frame to the other side is not a crossing', () => {
    const flicker = [...stay([500, 450], 10), [500, 550] as const, ...stay([500, 450], 10)]
    expect(crossings(walk(measurer([gate()]), flicker))).toEqual([])
    // Nor when frames are seconds apart.
    expect(crossings(walk(measurer([gate()]), flicker, { fps: 0.5 }))).toEqual([])
  })

  it('a touch that returns is not a crossing', () => {
    const touch = [...path([500, 400], [500, 500], 11), ...path([500, 500], [500, 400], 11)]
    expect(crossings(walk(measurer([gate()]), touch))).toEqual([])
    const overstep = [...path([500, 400], [500, 503], 11), ...path([500, 501], [500, 400], 11)]
    expect(crossings(walk(measurer([gate()]), overstep))).toEqual([])
  })

  it.each([301, 302, 699])('a crossing near the end of the line, at %d, counts', (x) => {
    expect(directions(walk(measurer([gate()]), path([x, 400], [x, 600], 20)))).toEqual(['a_to_b'])
  })

  it.each([297, 703])('a path that misses the end of the line, at %d, does not count', (x) => {
    expect(crossings(walk(measurer([gate()]), path([x, 400], [x, 600], 20)))).toEqual([])
  })

  it('tracks without an id, or with id -1, are not counted as one track', () => {
    const m = measurer([gate()])
    const ids = [-1, 0, undefined, Number.NaN, 1.5] as unknown as number[]
    for (let index = 0; index < 60; index++) {
      const y = index % 20 < 10 ? 450 : 550
      const tracks = ids.map((trackId, k) => standing(400 + 10 * k, y, { trackId }))
      expect(m.update(tracks, { index, ptsS: index / 30, ...FRAME })).toEqual([])
    }
    expect(m.live()[0]).toMatchObject({ aToB: 0, bToA: 0 })
  })
})

describe('settling', () => {
  it('takes min_settle_ms of media time, whatever the frame rate', () => {
    for (const [fps, settle, frames] of [
      [30, 100, 3],
      [10, 100, 1],
      [25, 1000, 25],
      [30, 0, 0],
    ] as const) {
      const m = measurer([gate()], { min_settle_ms: settle })
      const spots = [...stay([500, 400], 5), ...stay([500, 600], 40)]
      expect(crossings(walk(m, spots, { fps }))[0]?.frame_index).toBe(5 + frames)
    }
  })

  it('restarts when the track returns into the band', () => {
    const spots = [...stay([500, 400], 5), ...stay([500, 510], 3), ...stay([500, 501], 20), ...stay([500, 510], 10)]
    expect(crossings(walk(measurer([gate()]), spots))[0]?.frame_index).toBe(5 + 3 + 20 + 3)
  })

  it('does not count a crossing that the end of the media cuts short', () => {
    const spots = [...stay([500, 400], 5), ...stay([500, 600], 3)]
    expect(crossings(walk(measurer([gate()]), spots))).toEqual([])
    expect(crossings(walk(measurer([gate()]), [...spots, [500, 600]]))).toHaveLength(1)
  })
})

describe('a track that was lost', () => {
  it('has crossed when the straight path to its next sighting meets the line', () => {
    const lost = Array.from({ length: 60 }, () => null)
    const over = [...stay([500, 400], 10), ...lost, ...stay([520, 600], 10)]
    const [event] = crossings(walk(measurer([gate()]), over))
    expect(event?.direction).toBe('a_to_b')
    expect(event?.time_s).toBeCloseTo((9 + 61 / 2) / 30, 9)
    const past = [...stay([720, 400], 10), ...lost, ...stay([720, 600], 10)]
    expect(crossings(walk(measurer([gate()]), past))).toEqual([])
  })

  it('that is first seen on the line has no side to cross from', () => {
    expect(crossings(walk(measurer([gate()]), path([500, 499.5], [500, 600], 20)))).toEqual([])
  })
})

describe('going round the end', () => {
  it('is not counted when a flicker of one frame touches the path back', () => {
    // Out past the end at 700, back over the line near it.
    const flicker: [number, number][] = [...stay([696, 480], 10), [712, 520], ...stay([685, 480], 10)]
    expect(crossings(walk(measurer([gate()]), flicker))).toEqual([])
    expect(crossings(walk(measurer([gate()]), flicker.toReversed()))).toEqual([])
  })
})
