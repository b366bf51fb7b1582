/** A valid workflow of any size: one source, three models, and branches that filter, track, measure and write. */
import type { Graph, GraphEdge, GraphNode, Layout, WorkflowFile } from '../../src/shared/graph/graph.ts'

const BRANCH = 5
const WIDE = 12

export function bigWorkflow(blocks: number): WorkflowFile {
  const nodes: GraphNode[] = [{ id: 'source', type: 'source', config: {} }]
  const edges: GraphEdge[] = []
  const places: Layout['nodes'] = { source: { x: 0, y: 0 } }
  const put = (id: string, type: string, config: GraphNode['config'], x: number, y: number) => {
    nodes.push({ id, type, config })
    places[id] = { x, y }
  }
  for (let m = 0; m < 3; m++) {
    put(`model-${m}`, 'model', {}, 320, m * 240)
    edges.push({ source: 'source', target: `model-${m}` })
  }
  for (let b = 0; nodes.length + BRANCH <= blocks; b++) {
    const x = 700 + Math.floor(b / WIDE) * BRANCH * 300
    const y = (b % WIDE) * 290
    const line = {
      kind: 'line',
      name: `Line ${b}`,
      points: [
        [0.1, 0.5],
        [0.9, 0.5],
      ],
    } as const
    put(`filter-${b}`, 'filter', { min_confidence: 0.3 }, x, y)
    put(`track-${b}`, 'track', {}, x + 290, y)
    put(`measure-${b}`, 'measure', { geometries: [line] }, x + 580, y)
    put(`condition-${b}`, 'condition', {}, x + 870, y)
    put(`sink-${b}`, 'sink', { kind: 'csv' }, x + 1160, y)
    edges.push(
      { source: `model-${b % 3}`, target: `filter-${b}` },
      { source: `filter-${b}`, target: `track-${b}` },
      { source: `track-${b}`, target: `measure-${b}` },
      { source: `track-${b}`, target: `condition-${b}` },
      { source: `measure-${b}`, target: `sink-${b}` },
    )
  }
  const graph: Graph = { version: 1, nodes, edges }
  return { format: 'sightline-workflow', version: 1, name: `${nodes.length} blocks`, graph, layout: { nodes: places } }
}
