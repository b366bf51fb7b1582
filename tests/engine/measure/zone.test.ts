import { describe, expect, it } from 'vitest'
import { createMeasurer } from '../../../src/engine/measure/measurer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import { FRAME, measurer, ofType, path, type Spot, standing, stay, walk, zone } from './walk.ts'

const yard = () =>
  zone([
    [400, 400],
    [600, 400],
    [600, 600],
    [400, 600],
  ])
const nowhere = (n: number): Spot[] => Array.from({ length: n }, () => null)

describe('a zone', () => {
  it('reports entry, exit and dwell of a walk through, at the exact times at which the path meets the outline', () => {
    const m = measurer([yard()])
    // 10 px a frame from 345: in at frame 5.5, out at frame 25.5.
    const events = walk(m, path([345, 500], [705, 500], 37))
    const [entry] = ofType(events, 'zone_entry')
    const [exit] = ofType(events, 'zone_exit')
    expect(entry).toMatchObject({
      time_s: expect.closeTo(5.5 / 30, 9),
      track_id: 1,
      class_name: 'person',
      direction: null,
    })
    expect(exit).toMatchObject({ time_s: expect.closeTo(25.5 / 30, 9), dwell_s: expect.closeTo(20 / 30, 9) })
    expect(exit).not.toHaveProperty('open_at_end')
    expect(ofType(events, 'zone_dwell')).toEqual([
      expect.objectContaining({ track_id: 1, dwell_s: expect.closeTo(20 / 30, 9) as number }),
    ])
    expect(m.counts().zones).toEqual([
      {
        node_id: 'measure',
        name: 'yard',
        visits: 1,
        dwell_s: expect.closeTo(20 / 30, 9) as number,
        peak_occupancy: 1,
        by_class: { person: { visits: 1, dwell_s: expect.closeTo(20 / 30, 9) as number } },
      },
    ])
  })

  it('adds up the visits of a track', () => {
    const there = path([345, 500], [705, 500], 37)
    const events = walk(measurer([yard()]), [...there, ...there.toReversed()])
    expect(ofType(events, 'zone_exit').map((e) => e.dwell_s)).toEqual([
      expect.closeTo(20 / 30, 9),
      expect.closeTo(20 / 30, 9),
    ])
    expect(ofType(events, 'zone_dwell').map((e) => e.dwell_s)).toEqual([expect.closeTo(40 / 30, 9)])
  })

  it('pauses the dwell while the track is outside', () => {
    // Leaves by one pixel, which is within the band, and stays there for ten seconds.
    const spots = [...stay([500, 500], 31), ...stay([601, 500], 300), ...stay([700, 500], 5)]
    const [exit] = ofType(walk(measurer([yard()]), spots), 'zone_exit')
    expect(exit?.dwell_s).toBeCloseTo(1 + 100 / 101 / 30, 6)
    expect(exit?.time_s).toBeCloseTo(1 + 100 / 101 / 30, 6)
  })

  it('counts one visit of a track that jitters on the outline after it was inside, and none before', () => {
    const jitter = Array.from({ length: 100 }, (_, k): [number, number] => [600 + (k % 2 === 0 ? 1.5 : -1.5), 500])
    expect(ofType(walk(measurer([yard()]), jitter), 'zone_entry')).toEqual([])
    const events = walk(measurer([yard()]), [...stay([500, 500], 5), ...jitter, ...stay([700, 500], 5)])
    expect(ofType(events, 'zone_entry')).toHaveLength(1)
    expect(ofType(events, 'zone_exit')).toHaveLength(1)
  })

  it('counts no visit of a track that is inside for less than the settle time', () => {
    const outside = stay([700, 500], 10)
    expect(ofType(walk(measurer([yard()]), [...outside, ...stay([500, 500], 1), ...outside]), 'zone_entry')).toEqual([])
    // Four frames are 100 ms from the first to the last.
    expect(ofType(walk(measurer([yard()]), [...outside, ...stay([500, 500], 3), ...outside]), 'zone_entry')).toEqual([])
    const [entry] = ofType(walk(measurer([yard()]), [...outside, ...stay([500, 500], 4), ...outside]), 'zone_entry')
    expect(entry).toMatchObject({ time_s: expect.closeTo(9.5 / 30, 9) as number, frame_index: 13 })
  })

  it('counts one visit of a stay with a frame outside, and subtracts that frame from its dwell', () => {
    const spots = [...stay([500, 500], 16), ...stay([700, 500], 1), ...stay([500, 500], 16), ...stay([700, 500], 10)]
    const events = walk(measurer([yard()]), spots)
    expect(ofType(events, 'zone_entry')).toHaveLength(1)
    // In until 100 of 200 px on the path out, and again from there on the path back in: a frame's time less.
    expect(ofType(events, 'zone_exit').map((e) => [e.time_s, e.dwell_s])).toEqual([
      [expect.closeTo(32.5 / 30, 9), expect.closeTo(31.5 / 30, 9)],
    ])
  })

  it('ends a visit at the first time outside once the track has been outside for the settle time', () => {
    const spots = [...stay([500, 500], 16), ...stay([700, 500], 10)]
    const [exit] = ofType(walk(measurer([yard()]), spots), 'zone_exit')
    expect(exit).toMatchObject({ time_s: expect.closeTo(15.5 / 30, 9) as number, frame_index: 19 })
    const back = [...stay([500, 500], 16), ...stay([700, 500], 4), ...stay([500, 500], 16)]
    expect(ofType(walk(measurer([yard()]), back), 'zone_entry')).toHaveLength(2)
  })

  it('accepts a single sighting when frames are farther apart than the settle time', () => {
    const spots: Spot[] = [
      [500, 500],
      [900, 500],
      [500, 500],
      [900, 500],
      [900, 500],
    ]
    const events = walk(measurer([yard()]), spots, { fps: 2 })
    expect(ofType(events, 'zone_entry').map((e) => e.time_s)).toEqual([0, expect.closeTo(0.875, 9)])
    expect(ofType(events, 'zone_exit')).toHaveLength(2)
  })

  it('flags visits that are open at the end', () => {
    const events = walk(measurer([yard()]), stay([500, 500], 31))
    expect(ofType(events, 'zone_exit')).toEqual([
      expect.objectContaining({ open_at_end: true, dwell_s: expect.closeTo(1, 9) as number }),
    ])
    expect(ofType(events, 'zone_dwell')).toEqual([expect.objectContaining({ open_at_end: true })])
  })

  it('counts a visit of the last frame as open however long that frame lasts', () => {
    const m = measurer([yard()])
    m.update([standing(500, 500)], { index: 0, ptsS: 0, ...FRAME })
    expect(ofType(m.finish(30), 'zone_exit')).toEqual([expect.objectContaining({ open_at_end: true, dwell_s: 0 })])
    // A track that was lost before has left.
    const other = measurer([yard()])
    other.update([standing(500, 500)], { index: 0, ptsS: 0, ...FRAME })
    other.update([], { index: 1, ptsS: 0.1, ...FRAME })
    expect(ofType(other.finish(30), 'zone_exit')[0]).not.toHaveProperty('open_at_end')
  })

  it('continues when the size of the frames changes', () => {
    const m = measurer([yard()])
    for (let index = 0; index <= 60; index++) {
      const [x, size] = index < 20 ? [450, 1000] : [225, 500]
      m.update([standing(x, x)], { index, ptsS: index / 30, width: size, height: size })
    }
    m.finish(2)
    expect(m.counts().zones[0]).toMatchObject({ visits: 1, dwell_s: expect.closeTo(2, 9) })
  })

  it('uses the first of two boxes with one id', () => {
    const m = measurer([yard()])
    for (let index = 0; index <= 30; index++) {
      m.update([standing(500, 500), standing(900, 900)], { index, ptsS: index / 30, ...FRAME })
    }
    m.finish(1)
    expect(m.counts().zones[0]).toMatchObject({ visits: 1, dwell_s: expect.closeTo(1, 9) })
  })

  it('includes open visits with their dwell so far in the counts', () => {
    const m = measurer([yard()])
    for (let index = 0; index <= 15; index++) m.update([standing(500, 500)], { index, ptsS: index / 30, ...FRAME })
    expect(m.counts().zones[0]).toMatchObject({ visits: 1, dwell_s: expect.closeTo(0.5, 9), peak_occupancy: 1 })
    expect(m.live()).toEqual([{ name: 'yard', kind: 'zone', inside: 1, aToB: 0, bToA: 0 }])
  })

  it('of a bent shape excludes the area between its arms', () => {
    const u = zone([
      [200, 200],
      [300, 200],
      [300, 600],
      [500, 600],
      [500, 200],
      [600, 200],
      [600, 700],
      [200, 700],
    ])
    // 10 px a frame through both arms: 100 px in each.
    const events = walk(measurer([u]), path([105, 400], [705, 400], 61))
    expect(ofType(events, 'zone_exit').map((e) => e.dwell_s)).toEqual([
      expect.closeTo(10 / 30, 9),
      expect.closeTo(10 / 30, 9),
    ])
  })

  it('narrower than its band still has an inside', () => {
    const strip = zone([
      [498, 0],
      [502, 0],
      [502, 1000],
      [498, 1000],
    ])
    const spots = [...stay([450, 500], 5), ...stay([500, 500], 31), ...stay([550, 500], 5)]
    expect(ofType(walk(measurer([strip]), spots, { height: 300 }), 'zone_exit')).toHaveLength(1)
  })

  it('that reaches the edge of the frame contains objects on that edge or beyond', () => {
    const bottom = zone([
      [0, 500],
      [1000, 500],
      [1000, 1000],
      [0, 1000],
    ])
    for (const y of [999, 1000, 1015]) {
      expect(ofType(walk(measurer([bottom]), stay([500, y], 31)), 'zone_exit')[0]?.dwell_s).toBeCloseTo(1, 9)
    }
  })

  it('counts only its own classes, and keeps the class of a visit', () => {
    const cars = { ...yard(), classes: ['car'] }
    expect(ofType(walk(measurer([cars]), stay([500, 500], 30)), 'zone_entry')).toEqual([])
    const m = measurer([cars])
    for (let index = 0; index < 31; index++) {
      const className = index < 20 ? 'car' : 'truck'
      m.update([standing(500, 500, { className })], { index, ptsS: index / 30, ...FRAME })
    }
    m.finish(1)
    expect(m.counts().zones[0]?.by_class).toEqual({ car: { visits: 1, dwell_s: expect.closeTo(1, 9) as number } })
  })
})

