/** Automatic layout in layers from left to right, by dagre. */
import { Graph as DagreGraph, layout } from '@dagrejs/dagre'
import type { Position } from '../document/document.ts'

export interface ArrangeInput {
  nodes: readonly { id: string; width: number; height: number }[]
  edges: readonly { source: string; target: string }[]
}
export type Positions = Record<string, Position>

const GAP = { rank: 60, node: 20 }
const GRID = 10

/** Returns top left corners by node id, on the snap grid. Tolerates loops and edges to missing nodes. */
export function arrange({ nodes, edges }: ArrangeInput): Positions {
  const graph = new DagreGraph({ multigraph: false })
  graph.setGraph({ rankdir: 'LR', ranksep: GAP.rank, nodesep: GAP.node, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const { source, target } of edges) {
    if (source !== target && graph.hasNode(source) && graph.hasNode(target)) graph.setEdge(source, target)
  }
  layout(graph)
  const snap = (v: number) => Math.round(v / GRID) * GRID
  return Object.fromEntries(
    nodes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number }
      return [id, { x: snap(x - width / 2), y: snap(y - height / 2) }]
    }),
  )
}
