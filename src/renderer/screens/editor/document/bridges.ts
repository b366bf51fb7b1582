/** Wires that keep a graph connected when blocks in between are removed. */
import type { Graph, GraphEdge } from '../../../../shared/graph/graph.ts'
import { connectionProblem } from '../../../../shared/graph/ports.ts'

/** Returns wires from the blocks that fed the removed ones to the blocks that those fed, where the ports fit. */
export function bridges(graph: Graph, nodeIds: ReadonlySet<string>): GraphEdge[] {
  const nodes = graph.nodes.filter((n) => !nodeIds.has(n.id))
  const edges = graph.edges.filter((e) => !nodeIds.has(e.source) && !nodeIds.has(e.target))
  const added: GraphEdge[] = []
  for (const enter of graph.edges.filter((e) => !nodeIds.has(e.source) && nodeIds.has(e.target))) {
    for (const leave of leaving(graph, enter.target, nodeIds)) {
      const edge: GraphEdge = {
        source: enter.source,
        sourceHandle: enter.sourceHandle ?? null,
        target: leave.target,
        targetHandle: leave.targetHandle ?? null,
      }
      if (connectionProblem({ ...graph, nodes, edges: [...edges, ...added] }, edge) === null) added.push(edge)
    }
  }
  return added
}

/** Returns the wires that leave the blocks and are reachable from `start` through them. */
function leaving(graph: Graph, start: string, within: ReadonlySet<string>): GraphEdge[] {
  const seen = new Set([start])
  const open = [start]
  const found: GraphEdge[] = []
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const edge of graph.edges) {
      if (edge.source !== id) continue
      if (!within.has(edge.target)) found.push(edge)
      else if (!seen.has(edge.target)) {
        seen.add(edge.target)
        open.push(edge.target)
      }
    }
  }
  return found
}
