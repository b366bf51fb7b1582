import fc from 'fast-check'
import { expect, test } from 'vitest'
import { littleFoundIn, littleFoundOf, MAX_UNSURE, MIN_FRAMES } from '../../../src/shared/domain/little-found.ts'

/** Frames with their consistent figures: sure frames are among those with a detection. */
const figures = fc
  .tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(10_000))
  .map((counts) => [...counts].sort((a, b) => b - a) as [number, number, number])
  .map(([frames, framesWith, framesSure]) => ({ frames, framesWith, framesSure }))

test('a block that found nothing in nearly every frame found next to nothing', () => {
  expect(littleFoundOf({ frames: 100, framesWith: 3, framesSure: 2 }, 0.25)).toEqual({
    frames: 100,
    frames_with: 3,
    frames_sure: 2,
    threshold: 0.25,
  })
})

test('a block with only near scores in nearly every frame found next to nothing', () => {
  expect(littleFoundOf({ frames: 100, framesWith: 100, framesSure: 5 }, 0.4)).toMatchObject({ frames_with: 100 })
})

test('a video that is rightly empty for half of the time raises no alarm', () => {
  expect(littleFoundOf({ frames: 1000, framesWith: 500, framesSure: 450 }, 0.25)).toBeNull()
  expect(littleFoundOf({ frames: 1000, framesWith: 500, framesSure: 300 }, 0.25)).toBeNull()
})

test('a share of exactly the limit is not above it', () => {
  expect(littleFoundOf({ frames: 100, framesWith: 20, framesSure: 20 }, 0.25)).toBeNull()
  expect(littleFoundOf({ frames: 100, framesWith: 20, framesSure: 19 }, 0.25)).not.toBeNull()
})

test('too few frames are never judged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MIN_FRAMES - 1 }), (frames) => {
      expect(littleFoundOf({ frames, framesWith: 0, framesSure: 0 }, 0.25)).toBeNull()
    }),
  )
})

test('a judged block is exactly one with enough frames and too large a share of unsure ones', () => {
  fc.assert(
    fc.property(figures, (found) => {
      const { frames, framesSure } = found
      const unsure = frames >= MIN_FRAMES && (frames - framesSure) / frames > MAX_UNSURE
      expect(littleFoundOf(found, 0.25) !== null).toBe(unsure)
    }),
  )
})

test('one more sure frame never turns an accepted block into a doubted one', () => {
  fc.assert(
    fc.property(figures, (found) => {
      if (littleFoundOf(found, 0.25) !== null || found.framesSure === found.frames) return
      const better = { ...found, framesSure: found.framesSure + 1 }
      expect(littleFoundOf({ ...better, framesWith: Math.max(better.framesWith, better.framesSure) }, 0.25)).toBeNull()
    }),
  )
})

test('empty, near and sure frames add up to all frames', () => {
  fc.assert(
    fc.property(figures, (found) => {
      const little = littleFoundOf(found, 0.25)
      const [one] = littleFoundIn({ find: { ...(little && { little_found: little }) } })
      if (!one) return
      expect(one.empty + one.near + found.framesSure / found.frames).toBeCloseTo(1)
      expect(Math.min(one.empty, one.near)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('blocks without the figure are not listed', () => {
  expect(littleFoundIn({ source: {}, find: {} })).toEqual([])
})
