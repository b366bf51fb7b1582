/** The part of a graph that can be previewed: from the source on, without sinks and without blocks that have errors. */
import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import type { Issue } from './issue.ts'
import { validate } from './validate.ts'
import { reachable } from './walk.ts'

export interface Previewable {
  graph: Graph
  /** Ids of blocks that were left out, in the order of the graph. */
  leftOut: string[]
}

const QUIET_KINDS = new Set(['sink', 'visualize'])

/** For a graph of the right shape. A graph without a usable source is left out whole. */
export function previewable(graph: Graph): Previewable {
  const errors = validate(graph).filter((i) => i.severity === 'error')
  const brokenEdges = new Set(errors.flatMap((i) => i.edge_index ?? []))
  const broken = new Set(
    errors.flatMap((i) => (i.node_id !== undefined && i.edge_index === undefined && !isOfEnd(i.code) ? i.node_id : [])),
  )
  const usable = new Map<string, GraphNode>()
  for (const node of graph.nodes) {
    if (!broken.has(node.id) && !QUIET_KINDS.has(node.type)) usable.set(node.id, node)
  }
  const edges = graph.edges.filter((e, i) => !brokenEdges.has(i) && usable.has(e.source) && usable.has(e.target))
  const reached = reachedFrom(
    [...usable.values()].filter((n) => n.type === 'source').map((n) => n.id),
    edges,
  )
  return {
    graph: {
      version: 1,
      nodes: graph.nodes.filter((n) => usable.has(n.id) && reached.has(n.id)),
      edges: edges.filter((e) => reached.has(e.source) && reached.has(e.target)),
    },
    leftOut: graph.nodes.filter((n) => !reached.has(n.id)).map((n) => n.id),
  }
}

/** The reason why a block can't be previewed: its first error, or that of the nearest block or wire upstream. */
export function whyLeftOut(graph: Graph, nodeId: string): Issue | null {
  const errors = validate(graph).filter((i) => i.severity === 'error' && !i.code.startsWith('sink.'))
  const wrongWires = new Map(errors.map((i) => [i.edge_index, i]))
  const into = new Map<string, { source: string; wrong: Issue | undefined }[]>()
  for (const [index, { source, target }] of graph.edges.entries()) {
    const wire = { source, wrong: wrongWires.get(index) }
    const others = into.get(target)
    if (others) others.push(wire)
    else into.set(target, [wire])
  }
  const before = new Set([nodeId])
  // Ids added during the iteration are visited too.
  for (const id of before) {
    const own = errors.find((i) => i.node_id === id)
    if (own) return own
    for (const { source, wrong } of into.get(id) ?? []) {
      if (wrong) return wrong
      before.add(source)
    }
  }
  return errors.find((i) => i.node_id === undefined && i.edge_index === undefined) ?? null
}

/** Issues about the blocks behind a block, or about no block at all. */
const isOfEnd = (code: string): boolean => code.startsWith('sink.') || code === 'node.unreachable'

function reachedFrom(sources: readonly string[], edges: readonly GraphEdge[]): Set<string> {
  const targets = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const behind = targets.get(source)
    if (behind) behind.push(target)
    else targets.set(source, [target])
  }
  return new Set([...sources, ...reachable(sources, (id) => targets.get(id) ?? [])])
}
