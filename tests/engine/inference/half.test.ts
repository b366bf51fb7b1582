import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHalf, toHalf } from '../../../src/engine/inference/half.ts'

test('every half survives the conversion to a float and back', () => {
  const isKept = (half: number) => {
    const value = fromHalf(half)
    return Number.isNaN(value) ? Number.isNaN(fromHalf(toHalf(value))) : toHalf(value) === half
  }
  const lost = Array.from({ length: 0x10000 }, (_, half) => half).filter((half) => !isKept(half))
  expect(lost).toEqual([])
})

test('a float becomes the nearest half', () => {
  fc.assert(
    fc.property(fc.float({ min: -65_000, max: 65_000, noNaN: true }), (value) => {
      const half = toHalf(value)
      const error = Math.abs(fromHalf(half) - value)
      for (const neighbour of [half - 1, half + 1]) {
        if ((neighbour & 0x7fff) >= 0x7c00 || neighbour < 0) continue
        expect(error).toBeLessThanOrEqual(Math.abs(fromHalf(neighbour) - value))
      }
    }),
  )
})

test.each([
  [1, 0x3c00],
  [-2, 0xc000],
  [65_504, 0x7bff],
  [1e6, 0x7c00],
  [2 ** -24, 0x0001],
  [0, 0],
])('%f is converted to %i', (value, half) => {
  expect(toHalf(value)).toBe(half)
})
