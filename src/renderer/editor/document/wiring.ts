/** Drawing wires: what fits, what a new wire brings with it, and which ports a new block would join. */
import type { BlockKind, PortType } from '../../../shared/blocks/block.ts'
import {
  BLOCK_KINDS,
  BLOCKS,
  type BlockKindName,
  defaultConfig,
  isBlockKind,
} from '../../../shared/blocks/catalogue.ts'
import { SINK_ACCEPTS, SINK_KINDS } from '../../../shared/blocks/sink.ts'
import type { Graph, GraphEdge, GraphNode } from '../../../shared/graph/graph.ts'
import { connectionProblem, portsOf } from '../../../shared/graph/ports.ts'
import type { ConfigChange } from './command.ts'
import { edgeIds, findNode } from './document.ts'

/** One end of a wire that is being drawn. */
export interface WireEnd {
  nodeId: string
  port: string
  side: 'source' | 'target'
}

export interface Wiring {
  edge: GraphEdge
  adapt?: ConfigChange
}

/**
 * The wire and what it changes, or the reason why it can't be. A sink that nothing is wired to yet takes the kind
 * that fits what arrives. `replacing`: the edge that is being reconnected, which does not stand in its own way.
 */
export function planWire(graph: Graph, edge: GraphEdge, replacing?: string): Wiring | { problem: string } {
  const rest = replacing === undefined ? graph : without(graph, replacing)
  const problem = connectionProblem(rest, edge)
  if (problem === null) return { edge }
  const adapt = sinkFitting(rest, edge)
  if (adapt) {
    const nodes = rest.nodes.map((n) => (n.id === adapt.nodeId ? { ...n, config: adapt.config } : n))
    if (connectionProblem({ ...rest, nodes }, edge) === null) return { edge, adapt }
  }
  return { problem }
}

function without(graph: Graph, edgeId: string): Graph {
  const index = edgeIds(graph.edges).indexOf(edgeId)
  return index < 0 ? graph : { ...graph, edges: graph.edges.toSpliced(index, 1) }
}

function sinkFitting(graph: Graph, edge: GraphEdge): ConfigChange | null {
  const to = findNode(graph, edge.target)
  const from = findNode(graph, edge.source)
  if (to?.type !== 'sink' || !from || !isBlockKind(from.type)) return null
  if (graph.edges.some((e) => e.target === to.id)) return null
  const type = portsOf(from.type, 'sink', edge)?.out.type
  return type ? { nodeId: to.id, config: configFor('sink', type, to.config) } : null
}

/** A fresh config of a block that will receive `type`. */
function configFor(kind: BlockKindName, type: PortType | null, config = freshConfig(kind)): GraphNode['config'] {
  if (kind !== 'sink' || type === null) return config
  const current = SINK_KINDS.find((k) => k === config.kind) ?? 'csv'
  if (SINK_ACCEPTS[current].includes(type)) return config
  const fitting = SINK_KINDS.find((k) => SINK_ACCEPTS[k].includes(type))
  return fitting ? { ...config, kind: fitting } : config
}

export const freshConfig = (kind: BlockKindName): GraphNode['config'] => defaultConfig(kind) as GraphNode['config']

const edgeBetween = (a: WireEnd, b: { nodeId: string; port: string }): GraphEdge =>
  a.side === 'source'
    ? { source: a.nodeId, sourceHandle: a.port, target: b.nodeId, targetHandle: b.port }
    : { source: b.nodeId, sourceHandle: b.port, target: a.nodeId, targetHandle: a.port }

const portsFacing = (kind: BlockKindName, end: WireEnd): readonly { id: string }[] =>
  end.side === 'source' ? (BLOCKS[kind] as BlockKind).inputs : (BLOCKS[kind] as BlockKind).outputs

/** A wire from a loose end to the first port of an existing node that takes it; else the first reason. */
export function planWireToNode(graph: Graph, end: WireEnd, nodeId: string): Wiring | { problem: string } {
  const node = findNode(graph, nodeId)
  if (!node || !isBlockKind(node.type)) return { problem: 'There is no such block.' }
  let problem: string | null = null
  for (const port of portsFacing(node.type, end)) {
    const plan = planWire(graph, edgeBetween(end, { nodeId, port: port.id }))
    if ('edge' in plan) return plan
    problem ??= plan.problem
  }
  const side = end.side === 'source' ? 'input' : 'output'
  return { problem: problem ?? `“${BLOCKS[node.type].title}” has no ${side}.` }
}

export interface NewBlock {
  node: GraphNode
  edges: GraphEdge[]
}

/** A new block, wired to the loose end where one is given. Null when the kind does not fit there. */
export function planBlock(graph: Graph, kind: BlockKindName, id: string, end: WireEnd | null): NewBlock | null {
  if (!end) return { node: { id, type: kind, config: freshConfig(kind) }, edges: [] }
  const node = { id, type: kind, config: configFor(kind, portType(graph, end)) }
  const plan = planWireToNode({ ...graph, nodes: [...graph.nodes, node] }, end, id)
  return 'edge' in plan ? { node, edges: [plan.edge] } : null
}

function portType(graph: Graph, end: WireEnd): PortType | null {
  const node = findNode(graph, end.nodeId)
  if (!node || !isBlockKind(node.type) || end.side === 'target') return null
  return (BLOCKS[node.type] as BlockKind).outputs.find((p) => p.id === end.port)?.type ?? null
}

/** The kinds that a wire dropped on the empty canvas can go on to. */
export const kindsFitting = (graph: Graph, end: WireEnd): BlockKindName[] =>
  BLOCK_KINDS.filter((kind) => planBlock(graph, kind, '\u0000new', end) !== null)

/** A new block behind the selected one where that fits: its first free output that does. */
export function planBlockAfter(graph: Graph, kind: BlockKindName, id: string, after: string | null): NewBlock {
  const from = after === null ? undefined : findNode(graph, after)
  if (from && isBlockKind(from.type)) {
    for (const output of (BLOCKS[from.type] as BlockKind).outputs) {
      const plan = planBlock(graph, kind, id, { nodeId: from.id, port: output.id, side: 'source' })
      if (plan) return plan
    }
  }
  return { node: { id, type: kind, config: freshConfig(kind) }, edges: [] }
}
