/** The graph with a JSON Lines sink behind what detects and measures, so that the next run can be looked into. */
import type { Graph } from '../../../shared/graph/graph.ts'

/** Null when nothing in the graph detects anything. */
export function withJsonSink(graph: Graph): { graph: Graph; sinkId: string } | null {
  const { nodes, edges } = graph
  const of = (kind: string) => nodes.filter((n) => n.type === kind)
  const detecting = of('track').length > 0 ? of('track') : of('model')
  if (detecting.length === 0) return null
  const taken = new Set(nodes.map((n) => n.id))
  let sinkId = 'json'
  for (let n = 2; taken.has(sinkId); n++) sinkId = `json-${n}`
  const feeding = [...detecting, ...of('measure')]
  return {
    sinkId,
    graph: {
      ...graph,
      nodes: [...nodes, { id: sinkId, type: 'sink', config: { kind: 'json' } }],
      edges: [...edges, ...feeding.map(({ id }) => ({ source: id, target: sinkId }))],
    },
  }
}
