import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitCounts, splitImages } from '../../../../src/platform/exchange/exports/splits.ts'
import { SPLITS } from '../../../../src/shared/api/exports.ts'

const shares = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  .map(([low, high]) => ({ train: low, val: high - low, test: 100 - high }))
const count = fc.integer({ min: 0, max: 5000 })
const seed = fc.integer({ min: 0, max: 2_147_483_647 })

it('puts every image in one split, as many as the shares say', () => {
  fc.assert(
    fc.property(count, shares, seed, (n, wanted, of) => {
      const splits = splitImages(n, wanted, of)
      expect(splits).toHaveLength(n)
      const counts = splitCounts(n, wanted)
      for (const split of SPLITS) {
        expect(splits.filter((s) => s === split)).toHaveLength(counts[split])
        expect(Math.abs(counts[split] - (n * wanted[split]) / 100)).toBeLessThan(1)
      }
    }),
  )
})

it('gives the images that remain to the largest remainders', () => {
  expect(splitCounts(10, { train: 75, val: 15, test: 10 })).toEqual({ train: 8, val: 1, test: 1 })
  expect(splitCounts(3, { train: 34, val: 33, test: 33 })).toEqual({ train: 1, val: 1, test: 1 })
  expect(splitCounts(1, { train: 50, val: 50, test: 0 })).toEqual({ train: 1, val: 0, test: 0 })
})

it('repeats the splits of a seed, and differs by seed', () => {
  const of = (seed: number) => splitImages(1000, { train: 80, val: 10, test: 10 }, seed)
  expect(of(5)).toEqual(of(5))
  expect(of(5)).not.toEqual(of(6))
  // Pinned, since the splits of a seed are the same in every version.
  expect(splitImages(10, { train: 50, val: 30, test: 20 }, 1)).toEqual(
    'val test train train train val test train train val'.split(' '),
  )
})
