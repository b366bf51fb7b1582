/** Plans wires and new blocks: compatible ports, accompanying config changes, the ports that a block joins, its position. */
import type { BlockKind, PortType } from '../../../../shared/blocks/block.ts'
import {
  BLOCK_KINDS,
  BLOCKS,
  type BlockKindName,
  defaultConfig,
  isBlockKind,
} from '../../../../shared/blocks/catalogue.ts'
import { SINK_ACCEPTS, SINK_KINDS } from '../../../../shared/blocks/sink.ts'
import type { Graph, GraphEdge, GraphNode } from '../../../../shared/graph/graph.ts'
import { connectionRules, portsOf } from '../../../../shared/graph/ports.ts'
import { saidOf } from '../../../../shared/messages/message.ts'
import { cleared, STRIDE } from '../../../parts/workflow/arrange/reserved-space.ts'
import {
  type EditorDocument,
  edgeIds,
  findNode,
  freshId,
  kindTitle,
  type Position,
  takenIds,
} from '../../../parts/workflow/document/document.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import type { Command, ConfigChange } from './command.ts'

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

const words = texts.editor.document.wiring

/** Plans wires in one graph. */
export type WirePlanner = (edge: GraphEdge) => Wiring | { problem: string }

/**
 * Returns the wire and its changes, or the reason why it is impossible. A sink without wires switches to the kind that
 * fits the input. `replacing` is the edge being reconnected, which does not count as an obstacle. Many wires with one
 * end in common cost little more than one.
 */
export function wirePlanner(graph: Graph, replacing?: string): WirePlanner {
  const rest = replacing === undefined ? graph : without(graph, replacing)
  const rules = connectionRules(rest)
  const fed = new Set(rest.edges.map((e) => e.target))
  return (edge) => {
    const problem = rules(edge)
    if (problem === null) return { edge }
    const adapt = fed.has(edge.target) ? null : sinkFitting(rest, edge)
    const to = adapt && findNode(rest, adapt.nodeId)
    if (to && rules(edge, { ...to, config: adapt.config }) === null) return { edge, adapt }
    return { problem: messageText(saidOf(problem)) }
  }
}

export const planWire = (graph: Graph, edge: GraphEdge, replacing?: string): ReturnType<WirePlanner> =>
  wirePlanner(graph, replacing)(edge)

/** Tests whether a port accepts the wire being drawn, or why not; null at the port where the wire begins. */
export type WireFit = (port: WireEnd) => { fits: true } | { fits: false; problem: string } | null

/** Created once when a wire drag begins and called by every port. */
export function wireFit(graph: Graph, end: WireEnd, replacing?: string): WireFit {
  const plan = wirePlanner(graph, replacing)
  return (port) => {
    if (end.nodeId === port.nodeId && end.port === port.port && end.side === port.side) return null
    if (end.side === port.side) {
      return { fits: false, problem: words[port.side === 'source' ? 'outputs' : 'inputs'] }
    }
    const planned = plan(edgeBetween(end, port))
    return 'edge' in planned ? { fits: true } : { fits: false, problem: planned.problem }
  }
}

function without(graph: Graph, edgeId: string): Graph {
  const index = edgeIds(graph.edges).indexOf(edgeId)
  return index < 0 ? graph : { ...graph, edges: graph.edges.toSpliced(index, 1) }
}

function sinkFitting(graph: Graph, edge: GraphEdge): ConfigChange | null {
  const to = findNode(graph, edge.target)
  const from = findNode(graph, edge.source)
  if (to?.type !== 'sink' || !from || !isBlockKind(from.type)) return null
  const type = portsOf(from.type, 'sink', edge)?.out.type
  return type ? { nodeId: to.id, config: configFor('sink', type, to.config) } : null
}

/** Returns a fresh config for a block that will receive `type`. */
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