describe('a lost track', () => {
  it('pauses its visit', () => {
    const events = walk(measurer([yard()]), [...stay([500, 500], 16), ...nowhere(20), ...stay([500, 500], 16)])
    expect(ofType(events, 'zone_entry')).toHaveLength(1)
    expect(ofType(events, 'zone_exit').map((e) => e.dwell_s)).toEqual([expect.closeTo(1, 9)])
  })

  it('leaves when it stays lost for longer than the gap, and makes a new visit when it returns', () => {
    const events = walk(measurer([yard()], { gap_s: 0.5 }), [
      ...stay([500, 500], 16),
      ...nowhere(20),
      ...stay([500, 500], 31),
    ])
    const exits = ofType(events, 'zone_exit')
    expect(exits.map((e) => [e.time_s, e.dwell_s, e.open_at_end ?? false])).toEqual([
      [expect.closeTo(0.5, 9), expect.closeTo(0.5, 9), false],
      [expect.closeTo(66 / 30, 9), expect.closeTo(1, 9), true],
    ])
    // Reported in the first frame that is more than half a second later.
    expect(exits[0]?.frame_index).toBe(31)
    expect(ofType(events, 'zone_entry').map((e) => e.time_s)).toEqual([0, expect.closeTo(36 / 30, 9)])
    expect(ofType(events, 'zone_dwell').map((e) => e.dwell_s)).toEqual([expect.closeTo(1.5, 9)])
  })

  it('is not lost when frames are far apart', () => {
    const events = walk(measurer([yard()], { gap_s: 1 }), stay([500, 500], 5), { fps: 0.2 })
    expect(ofType(events, 'zone_exit').map((e) => e.dwell_s)).toEqual([expect.closeTo(20, 9)])
  })

  it('has left when it was last seen inside and is found again outside', () => {
    const spots = [...stay([500, 500], 16), ...nowhere(10), ...stay([900, 500], 5)]
    const [exit] = ofType(walk(measurer([yard()]), spots), 'zone_exit')
    expect(exit).toMatchObject({ time_s: expect.closeTo(0.5, 9), dwell_s: expect.closeTo(0.5, 9) })
  })

  it('that is permanently gone has its total reported once, before the end', () => {
    const m = createMeasurer('measure', withDefaults('measure', { geometries: [yard()] }), null, { forgetAfterS: 5 })
    const told: number[] = []
    for (let index = 0; index < 300; index++) {
      const tracks = [standing(900, 900, { trackId: 7 }), ...(index < 31 ? [standing(500, 500, { trackId: 8 })] : [])]
      const events = m.update(tracks, { index, ptsS: index / 30, ...FRAME })
      for (const e of ofType(events, 'zone_dwell')) told.push(e.frame_index)
    }
    expect(told).toEqual([181])
    expect(ofType(m.finish(10), 'zone_dwell')).toEqual([])
    expect(m.counts().zones[0]).toMatchObject({ visits: 1, dwell_s: expect.closeTo(1, 9) })
  })
})

