import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTracker } from '../../../src/engine/tracking/tracker.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection, TrackedDetection } from '../../../src/shared/domain/detection.ts'

const side = fc.oneof(fc.double({ min: 5, max: 300, noNaN: true }), fc.constantFrom(0, 1e-9, -20, 1e7))
const anyDetection = fc
  .record({
    x: fc.oneof(fc.double({ min: -100, max: 1300, noNaN: true }), fc.constantFrom(0, 200, Number.NaN, 1e12)),
    y: fc.oneof(fc.double({ min: -100, max: 800, noNaN: true }), fc.constantFrom(0, 200)),
    width: side,
    height: side,
    score: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.1, 0.6, 0.7, 1)),
    className: fc.constantFrom('car', 'truck'),
  })
  .map(
    ({ x, y, width, height, score, className }): Detection => ({
      box: { x1: x, y1: y, x2: x + width, y2: y + height },
      score,
      classId: 0,
      className,
      modelNodeId: 'model',
      id: 0,
    }),
  )
/** Some frames repeat each other, so that tracks persist; some are empty. */
const anyClip = fc
  .array(fc.array(anyDetection, { maxLength: 8 }), { minLength: 1, maxLength: 6 })
  .chain((scenes) =>
    fc
      .array(fc.integer({ min: 0, max: scenes.length }), { minLength: 1, maxLength: 25 })
      .map((order) => order.map((k) => scenes[k] ?? [])),
  )
  .map((frames) => frames.map((detections) => detections.map((d, id) => ({ ...d, id }))))
const anyKind = fc.constantFrom('bytetrack', 'botsort')

const track = (kind: 'bytetrack' | 'botsort', frames: readonly (readonly Detection[])[]): TrackedDetection[][] => {
  const tracker = createTracker(withDefaults('track', { tracker: kind }))
  return frames.map((detections, index) =>
    tracker.update(detections, { index, ptsS: index / 10, width: 1280, height: 720 }),
  )
}

describe('any detections', () => {
  it('get an id of their own per object of a frame and a finite box, and none is invented', () => {
    fc.assert(
      fc.property(anyKind, anyClip, (kind, frames) => {
        track(kind, frames).forEach((tracks, index) => {
          const ids = tracks.map((t) => t.trackId)
          expect(new Set(ids).size).toBe(ids.length)
          // Each output is one of the frame's detections, each at most once.
          const sources = tracks.map((t) => t.id)
          expect(new Set(sources).size).toBe(sources.length)
          for (const t of tracks) {
            expect(frames[index]?.[t.id]?.score).toBe(t.score)
            expect(Number.isInteger(t.trackId) && t.trackId >= 1).toBe(true)
            for (const value of Object.values(t.box)) expect(Number.isFinite(value)).toBe(true)
            expect(t.box.x2).toBeGreaterThan(t.box.x1)
            expect(t.box.y2).toBeGreaterThan(t.box.y1)
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it('are not modified', () => {
    fc.assert(
      fc.property(anyKind, anyClip, (kind, frames) => {
        const before = structuredClone(frames)
        track(kind, frames)
        expect(frames).toEqual(before)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the order of the detections', () => {
  /** Objects that move about and overlap; no two boxes are equal, so no match is a tie. */
  const walkers = fc.array(
    fc.record({
      x: fc.double({ min: 0, max: 600, noNaN: true }),
      y: fc.double({ min: 0, max: 300, noNaN: true }),
      vx: fc.double({ min: -8, max: 8, noNaN: true }),
      vy: fc.double({ min: -8, max: 8, noNaN: true }),
      height: fc.double({ min: 60, max: 160, noNaN: true }),
      score: fc.double({ min: 0.65, max: 0.99, noNaN: true }),
    }),
    { minLength: 2, maxLength: 8 },
  )

  it('does not matter, up to the numbers of the ids', () => {
    fc.assert(
      fc.property(anyKind, walkers, fc.infiniteStream(fc.nat()), (kind, objects, dice) => {
        const frames = Array.from({ length: 20 }, (_, f) =>
          objects.map(
            (o, id): Detection => ({
              // A wobble that differs by object and frame keeps equal generated values apart.
              box: {
                x1: o.x + f * o.vx + Math.sin(id * 7.3 + f) * 1.5,
                y1: o.y + f * o.vy + Math.cos(id * 3.1 + f) * 1.5,
                x2: o.x + f * o.vx + o.height * 0.4 + id * 0.01,
                y2: o.y + f * o.vy + o.height + id * 0.013,
              },
              score: (f + id) % 7 === 0 ? 0.3 : o.score - id * 1e-3,
              classId: 0,
              className: 'person',
              modelNodeId: 'model',
              id,
            }),
          ),
        )
        const shuffled = frames.map((detections) =>
          detections
            .map((d) => ({ d, key: dice.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ d }) => d),
        )
        const paths = (outputs: TrackedDetection[][]): string[] => {
          const byTrack = new Map<number, string[]>()
          outputs.forEach((tracks, f) => {
            for (const t of tracks) byTrack.set(t.trackId, [...(byTrack.get(t.trackId) ?? []), `${f}:${t.id}`])
          })
          return [...byTrack.values()].map((path) => path.join(' ')).sort()
        }
        expect(paths(track(kind, shuffled))).toEqual(paths(track(kind, frames)))
      }),
      { numRuns: 100 },
    )
  })
})
