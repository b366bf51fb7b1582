import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reachable, topologicalSort } from '../../../src/shared/graph/walk.ts'

const stepsOf =
  (edges: readonly (readonly [string, string])[]) =>
  (node: string): string[] =>
    edges.filter(([from]) => from === node).map(([, to]) => to)

describe('reachable', () => {
  test('holds a start only when a path leads back to it', () => {
    const steps = stepsOf([['a', 'b'], ['b', 'c'], ['c', 'b'], ['d', 'a']]) // biome-ignore format: an edge a pair
    expect(reachable(['a'], steps)).toEqual(new Set(['b', 'c']))
    expect(reachable(['b'], steps)).toEqual(new Set(['b', 'c']))
    expect(reachable([], steps)).toEqual(new Set())
  })
})

describe('topological sort', () => {
  test('keeps the order of independent nodes, and ignores steps to unknown ones', () => {
    const steps = stepsOf([['c', 'a'], ['b', 'gone']]) // biome-ignore format: an edge a pair
    expect(topologicalSort(['a', 'b', 'c'], steps)).toEqual(['b', 'c', 'a'])
  })

  test('omits nodes on and behind a loop', () => {
    const steps = stepsOf([['a', 'b'], ['b', 'a'], ['b', 'c'], ['d', 'c']]) // biome-ignore format: an edge a pair
    expect(topologicalSort(['a', 'b', 'c', 'd'], steps)).toEqual(['d'])
  })

  test('places every node of an acyclic graph behind the nodes that lead to it', () => {
    const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)))
    fc.assert(
      fc.property(pairs, fc.shuffledSubarray([...Array(20).keys()], { minLength: 20 }), (drawn, nodes) => {
        const edges = drawn.filter(([a, b]) => a < b)
        const sorted = topologicalSort(nodes, (n) => edges.filter(([a]) => a === n).map(([, b]) => b))
        expect([...sorted].sort((a, b) => a - b)).toEqual([...nodes].sort((a, b) => a - b))
        for (const [a, b] of edges) expect(sorted.indexOf(a)).toBeLessThan(sorted.indexOf(b))
      }),
    )
  })
})
