import { describe, expect, test } from 'vitest'
import { placeGraph } from '../../../../src/renderer/screens/home/graph-thumbnail.tsx'
import type { Graph } from '../../../../src/shared/graph/graph.ts'

const FRAME = { width: 200, height: 100, marginX: 20, marginY: 10 }
const graph = (ids: string[], edges: [string, string][]): Graph => ({
  version: 1,
  nodes: ids.map((id) => ({ id, type: 'filter', config: {} })),
  edges: edges.map(([source, target]) => ({ source, target })),
})
const at = (g: Graph, layout: Record<string, { x: number; y: number }> | null = null) =>
  new Map(placeGraph(g, layout && { nodes: layout }, FRAME).nodes.map((n) => [n.id, n]))

describe('the thumbnail of a graph', () => {
  test('keeps the layout’s shape and stays inside the frame', () => {
    const places = { a: { x: -500, y: 40 }, b: { x: 0, y: 40 }, c: { x: 1500, y: 90 } }
    const drawn = at(graph(['a', 'b', 'c'], []), places)
    expect(drawn.get('a')).toMatchObject({ x: 20 })
    expect(drawn.get('c')).toMatchObject({ x: 180 })
    expect(drawn.get('b')?.x).toBeCloseTo(60)
    for (const { y } of drawn.values()) expect(y >= 10 && y <= 90).toBe(true)
    expect(drawn.get('c')?.y).toBeGreaterThan(drawn.get('a')?.y as number)
  })

  test('without a layout runs from left to right along the wires', () => {
    const drawn = at(
      graph(
        ['a', 'b', 'c', 'd'],
        [
          ['a', 'b'],
          ['b', 'c'],
          ['a', 'c'],
          ['b', 'd'],
        ],
      ),
    )
    const x = (id: string) => drawn.get(id)?.x as number
    expect(x('a')).toBeLessThan(x('b'))
    expect(x('b')).toBeLessThan(x('c'))
    expect(x('c')).toBe(x('d'))
    expect(drawn.get('c')?.y).not.toBe(drawn.get('d')?.y)
  })

  test('centres a single block', () => {
    expect(at(graph(['a'], [])).get('a')).toMatchObject({ x: 100, y: 50 })
  })

  test('shows as much of a damaged graph as possible: loops, dangling wires, missing positions', () => {
    const damaged = graph(
      ['a', 'b'],
      [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'gone'],
      ],
    )
    const placed = placeGraph(damaged, { nodes: { a: { x: 0, y: 0 } } }, FRAME)
    expect(placed.wires).toHaveLength(2)
    for (const { x, y } of placed.nodes) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
  })
})
