import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FlowGraph } from '../../../src/engine/segmentation/grabcut/max-flow.ts'

interface Network {
  nodes: number
  terminals: [source: number, sink: number][]
  edges: [from: number, to: number, capacity: number, back: number][]
}

const capacity = fc.integer({ min: 0, max: 9 })
const networks = fc.integer({ min: 2, max: 7 }).chain((nodes): fc.Arbitrary<Network> => {
  const node = fc.integer({ min: 0, max: nodes - 1 })
  return fc.record({
    nodes: fc.constant(nodes),
    terminals: fc.array(fc.tuple(capacity, capacity), { minLength: nodes, maxLength: nodes }),
    edges: fc.array(
      fc.tuple(node, node, capacity, capacity).filter(([from, to]) => from !== to),
      { maxLength: 16 },
    ),
  })
})

/** Capacity of the edges that lead from the source's side to the sink's. */
function cutOf({ terminals, edges }: Network, isSource: (node: number) => boolean): number {
  let sum = 0
  for (const [node, [source, sink]] of terminals.entries()) sum += isSource(node) ? sink : source
  for (const [from, to, there, back] of edges) {
    if (isSource(from) && !isSource(to)) sum += there
    if (isSource(to) && !isSource(from)) sum += back
  }
  return sum
}

test('the maximum flow is the capacity of the cut that it returns, and no cut is smaller', () => {
  fc.assert(
    fc.property(networks, (network) => {
      const graph = new FlowGraph(network.nodes, network.edges.length)
      for (const [node, [source, sink]] of network.terminals.entries()) graph.addTerminals(node, source, sink)
      for (const edge of network.edges) graph.addEdge(...edge)
      const flow = graph.solve()
      let least = Number.POSITIVE_INFINITY
      for (let side = 0; side < 2 ** network.nodes; side++) {
        least = Math.min(
          least,
          cutOf(network, (node) => (side & (1 << node)) !== 0),
        )
      }
      expect(flow).toBe(least)
      expect(cutOf(network, (node) => graph.isSource(node))).toBe(flow)
    }),
    { numRuns: 1000 },
  )
})

test('refuses more edges than it has room for', () => {
  const graph = new FlowGraph(2, 1)
  graph.addEdge(0, 1, 1, 1)
  expect(() => graph.addEdge(0, 1, 1, 1)).toThrow(RangeError)
})
