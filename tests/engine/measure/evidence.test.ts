import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { KEPT_PER_REASON } from '../../../src/engine/measure/evidence-log.ts'
import { createMeasurer } from '../../../src/engine/measure/measurer.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import { Evidence, type LineEvidence, type ZoneEvidence } from '../../../src/shared/domain/evidence.ts'
import { crossings, line, ofType, path, type Spot, stay, walk, zone } from './walk.ts'

const gate = () =>
  line([
    [300, 500],
    [700, 500],
  ])
const yard = () =>
  zone([
    [400, 400],
    [600, 400],
    [600, 600],
    [400, 600],
  ])

function explained(
  config: Partial<ConfigOf<'measure'>>,
  spots: readonly Spot[],
  more: Parameters<typeof walk>[2] = {},
) {
  const m = createMeasurer('measure', withDefaults('measure', config), null, { evidence: true })
  const events = walk(m, spots, more)
  const evidence = m.takeEvidence()
  for (const one of evidence) expect([...Value.Errors(Evidence, one)]).toEqual([])
  return { m, events, evidence }
}

describe('the evidence of a crossing', () => {
  it('contains the path before, during and after, by side, and the time at the line', () => {
    const { events, evidence } = explained({ geometries: [gate()] }, path([500, 350], [500, 650], 16))
    const [event] = crossings(events)
    expect(evidence).toHaveLength(1)
    const [found] = evidence as LineEvidence[]
    expect(found).toMatchObject({
      counted: true,
      reason: null,
      event_id: event?.id,
      track_id: 1,
      direction: 'a_to_b',
      crossed_s: event?.time_s,
      meetings: 1,
      settle_s: 0.1,
      clear_s: expect.closeTo(0.1, 6) as number,
      decided_s: expect.closeTo(11 / 30, 9) as number,
      path_left_out: 0,
    })
    // Frames 0 to 7 on side A, 8 to 11 on side B.
    expect(found?.path.map((p) => p.place).join('')).toBe('aaaaaaaabbbb')
    expect(found?.path[7]).toEqual({ time_s: 0.233333, frame_index: 7, x: 0.5, y: 0.49, place: 'a' })
  })

  it('contains the start and the end of the path of a track that lingers', () => {
    const spots = [...stay([500, 450], 20), ...stay([500, 501], 200), ...stay([500, 550], 10)]
    const { evidence } = explained({ geometries: [gate()] }, spots)
    const [found] = evidence
    expect(found?.path).toHaveLength(32)
    expect(found?.path_left_out).toBe(8 + 200 + 4 - 32)
    const frames = found?.path.map((p) => p.frame_index) ?? []
    expect(frames).toEqual(frames.toSorted((a, b) => a - b))
    expect([frames[0], frames.at(-1)]).toEqual([12, 223])
  })
})

describe('a near miss at a line has a reason', () => {
  const near: [number, number][] = [...stay([690, 480], 5), ...stay([712, 485], 5), ...stay([712, 515], 10)]
  it.each<[string, readonly Spot[], object]>([
    ['round_the_end', near, {}],
    ['touched_and_returned', [...path([500, 400], [500, 501], 11), ...path([500, 499], [500, 400], 11)], {}],
    [
      'flicker_in_dead_band',
      [
        ...stay([500, 450], 5),
        ...Array.from({ length: 9 }, (_, k): Spot => [500, k % 2 ? 499 : 501]),
        ...stay([500, 450], 5),
      ],
      {},
    ],
    ['did_not_settle', [...stay([500, 450], 10), [500, 550], ...stay([500, 450], 10)], {}],
    ['born_in_dead_band', path([500, 499.5], [500, 600], 20), {}],
    ['class_not_measured', path([500, 400], [500, 600], 20), { className: 'dog' }],
    ['lost_before_settling', [...stay([500, 450], 10), [500, 550], null, null], {}],
    ['media_ended_before_settling', [...stay([500, 450], 10), [500, 550]], {}],
  ])('%s', (reason, spots, more) => {
    const { events, evidence, m } = explained({ geometries: [{ ...gate(), classes: ['person'] }] }, spots, more)
    expect(crossings(events)).toEqual([])
    expect(evidence).toMatchObject([{ kind: 'line', counted: false, reason, event_id: null, track_id: 1 }])
    expect(evidence[0]?.path.length).toBeGreaterThan(1)
    expect(m.nearMisses()).toEqual([{ node_id: 'measure', geometry: 'gate', reason, seen: 1, kept: 1 }])
  })

  it('there is no near miss far from the line', () => {
    const far: [number, number][] = [...path([900, 300], [900, 700], 20), ...path([500, 900], [500, 700], 9)]
    expect(explained({ geometries: [gate()] }, far).evidence).toEqual([])
  })
})

describe('the evidence of a visit', () => {
  it('contains the path in and out, and names both of its events', () => {
    const { events, evidence } = explained({ geometries: [yard()] }, path([345, 500], [705, 500], 37))
    expect(evidence).toHaveLength(1)
    const [found] = evidence as ZoneEvidence[]
    expect(found).toMatchObject({
      counted: true,
      event_id: ofType(events, 'zone_entry')[0]?.id,
      exit_event_id: ofType(events, 'zone_exit')[0]?.id,
      entered_s: expect.closeTo(5.5 / 30, 9) as number,
      dwell_s: expect.closeTo(20 / 30, 9) as number,
      open_at_end: false,
    })
    expect([found?.path[0]?.place, found?.path[8]?.place, found?.path.at(-1)?.place]).toEqual([
      'outside',
      'inside',
      'outside',
    ])
  })

  it.each<[string, readonly Spot[], object]>([
    ['stayed_in_dead_band', [...stay([350, 500], 5), ...stay([401, 500], 5), ...stay([350, 500], 5)], {}],
    ['passed_between_frames', [...stay([390, 390], 5), [350, 350], [650, 650], ...stay([700, 500], 3)], {}],
    ['left_before_settling', [...stay([350, 500], 5), ...stay([500, 500], 2), ...stay([350, 500], 5)], {}],
    ['class_not_measured', path([345, 500], [705, 500], 37), { className: 'dog' }],
    ['lost_before_settling', [...stay([401, 500], 5), ...stay([401, 500], 1), ...Array(60).fill(null)], {}],
    ['media_ended_before_settling', [...stay([350, 500], 5), ...stay([401, 500], 5)], {}],
  ])('that is none says why: %s', (reason, spots, more) => {
    const { events, evidence } = explained({ geometries: [{ ...yard(), classes: ['person'] }] }, spots, more)
    expect(ofType(events, 'zone_entry')).toEqual([])
    expect(evidence).toMatchObject([{ kind: 'zone', counted: false, reason, event_id: null }])
  })
})

it('near misses are recorded up to a limit per reason, and counted beyond it', () => {
  const touches = [
    ...Array.from(
      { length: 300 },
      () =>
        [
          [500, 450],
          [500, 501],
        ] as const,
    ).flat(),
    [500, 450] as const,
  ]
  const { m, evidence } = explained({ geometries: [gate()] }, touches)
  expect(evidence).toHaveLength(KEPT_PER_REASON)
  expect(m.nearMisses()).toMatchObject([{ reason: 'touched_and_returned', seen: 300, kept: KEPT_PER_REASON }])
})
