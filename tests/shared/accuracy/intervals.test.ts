import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers, excluding, including, tidy, totalS } from '../../../src/shared/accuracy/intervals.ts'
import { likelyRange } from '../../../src/shared/accuracy/sample.ts'
import type { Interval } from '../../../src/shared/domain/truth.ts'

const intervals = fc
  .array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 10 })), { maxLength: 8 })
  .map((all) => all.map(([from, long]): Interval => [from, from + long]))

describe('watched intervals', () => {
  it('are extended by newly watched ones, and stay disjoint and sorted', () => {
    fc.assert(
      fc.property(intervals, (all) => {
        const grown = all.reduce<readonly Interval[]>((sum, [from, to]) => including(sum, from, to), [])
        expect(grown).toEqual(tidy(all))
        grown.forEach(([from], i) => {
          if (i > 0) expect(from).toBeGreaterThan((grown[i - 1] as Interval)[1])
        })
        for (let t = 0.5; t < 50; t++) expect(covers(grown, t)).toBe(all.some(([from, to]) => from <= t && t <= to))
      }),
    )
  })

  it('lose a removed part, and no more', () => {
    expect(excluding([[0, 10]], 3, 5)).toEqual([
      [0, 3],
      [5, 10],
    ])
    expect(
      totalS(
        excluding(
          [
            [0, 4],
            [6, 9],
          ],
          2,
          7,
        ),
      ),
    ).toBe(4)
  })
})

describe('likely range of a share', () => {
  // Wilson's interval as computed by R's prop.test(correct = FALSE).
  it.each([
    [0, 10, 0, 0.2775],
    [10, 12, 0.552, 0.953],
    [12, 12, 0.7575, 1],
    [50, 100, 0.4038, 0.5962],
  ])('%i of %i', (hits, of, from, to) => {
    const range = likelyRange({ hits, of })
    expect(range?.[0]).toBeCloseTo(from, 3)
    expect(range?.[1]).toBeCloseTo(to, 3)
  })
})
