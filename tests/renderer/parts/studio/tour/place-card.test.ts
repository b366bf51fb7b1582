import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, placeCard } from '../../../../../src/renderer/parts/studio/tour/place-card.ts'

const VIEW = { width: 1024, height: 620 }
const CARD = { width: 300, height: 180 }

const covers = (at: { x: number; y: number }, b: Box) =>
  at.x < b.x + b.width && b.x < at.x + CARD.width && at.y < b.y + b.height && b.y < at.y + CARD.height

test('the card is fully on the screen, wherever its target is', () => {
  const side = fc.integer({ min: -3000, max: 3000 })
  const length = fc.integer({ min: 0, max: 2000 })
  fc.assert(
    fc.property(fc.record({ x: side, y: side, width: length, height: length }), (target) => {
      const { x, y } = placeCard(target, CARD, VIEW)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x + CARD.width).toBeLessThanOrEqual(VIEW.width)
      expect(y + CARD.height).toBeLessThanOrEqual(VIEW.height)
    }),
  )
})

test('a target with space on a side is not covered', () => {
  const small = fc.record({
    x: fc.integer({ min: 0, max: 900 }),
    y: fc.integer({ min: 0, max: 580 }),
    width: fc.integer({ min: 10, max: 120 }),
    height: fc.integer({ min: 10, max: 40 }),
  })
  fc.assert(
    fc.property(small, (target) => {
      expect(covers(placeCard(target, CARD, VIEW), target)).toBe(false)
    }),
  )
})
