/** The graph of a sweep: the blocks upstream of the counts and one file sink. Nothing else is drawn or sent. */
import { freeName } from '../../../../shared/domain/free-name.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'

export function sweepGraph(graph: Graph, measureIds: ReadonlySet<string>): Graph {
  const kept = new Set(measureIds)
  const open = [...measureIds]
  for (const id of open) {
    for (const { source, target } of graph.edges) {
      if (target !== id || kept.has(source)) continue
      kept.add(source)
      open.push(source)
    }
  }
  const nodes = graph.nodes.filter((n) => kept.has(n.id))
  const edges = graph.edges.filter((e) => kept.has(e.source) && kept.has(e.target))
  const sinkId = freeName('counts', (id) => kept.has(id))
  return {
    ...graph,
    nodes: [...nodes, { id: sinkId, type: 'sink', config: { kind: 'json', filename: 'counts' } }],
    edges: [...edges, ...[...measureIds].map((source) => ({ source, target: sinkId }))],
  }
}
