import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { effectiveGraph } from '../../../src/shared/graph/effective-graph.ts'
import { type Graph, Layout, type NodeSwitch } from '../../../src/shared/graph/graph.ts'
import { validate } from '../../../src/shared/graph/validate.ts'

/** 'model-1>track-1' joins two nodes; 'if.true>b' names the port. The kind is the id up to its dash. */
function graphOf(...wires: string[]): Graph {
  const edges = wires.map((text) => {
    const [from = '', target = ''] = text.split('>')
    const [source = '', sourceHandle] = from.split('.')
    return { source, target, ...(sourceHandle !== undefined && { sourceHandle }) }
  })
  const ids = [...new Set(edges.flatMap((e) => [e.source, e.target]))]
  return { version: 1, nodes: ids.map((id) => ({ id, type: id.replace(/-.*/, ''), config: {} })), edges }
}

const run = (graph: Graph, switches: Record<string, NodeSwitch>) => {
  const { graph: result, origins } = effectiveGraph(graph, { switches })
  return {
    nodes: result.nodes.map((n) => n.id),
    wires: result.edges.map((e) => `${e.source}>${e.target}`),
    origins,
  }
}

describe('a muted block', () => {
  it('is not run, nor are the blocks fed only by it; those with another feed stay', () => {
    const graph = graphOf(
      'model-1>filter-1',
      'model-1>track-1',
      'filter-1>crop-1',
      'filter-1>visualize-1',
      'track-1>visualize-1',
    )
    expect(run(graph, { 'filter-1': 'muted' })).toEqual({
      nodes: ['model-1', 'track-1', 'visualize-1'],
      wires: ['model-1>track-1', 'track-1>visualize-1'],
      origins: [1, 4],
    })
  })

  it('does not affect blocks that nothing feeds', () => {
    const graph = graphOf('model-1>track-1', 'filter-1>sink-1')
    expect(run(graph, { 'track-1': 'muted' }).nodes).toEqual(['model-1', 'filter-1', 'sink-1'])
  })
})

describe('a bypassed block', () => {
  it('passes its input on, also through a chain of them, and names the wire behind it', () => {
    const graph = graphOf('model-1>filter-1', 'filter-1>filter-2', 'filter-2>track-1')
    expect(run(graph, { 'filter-1': 'bypassed', 'filter-2': 'bypassed' })).toEqual({
      nodes: ['model-1', 'track-1'],
      wires: ['model-1>track-1'],
      origins: [2],
    })
  })

  it('joins every incoming wire with every outgoing one, each pair once', () => {
    const graph = graphOf(
      'model-1>filter-1',
      'model-2>filter-1',
      'filter-1>track-1',
      'filter-1>sink-1',
      'model-1>track-1',
    )
    expect(run(graph, { 'filter-1': 'bypassed' }).wires.sort()).toEqual([
      'model-1>sink-1',
      'model-1>track-1',
      'model-2>sink-1',
      'model-2>track-1',
    ])
  })

  it('that is a condition passes on its “true” branch; the other branch is not run', () => {
    const graph = graphOf('track-1>condition-1', 'condition-1.true>sink-1', 'condition-1.false>sink-2')
    expect(run(graph, { 'condition-1': 'bypassed' })).toMatchObject({
      nodes: ['track-1', 'sink-1'],
      wires: ['track-1>sink-1'],
    })
  })

  it('stays where its types do not fit', () => {
    const graph = graphOf('source-1>model-1', 'model-1>sink-1')
    expect(effectiveGraph(graph, { switches: { 'model-1': 'bypassed' } }).graph).toBe(graph)
  })
})

it('the graph is unchanged without switches, and for layouts older than switches', () => {
  const graph = graphOf('source-1>model-1')
  const old: Layout = { nodes: { 'source-1': { x: 0, y: 0 } }, titles: { 'model-1': 'Cars' } }
  expect(Value.Check(Layout, old)).toBe(true)
  const layouts: (Pick<Layout, 'switches'> | Layout | null | undefined)[] = [
    null,
    undefined,
    old,
    { switches: { nobody: 'muted' } },
  ]
  for (const layout of layouts) {
    expect(effectiveGraph(graph, layout).graph).toBe(graph)
  }
})

it('has wires between its own blocks only, whatever is switched', () => {
  const KINDS = ['source', 'model', 'filter', 'track', 'crop', 'condition', 'measure', 'visualize', 'sink']
  const graphs = fc.record({
    kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 12 }),
    pairs: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 25 }),
    set: fc.array(fc.constantFrom('muted', 'bypassed', null), { maxLength: 12 }),
  })
  fc.assert(
    fc.property(graphs, ({ kinds, pairs, set }) => {
      const nodes = kinds.map((type, i) => ({ id: `n${i}`, type, config: {} }))
      const edges = pairs
        .filter(([a, b]) => a < nodes.length && b < nodes.length)
        .map(([a, b]) => ({ source: `n${a}`, target: `n${b}` }))
      const switches = Object.fromEntries(set.flatMap((s, i) => (s === null ? [] : [[`n${i}`, s]])))
      const { graph, origins } = effectiveGraph({ version: 1, nodes, edges }, { switches })
      const ids = new Set(graph.nodes.map((n) => n.id))
      expect(graph.edges.every((e) => ids.has(e.source) && ids.has(e.target))).toBe(true)
      expect(origins).toHaveLength(graph.edges.length)
      expect(origins.every((i) => edges[i] !== undefined)).toBe(true)
      for (const [id, to] of Object.entries(switches)) if (to === 'muted') expect(ids.has(id)).toBe(false)
      validate(graph)
    }),
    { numRuns: 300 },
  )
})
