/**
 * Plans a new block: its wires and its position. Shared by palette, keys, quick fixes, dropped wires and dropped files.
 * Pure; `apply` then ensures that the block overlaps nothing.
 */
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { BLOCKS, type BlockKindName, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import type { Graph, GraphEdge, GraphNode } from '../../../../shared/graph/graph.ts'
import { STRIDE } from '../../../parts/workflow/arrange/make-room.ts'
import { cleared } from '../../../parts/workflow/arrange/reserved-space.ts'
import {
  type EditorDocument,
  edgeIds,
  findNode,
  freshId,
  type Position,
  takenIds,
} from '../../../parts/workflow/document/document.ts'
import type { Command } from './command.ts'
import { type NewBlock, planBlock, planBlockAfter, planBlockOnEdge, type WireEnd } from './wiring.ts'

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