/** Plans a wire from a loose end to the first port of an existing node that accepts it, else the first reason. */
export function planWireToNode(
  graph: Graph,
  end: WireEnd,
  nodeId: string,
  plan = wirePlanner(graph),
): Wiring | { problem: string } {
  const node = findNode(graph, nodeId)
  if (!node || !isBlockKind(node.type)) return { problem: words.noSuchBlock }
  let problem: string | null = null
  for (const port of portsFacing(node.type, end)) {
    const planned = plan(edgeBetween(end, { nodeId, port: port.id }))
    if ('edge' in planned) return planned
    problem ??= planned.problem
  }
  const none = end.side === 'source' ? words.noInput : words.noOutput
  return { problem: problem ?? none(kindTitle(node.type)) }
}

/** Returns the nodes that accept a wire from a loose end. */
export function nodesThatTake(graph: Graph, end: WireEnd): GraphNode[] {
  const plan = wirePlanner(graph)
  return graph.nodes.filter((n) => n.id !== end.nodeId && 'edge' in planWireToNode(graph, end, n.id, plan))
}

interface NewBlock {
  node: GraphNode
  edges: GraphEdge[]
}

/** Plans a new block, wired to the loose end if given. Null when the kind does not fit there. */
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

/** Plans a new block in the middle of a wire, or null when it does not fit between the two ends. */
export function planBlockOnEdge(graph: Graph, kind: BlockKindName, id: string, edgeId: string): NewBlock | null {
  const node = { id, type: kind, config: freshConfig(kind) }
  const edges = planNodeOnEdge({ ...graph, nodes: [...graph.nodes, node] }, id, edgeId)
  return edges && { node, edges }
}

/** Returns the two wires that route an edge through an existing node. */
export function planNodeOnEdge(graph: Graph, nodeId: string, edgeId: string): GraphEdge[] | null {
  const edge = graph.edges[edgeIds(graph.edges).indexOf(edgeId)]
  const [from, to] = edge ? [findNode(graph, edge.source), findNode(graph, edge.target)] : []
  if (!edge || !from || !to || from.id === nodeId || to.id === nodeId) return null
  const ports = isBlockKind(from.type) && isBlockKind(to.type) ? portsOf(from.type, to.type, edge) : null
  if (!ports) return null
  const rest = without(graph, edgeId)
  const before = planWireToNode(rest, { nodeId: from.id, port: ports.out.id, side: 'source' }, nodeId)
  if ('problem' in before || before.adapt) return null
  const joined = { ...rest, edges: [...rest.edges, before.edge] }
  const after = planWireToNode(joined, { nodeId: to.id, port: ports.in.id, side: 'target' }, nodeId)
  return 'problem' in after || after.adapt ? null : [before.edge, after.edge]
}

export const kindsFittingEdge = (graph: Graph, edgeId: string): BlockKindName[] =>
  BLOCK_KINDS.filter((kind) => planBlockOnEdge(graph, kind, '\u0000new', edgeId) !== null)

/** Returns the kinds that accept a wire dropped on the empty canvas. */
export const kindsFitting = (graph: Graph, end: WireEnd): BlockKindName[] =>
  BLOCK_KINDS.filter((kind) => planBlock(graph, kind, '\u0000new', end) !== null)

/** Plans a new block after the selected one, at its first free output that fits. */
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

/**
 * Plans a new block: its wires and its position. Shared by palette, keys, quick fixes, dropped wires and dropped files.
 * Pure; `apply` then ensures that the block overlaps nothing.
 */
export interface Adding {
  kind: BlockKindName
  config?: GraphNode['config']
  /** The loose end of a wire, which the block must fit. */
  end?: WireEnd | null
  /** The block to wire it to if ports fit: by default the one added last, null for none. */
  after?: string | null
  /** The chosen corner; by default beside the block that it is wired to. */
  at?: Position | undefined
  /** The corner of a block without wires. */
  otherwise: Position
}

export interface Added {
  command: Extract<Command, { type: 'add' }>
  id: string
}

