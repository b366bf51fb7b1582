import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMeasurer, type MeasurerState } from '../../../src/engine/measure/measurer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { MeasureEvent } from '../../../src/shared/domain/event.ts'
import type { Evidence } from '../../../src/shared/domain/evidence.ts'
import { FRAME, line, ofType, standing, zone } from './walk.ts'

interface ClipFrame {
  pauseS: number
  /** True when the frame has half the size. */
  half: boolean
  tracks: { trackId: number; x: number; y: number; className: string }[]
}

/** Several tracks that jump about and are not always present, with pauses and changes of the frame's size. */
const clips: fc.Arbitrary<ClipFrame[]> = fc.array(
  fc.record({
    pauseS: fc.constantFrom(0.033, 0.033, 0.05, 0.2, 1.5),
    half: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    tracks: fc.array(
      fc.record({
        trackId: fc.integer({ min: 1, max: 4 }),
        x: fc.integer({ min: 250, max: 750 }),
        y: fc.constantFrom(380, 450, 497, 499, 501, 503, 550, 620),
        className: fc.constantFrom('car', 'person'),
      }),
      { maxLength: 6, size: 'max' },
    ),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
)

const gate = [
  [300, 500],
  [700, 500],
] as [number, number][]
const config = withDefaults('measure', {
  min_settle_ms: 30,
  geometries: [
    line(gate),
    line(gate, { name: 'cars', classes: ['car'] }),
    zone([
      [400, 400],
      [600, 400],
      [600, 600],
      [400, 600],
    ]),
  ],
})
const options = { evidence: true, forgetAfterS: 2 }

/**
 * All output of a measurer for a clip. After the frames of `hops` another one takes its place, from its saved state.
 */
function measured(clip: readonly ClipFrame[], hops: readonly number[] = []) {
  let m = createMeasurer('measure', config, null, options)
  const events: MeasureEvent[] = []
  const evidence: Evidence[] = []
  const live: unknown[] = []
  let ptsS = 0
  clip.forEach(({ pauseS, half, tracks }, index) => {
    ptsS += pauseS
    const scale = half ? 0.5 : 1
    const boxes = tracks.map(({ x, y, ...rest }) => standing(x * scale, y * scale, { ...rest, height: 80 * scale }))
    events.push(...m.update(boxes, { index, ptsS, width: FRAME.width * scale, height: FRAME.height * scale }))
    evidence.push(...m.takeEvidence())
    live.push(m.counts(), m.live())
    if (hops.includes(index)) {
      const saved = deserialize(serialize(m.save())) as MeasurerState
      m = createMeasurer('measure', config, saved, options)
    }
  })
  events.push(...m.finish(ptsS))
  evidence.push(...m.takeEvidence())
  return { events, evidence, live, nearMisses: m.nearMisses(), counts: m.counts() }
}

it('a measurer saved after any frame and resumed yields the same bytes', () => {
  let counted = 0
  fc.assert(
    fc.property(clips, fc.array(fc.nat(59), { maxLength: 4 }), (clip, hops) => {
      const whole = measured(clip)
      expect(JSON.stringify(measured(clip, hops))).toBe(JSON.stringify(whole))
      counted += whole.evidence.length
    }),
    { numRuns: 100 },
  )
  expect(counted).toBeGreaterThan(250)
})

it('saving leaves the saved state unchanged', () => {
  const m = createMeasurer('measure', config, null, options)
  m.update([standing(500, 450)], { index: 0, ptsS: 0, ...FRAME })
  const saved = m.save()
  const before = serialize(saved)
  m.update([standing(500, 550)], { index: 1, ptsS: 0.1, ...FRAME })
  createMeasurer('measure', config, saved, options).update([standing(500, 550)], { index: 1, ptsS: 0.1, ...FRAME })
  expect(serialize(saved)).toEqual(before)
})

it('each crossing and each visit has exactly one piece of evidence, and every event an id of its own', () => {
  let seen = 0
  fc.assert(
    fc.property(clips, (clip) => {
      const { events, evidence, nearMisses } = measured(clip)
      const ids = events.map((e) => e.id)
      expect(new Set(ids).size).toBe(events.length)
      const counts = [...ofType(events, 'line_crossing'), ...ofType(events, 'zone_entry')]
      const explained = evidence.filter((e) => e.counted)
      expect(explained.map((e) => e.event_id).toSorted()).toEqual(counts.map((e) => e.id as string).toSorted())
      for (const one of explained) {
        const event = counts.find((e) => e.id === one.event_id)
        expect([one.geometry, one.track_id]).toEqual([event?.geometry, event?.track_id])
        expect(one.kind === 'line' ? one.crossed_s : one.entered_s).toBe(event?.time_s)
      }
      const missed = evidence.filter((e) => !e.counted)
      expect(missed.length).toBe(nearMisses.reduce((sum, n) => sum + n.kept, 0))
      for (const one of evidence) {
        expect(one.path.length).toBeGreaterThan(0)
        expect(one.path.length).toBeLessThanOrEqual(32)
        const times = one.path.map((p) => p.time_s)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }
      seen += explained.length
    }),
    { numRuns: 100 },
  )
  expect(seen).toBeGreaterThan(100)
})

it('recording evidence changes no counts', () => {
  fc.assert(
    fc.property(clips, (clip) => {
      const told = [true, false].map((evidence) => {
        const m = createMeasurer('measure', config, null, { ...options, evidence })
        let ptsS = 0
        const events = clip.flatMap(({ pauseS, tracks }, index) => {
          ptsS += pauseS
          const boxes = tracks.map(({ x, y, ...rest }) => standing(x, y, { ...rest, height: 80 }))
          return m.update(boxes, { index, ptsS, ...FRAME })
        })
        return { events: [...events, ...m.finish(ptsS)], counts: m.counts() }
      })
      expect(told[0]).toEqual(told[1])
    }),
    { numRuns: 50 },
  )
})
