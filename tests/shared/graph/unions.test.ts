import { expect, it } from 'vitest'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { unitesAt } from '../../../src/shared/graph/unions.ts'

/** Blocks by id as their kind, wires as `a>b` or `a.handle>b`. */
const graphOf = (nodes: Record<string, string>, wires: readonly string[]): Graph => ({
  version: 1,
  nodes: Object.entries(nodes).map(([id, type]) => ({ id, type, config: {} })),
  edges: wires.map((wire) => {
    const [from = '', target = ''] = wire.split('>')
    const [source = '', sourceHandle] = from.split('.')
    return sourceHandle === undefined ? { source, target } : { source, target, sourceHandle }
  }),
})

const meetings = (nodes: Record<string, string>, wires: readonly string[]): string[] => {
  const graph = graphOf(nodes, wires)
  return graph.nodes.filter(({ id }) => unitesAt(graph, id)).map(({ id }) => id)
}

const TWO = { source: 'source', a: 'model', b: 'model' }
const FED = ['source>a', 'source>b']

it.each(['filter', 'track', 'condition', 'crop', 'visualize', 'sink'])('two models meet at a block: %s', (kind) => {
  expect(meetings({ ...TWO, end: kind }, [...FED, 'a>end', 'b>end'])).toEqual(['end'])
})

it('two models meet at each block behind filters and conditions', () => {
  const nodes = { ...TWO, few: 'filter', many: 'condition', sure: 'filter', rows: 'sink', rest: 'sink' }
  const wires = ['a>few', 'few>many', 'b>many', 'many.true>sure', 'sure>rows', 'many.false>rest']
  expect(meetings(nodes, [...FED, ...wires])).toEqual(['many', 'sure', 'rows', 'rest'])
})

it('branches of one model that meet again are no meeting', () => {
  const nodes = { source: 'source', a: 'model', cars: 'filter', people: 'filter', rows: 'sink' }
  expect(meetings(nodes, ['source>a', 'a>cars', 'a>people', 'cars>rows', 'people>rows', 'a>rows'])).toEqual([])
})

it('tracks are no detections of a model, and neither are crops', () => {
  const nodes = { ...TWO, follow: 'track', also: 'track', cut: 'crop', fine: 'model', rows: 'sink' }
  expect(meetings(nodes, [...FED, 'a>follow', 'follow>rows', 'b>rows'])).toEqual([])
  expect(meetings(nodes, [...FED, 'a>follow', 'b>also', 'follow>rows', 'also>rows'])).toEqual([])
  expect(meetings(nodes, [...FED, 'a>cut', 'cut>fine', 'fine>rows'])).toEqual([])
  expect(meetings(nodes, [...FED, 'a>cut', 'cut>fine', 'fine>rows', 'a>rows'])).toEqual(['rows'])
})

it('tiles of one model meet at each block that it reaches', () => {
  const graph = graphOf({ source: 'source', a: 'model', few: 'filter', follow: 'track', rows: 'sink' }, [
    ...['source>a', 'a>few', 'few>follow', 'follow>rows'],
  ])
  const tiled = graph.nodes.map((node) => (node.type === 'model' ? { ...node, config: { tiled: true } } : node))
  const at = graph.nodes.filter(({ id }) => unitesAt({ ...graph, nodes: tiled }, id)).map(({ id }) => id)
  expect(at).toEqual(['few', 'follow'])
})

it('accepts damaged graphs', () => {
  const nodes = { ...TWO, x: 'filter', y: 'filter', odd: 'no such kind' }
  expect(meetings(nodes, ['a>x', 'x>y', 'y>x', 'b>y', 'gone>x', 'odd>x', 'a>odd', 'a>a'])).toEqual(['x', 'y'])
})