/** Null when the kind does not fit the loose end. */
export function planAdding(doc: EditorDocument, adding: Adding): Added | null {
  const id = freshId(adding.kind, takenIds(doc))
  const plan = adding.end ? planBlock(doc.graph, adding.kind, id, adding.end) : wired(doc.graph, id, adding)
  if (!plan) return null
  const node = adding.config ? { ...plan.node, config: adding.config } : plan.node
  const position = adding.at ?? beside(doc, { node, edges: plan.edges }) ?? adding.otherwise
  return { id, command: { type: 'add', nodes: [{ node, position }], edges: plan.edges } }
}

/** Plans a block in the middle of a wire; null when it does not fit. */
export function planInserting(doc: EditorDocument, kind: BlockKindName, edgeId: string, at?: Position): Added | null {
  const id = freshId(kind, takenIds(doc))
  const plan = planBlockOnEdge(doc.graph, kind, id, edgeId)
  const edge = doc.graph.edges[edgeIds(doc.graph.edges).indexOf(edgeId)]
  if (!plan || !edge) return null
  const [from, to] = [doc.layout.nodes[edge.source], doc.layout.nodes[edge.target]]
  const between = from && to ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : { x: 0, y: 0 }
  const nodes = [{ node: plan.node, position: at ?? between }]
  return { id, command: { type: 'add', nodes, edges: plan.edges, cut: [edgeId] } }
}

function wired(graph: Graph, id: string, { kind, after }: Adding): NewBlock {
  const alone = planBlockAfter(graph, kind, id, null)
  if (after === null) return alone
  if ((BLOCKS[kind] as BlockKind).inputs.length === 0) return { ...alone, edges: toWaiting(graph, id) }
  for (const from of candidates(graph, after)) {
    const plan = planBlockAfter(graph, kind, id, from)
    if (plan.edges.length > 0) return plan
  }
  return alone
}

/** Returns the block itself, and if it has no outputs also the blocks that feed it. */
function candidates(graph: Graph, after: string | undefined): string[] {
  const node = after === undefined ? graph.nodes.at(-1) : findNode(graph, after)
  if (!node) return []
  const ends = isBlockKind(node.type) && (BLOCKS[node.type] as BlockKind).outputs.length === 0
  const feeding = ends ? graph.edges.filter((e) => e.target === node.id).map((e) => e.source) : []
  return [node.id, ...new Set(feeding)]
}

/** Wires a first source to the models that have no input yet. */
function toWaiting({ nodes, edges }: Graph, id: string): GraphEdge[] {
  if (nodes.some((n) => n.type === 'source')) return []
  const waiting = nodes.filter((n) => n.type === 'model' && !edges.some((e) => e.target === n.id))
  return waiting.map((n) => ({ source: id, sourceHandle: 'frames', target: n.id, targetHandle: 'frames' }))
}

/** Returns a position right of the blocks that feed it, or left of those it feeds, below anything already there. */
function beside(doc: EditorDocument, { node, edges }: NewBlock): Position | null {
  const places = (ids: string[]) => ids.flatMap((id) => doc.layout.nodes[id] ?? [])
  const feeding = places(edges.flatMap((e) => (e.target === node.id ? [e.source] : [])))
  const fed = places(edges.flatMap((e) => (e.source === node.id ? [e.target] : [])))
  const first = fed.length > 0 || node.type !== 'source' ? fed : Object.values(doc.layout.nodes)
  const last = feeding.reduce<Position | null>((a, b) => (a && a.x >= b.x ? a : b), null)
  const at = last
    ? { x: last.x + STRIDE, y: last.y }
    : first.length > 0
      ? { x: Math.min(...first.map((p) => p.x)) - STRIDE, y: Math.min(...first.map((p) => p.y)) }
      : null
  if (!at) return null
  const graph = { ...doc.graph, nodes: [...doc.graph.nodes, node] }
  const layout = { ...doc.layout, nodes: { ...doc.layout.nodes, [node.id]: at } }
  return cleared({ graph, layout }, [node.id], ['down']).nodes[node.id] ?? at
}
