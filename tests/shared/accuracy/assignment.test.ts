import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign } from '../../../src/shared/accuracy/assignment.ts'

type Options = { to: number; cost: number }[][]

/** The largest number of pairs, then the lowest cost, by exhaustive search. */
function bestOf(options: Options): { pairs: number; cost: number } {
  let best = { pairs: 0, cost: 0 }
  const walk = (row: number, used: ReadonlySet<number>, pairs: number, cost: number) => {
    if (row === options.length) {
      if (pairs > best.pairs || (pairs === best.pairs && cost < best.cost)) best = { pairs, cost }
      return
    }
    walk(row + 1, used, pairs, cost)
    for (const { to, cost: more } of options[row] ?? [])
      if (!used.has(to)) walk(row + 1, new Set(used).add(to), pairs + 1, cost + more)
  }
  walk(0, new Set(), 0, 0)
  return best
}

const anyOptions = fc.array(
  fc
    .uniqueArray(fc.record({ to: fc.nat({ max: 5 }), cost: fc.nat({ max: 20 }) }), { selector: (e) => e.to })
    .map((edges) => [...edges]),
  { maxLength: 6 },
)

describe('assignment', () => {
  it('forms the largest number of pairs, at their lowest cost', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const pairs = assign(options)
        const cost = pairs.reduce((sum, [row, to]) => sum + (options[row]?.find((e) => e.to === to)?.cost ?? 1e9), 0)
        expect({ pairs: pairs.length, cost }).toEqual(bestOf(options))
        expect(new Set(pairs.map(([row]) => row)).size).toBe(pairs.length)
        expect(new Set(pairs.map(([, to]) => to)).size).toBe(pairs.length)
      }),
      { numRuns: 1500 },
    )
  })

  it('gives up a nearer partner when that lets one more item be paired', () => {
    const options = [
      [
        { to: 0, cost: 1 },
        { to: 1, cost: 9 },
      ],
      [{ to: 0, cost: 5 }],
    ]
    expect(assign(options).sort()).toEqual([
      [0, 1],
      [1, 0],
    ])
  })
})
