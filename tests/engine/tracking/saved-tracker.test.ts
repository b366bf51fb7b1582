import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTracker, type SavedTracker, type TrackerFrame } from '../../../src/engine/tracking/tracker.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'

const anyDetection = fc
  .record({
    x: fc.integer({ min: 0, max: 12 }).map((k) => k * 25),
    y: fc.integer({ min: 0, max: 3 }).map((k) => k * 40),
    score: fc.constantFrom(0.2, 0.4, 0.65, 0.8, 0.95),
    className: fc.constantFrom('car', 'truck'),
    look: fc.constantFrom(0, 1, 2),
  })
  .map(({ x, y, score, className, look }) => ({
    detection: { box: { x1: x, y1: y, x2: x + 50, y2: y + 90 }, score, className, classId: 0, modelNodeId: 'm', id: 0 },
    look: Float32Array.from([0, 1, 2], (axis) => (axis === look ? 1 : 0)),
  }))

/** Times that jump: gaps, repetitions and steps back are all allowed. */
const anyGap = fc.constantFrom(0.033, 0.033, 0.04, 0, 0.5, 3, -0.2, 1000)
const anyClip = fc.array(fc.tuple(fc.array(anyDetection, { maxLength: 6 }), anyGap), { minLength: 1, maxLength: 18 })
const anyConfig = fc.record({
  tracker: fc.constantFrom('bytetrack' as const, 'botsort' as const),
  class_handling: fc.constantFrom('together' as const, 'apart' as const),
  lost_after_s: fc.constantFrom(0, 0.2, 1),
  proximity_threshold: fc.constantFrom(0.5, 1),
})

type Clip = { detections: Detection[]; frame: TrackerFrame }[]

function clipOf(frames: readonly (readonly [readonly { detection: Detection; look: Float32Array }[], number])[]): Clip {
  let ptsS = 0
  return frames.map(([seen, gap], index) => {
    ptsS += gap
    const detections = seen.map(({ detection }, id) => ({ ...detection, id }))
    const appearances = new Map(detections.map((d, i) => [d, seen[i]?.look as Float32Array]))
    const warp = index % 3 === 0 ? ([1, 0.01, 4, -0.01, 1, -2] as const) : undefined
    return { detections, frame: { index, ptsS, width: 640, height: 360, warp, appearances } }
  })
}

const settings = (config: Partial<ConfigOf<'track'>>) => withDefaults('track', config)

describe('a saved tracker', () => {
  it('resumes exactly from its saved state, wherever it was saved', () => {
    fc.assert(
      fc.property(anyConfig, anyClip, fc.nat(), (config, frames, at) => {
        const clip = clipOf(frames)
        const whole = createTracker(settings(config))
        const outputs = clip.map(({ detections, frame }) => whole.update(detections, frame))
        const cut = at % (clip.length + 1)
        const before = createTracker(settings(config))
        for (const { detections, frame } of clip.slice(0, cut)) before.update(detections, frame)
        const saved = deserialize(serialize(before.save())) as SavedTracker
        const after = createTracker(settings(config), { saved })
        expect(clip.slice(cut).map(({ detections, frame }) => after.update(detections, frame))).toEqual(
          outputs.slice(cut),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('is a copy: later updates change neither it nor its origin', () => {
    const clip = clipOf(fc.sample(anyClip, { numRuns: 1, seed: 7 })[0] ?? [])
    const tracker = createTracker(settings({}))
    for (const { detections, frame } of clip) tracker.update(detections, frame)
    const saved = tracker.save()
    const copy = structuredClone(saved)
    const other = createTracker(settings({}), { saved })
    for (const { detections, frame } of clip) other.update(detections, frame)
    expect(saved).toEqual(copy)
    expect(tracker.save()).toEqual(copy)
  })

  it('emits each detection at most once and invents none, whatever the times', () => {
    fc.assert(
      fc.property(anyConfig, anyClip, (config, frames) => {
        const tracker = createTracker(settings(config))
        for (const { detections, frame } of clipOf(frames)) {
          const tracks = tracker.update(detections, frame)
          expect(new Set(tracks.map((t) => t.trackId)).size).toBe(tracks.length)
          expect(new Set(tracks.map((t) => t.id)).size).toBe(tracks.length)
          for (const t of tracks) expect(detections[t.id]?.score).toBe(t.score)
        }
      }),
    )
  })
})

describe('memory', () => {
  it('does not grow with the number of objects that come and go', () => {
    const tracker = createTracker(settings({}))
    const sizes: number[] = []
    let newest = 0
    let index = 0
    for (let chunk = 0; chunk < 6; chunk++) {
      for (const end = index + 1500; index < end; index++) {
        // Each object is present for two frames, in a place of its own.
        const first = index >> 1
        const detections = Array.from({ length: 3 }, (_, id) => {
          const x = ((first * 3 + id) % 50) * 100
          return {
            box: { x1: x, y1: 0, x2: x + 40, y2: 80 },
            score: 0.9,
            classId: 0,
            className: 'p',
            modelNodeId: 'm',
            id,
          }
        })
        const tracks = tracker.update(detections, { index, ptsS: index / 30, width: 5000, height: 100 })
        for (const t of tracks) newest = Math.max(newest, t.trackId)
      }
      sizes.push(serialize(tracker.save()).length)
    }
    expect(newest).toBe(13_500)
    for (const size of sizes) expect(size).toBeLessThan((sizes[0] as number) * 1.5)
  })
})
