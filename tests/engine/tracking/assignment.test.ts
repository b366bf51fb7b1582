import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, densePairs } from '../../../src/engine/tracking/assignment.ts'

/** Sum of (cost - limit) over the pairs: the objective of the limit's extended problem. */
function gain(cost: Float64Array, cols: number, limit: number, columnOf: Iterable<number>): number {
  let sum = 0
  let row = 0
  for (const col of columnOf) {
    if (col >= 0) sum += (cost[row * cols + col] as number) - limit
    row += 1
  }
  return sum
}

/** Tries every matching. */
function bestGain(cost: Float64Array, rows: number, cols: number, limit: number): number {
  const visit = (row: number, used: number): number => {
    if (row === rows) return 0
    let best = visit(row + 1, used)
    for (let col = 0; col < cols; col++) {
      if (used & (1 << col)) continue
      best = Math.min(best, (cost[row * cols + col] as number) - limit + visit(row + 1, used | (1 << col)))
    }
    return best
  }
  return visit(0, 0)
}

const problem = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })).chain(([rows, cols]) =>
  fc.record({
    rows: fc.constant(rows),
    cols: fc.constant(cols),
    limit: fc.constantFrom(0.3, 0.5, 0.8, 2),
    cost: fc
      .array(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)), {
        minLength: rows * cols,
        maxLength: rows * cols,
      })
      .map((values) => Float64Array.from(values)),
  }),
)

describe('assign', () => {
  it('is never worse than the best of all matchings', () => {
    fc.assert(
      fc.property(problem, ({ rows, cols, limit, cost }) => {
        const columnOf = assign(densePairs(cost, rows, cols), limit)
        expect(columnOf).toHaveLength(rows)
        expect(gain(cost, cols, limit, columnOf)).toBeCloseTo(bestGain(cost, rows, cols, limit), 9)
      }),
      { numRuns: 500 },
    )
  })

  it('assigns no column twice and makes no pair at or above the limit', () => {
    fc.assert(
      fc.property(problem, ({ rows, cols, limit, cost }) => {
        const columnOf = assign(densePairs(cost, rows, cols), limit)
        const taken = [...columnOf].filter((col) => col >= 0)
        expect(new Set(taken).size).toBe(taken.length)
        columnOf.forEach((col, row) => {
          if (col >= 0) expect(cost[row * cols + col]).toBeLessThan(limit)
        })
      }),
    )
  })

  it('leaves a row unmatched when two pairs would cost more than one and the limit', () => {
    // Row 0 alone would take column 0 for 0.1; giving it to row 1 forces row 0 into a pair that is over the limit.
    expect([...assign(densePairs(Float64Array.of(0.1, 0.9, 0.2, 0.9), 2, 2), 0.5)]).toEqual([0, -1])
    // Worth reassigning: 0.4 + 0.1 beats 0.1 alone.
    expect([...assign(densePairs(Float64Array.of(0.1, 0.4, 0.1, 0.9), 2, 2), 0.5)]).toEqual([1, 0])
  })
})