describe('occupancy', () => {
  it('is reported per interval as minimum, mean over time and maximum', () => {
    const m = measurer([yard()], { occupancy_interval_s: 1 })
    const events = []
    for (let index = 0; index < 25; index++) {
      const ptsS = index / 10
      // One track is present from 0.5 s on, another from 1.2 s to 1.6 s.
      const tracks = [
        standing(ptsS >= 0.5 ? 500 : 100, 500),
        standing(ptsS >= 1.2 && ptsS < 1.6 ? 450 : 900, 500, { trackId: 2 }),
      ]
      events.push(...m.update(tracks, { index, ptsS, ...FRAME }))
    }
    events.push(...m.finish(2.5))
    const series = ofType(events, 'zone_occupancy').map((e) => [e.time_s, e.occupancy])
    expect(series).toEqual([
      [0, { interval_s: expect.closeTo(1, 9), min: 0, mean: expect.closeTo(0.5, 6), max: 1 }],
      [1, { interval_s: expect.closeTo(1, 9), min: 1, mean: expect.closeTo(1.4, 6), max: 2 }],
      [2, { interval_s: expect.closeTo(0.5, 9), min: 1, mean: expect.closeTo(1, 6), max: 1 }],
    ])
    expect(m.counts().zones[0]?.peak_occupancy).toBe(2)
  })

  it('that changes at an interval boundary belongs to the new one', () => {
    const m = measurer([yard()])
    const events = [true, true, false, false, true].flatMap((inside, index) =>
      m.update([standing(inside ? 500 : 900, 500)], { index, ptsS: index / 2, ...FRAME }),
    )
    expect(ofType(events, 'zone_occupancy').map((e) => [e.occupancy?.min, e.occupancy?.max])).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  it('covers intervals without a frame, and a jump in time in one event', () => {
    const m = measurer([yard()])
    const at = (index: number, ptsS: number) =>
      ofType(m.update([standing(500, 500)], { index, ptsS, ...FRAME }), 'zone_occupancy')
    expect(at(0, 0)).toEqual([])
    expect(at(1, 3.5).map((e) => [e.time_s, e.occupancy?.mean])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ])
    expect(at(2, 1_000_003.5).map((e) => [e.time_s, e.occupancy?.interval_s])).toEqual([[3, 1_000_000]])
  })
})

describe('memory', () => {
  it('is bounded when every frame shows new tracks and time does not advance', () => {
    const m = measurer([yard()], { min_settle_ms: 0 })
    let dwells = 0
    for (let index = 0; index < 600; index++) {
      const tracks = Array.from({ length: 20 }, (_, k) => standing(500, 500, { trackId: index * 20 + k + 1 }))
      dwells += ofType(m.update(tracks, { index, ptsS: 0, ...FRAME }), 'zone_dwell').length
    }
    expect(dwells).toBe(600 * 20 - 10_000)
    expect(m.counts().zones[0]?.visits).toBe(12_000)
  })
})
