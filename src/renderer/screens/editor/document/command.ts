/**
 * Every edit of a document, as data. `apply` is pure: it mutates nothing, the same document and command give the same
 * result, and a command that changes nothing returns the same object (so the history records no step). Every placement
 * of blocks passes through it, so overlaps are resolved here.
 */
import { cutText } from '../../../../shared/domain/cut-text.ts'
import type { Frame, Graph, GraphEdge, GraphNode, Layout, NodeSwitch, Note } from '../../../../shared/graph/graph.ts'
import { connectionProblem } from '../../../../shared/graph/ports.ts'
import { givenTitle } from '../../../base/blocks/block-text.ts'
import type { Direction } from '../../../parts/workflow/arrange/clearance.ts'
import { completeLayout } from '../../../parts/workflow/arrange/complete-layout.ts'
import { cleared, withPlaces, withRoomFor } from '../../../parts/workflow/arrange/reserved-space.ts'
import { type EditorDocument, edgeIds, findNode, type Position } from '../../../parts/workflow/document/document.ts'
import { switched, tidied, withGroup, withNote, withoutGroups, withoutItems } from './cards.ts'

export interface PlacedNode {
  node: GraphNode
  position: Position
  title?: string
  switch?: NodeSwitch
}

export type Command =
  | ({ type: 'add'; nodes: readonly PlacedNode[]; edges: readonly GraphEdge[]; how?: 'add' | 'paste' | 'duplicate' } & {
      /** Edges that the new block replaces. */
      cut?: readonly string[]
      cards?: Cards
    })
  /** Routes a wire through an existing block; `position` is where the block was dropped. */
  | { type: 'splice'; nodeId: string; edges: readonly GraphEdge[]; cut: string; position?: Position }
  | { type: 'remove'; nodeIds: readonly string[]; edgeIds: readonly string[]; how?: 'delete' | 'cut' | 'bridge' }
  | { type: 'connect'; edge: GraphEdge; adapt?: ConfigChange }
  | { type: 'reconnect'; edgeId: string; edge: GraphEdge; adapt?: ConfigChange }
  | { type: 'configure'; nodeId: string; config: GraphNode['config']; field: string }
  | { type: 'move'; positions: Readonly<Record<string, Position>>; how?: 'drag' | 'nudge' | 'arrange' | 'align' }
  | { type: 'switch'; nodeIds: readonly string[]; to: NodeSwitch | null }
  | { type: 'note'; id: string; note: Note }
  | { type: 'group'; id: string; group: Frame; how?: 'new' }
  | { type: 'ungroup'; ids: readonly string[] }
  | { type: 'title'; nodeId: string; title: string }
  | { type: 'rename'; name: string }
  | { type: 'describe'; description: string }
  | { type: 'replace'; document: EditorDocument; why: string }

/** Notes and groups by id, unique among nodes as well: in a selection, a move or a removal each id is one item. */
export interface Cards {
  notes: Readonly<Record<string, Note>>
  frames: Readonly<Record<string, Frame>>
}

/** A config change that accompanies a new wire to this block: a fresh sink switches to the matching kind. */
export interface ConfigChange {
  nodeId: string
  config: GraphNode['config']
}

const MAX_TITLE = 80

/** Returns the document after the command. */
export function apply(doc: EditorDocument, command: Command): EditorDocument {
  switch (command.type) {
    case 'add':
      return placed(doc, add(doc, command), command)
    case 'splice': {
      const { nodeId, edges, cut, position } = command
      const moved = position ? move(doc, { [nodeId]: position }) : doc
      const led = add(moved, { type: 'add', nodes: [], edges, cut: [cut] })
      return withLayout(led, withRoomFor(led, nodeId))
    }
    case 'remove':
      return remove(doc, new Set(command.nodeIds), new Set(command.edgeIds), command.how === 'bridge')
    case 'connect': {
      const edges = [...doc.graph.edges, command.edge]
      return adapt({ ...doc, graph: { ...doc.graph, edges } }, command.adapt)
    }
    case 'reconnect': {
      const index = edgeIds(doc.graph.edges).indexOf(command.edgeId)
      if (index < 0) return doc
      const edges = doc.graph.edges.with(index, command.edge)
      if (JSON.stringify(edges[index]) === JSON.stringify(doc.graph.edges[index])) return doc
      return adapt({ ...doc, graph: { ...doc.graph, edges } }, command.adapt)
    }
    case 'configure':
      return adapt(doc, command)
    case 'move': {
      const moved = move(doc, command.positions)
      if (moved === doc) return doc
      const ids = Object.keys(command.positions)
      const { nodes, notes = {} } = cleared(moved, ids, waysOf(doc, command))
      const places = ids.flatMap((id) => {
        const place = notes[id] ?? nodes[id]
        return place ? [[id, place] as const] : []
      })
      // A block back at its old position is no edit.
      return move(doc, Object.fromEntries(places))
    }
    case 'switch':
      return withLayout(doc, switched(doc, command.nodeIds, command.to))
    case 'note': {
      const { id, note } = command
      const was = doc.layout.notes?.[id]
      const after = withLayout(doc, withNote(doc.layout, id, note))
      const same = was?.x === note.x && was.y === note.y && was.width === note.width && was.height === note.height
      return same ? after : withLayout(after, cleared(after, [id]))
    }
    case 'group':
      return withLayout(doc, withGroup(doc.layout, command.id, command.group))
    case 'ungroup':
      return withLayout(doc, withoutGroups(doc.layout, command.ids))
    case 'title':
      return retitle(doc, command.nodeId, command.title)
    case 'rename': {
      const name = cutText(command.name.trim(), 100)
      return name === '' || name === doc.name ? doc : { ...doc, name }
    }
    case 'describe': {
      const description = cutText(command.description, 2000) || null
      return description === doc.description ? doc : { ...doc, description }
    }
    case 'replace': {
      const { document } = command
      return withLayout(document, completeLayout(document.graph, document.layout))
    }
  }
}

function add(doc: EditorDocument, { nodes, edges, cut = [], cards }: Extract<Command, { type: 'add' }>) {
  if (nodes.length === 0 && edges.length === 0 && cut.length === 0 && !cards) return doc
  const positions = { ...doc.layout.nodes }
  const titles = { ...doc.layout.titles }
  for (const { node, position, title } of nodes) {
    positions[node.id] = rounded(position)
    if (title !== undefined) titles[node.id] = title
  }
  const ids = edgeIds(doc.graph.edges)
  const kept = cut.length === 0 ? doc.graph.edges : doc.graph.edges.filter((_, i) => !cut.includes(ids[i] as string))
  const graph = { ...doc.graph, nodes: [...doc.graph.nodes, ...nodes.map((n) => n.node)], edges: [...kept, ...edges] }
  const switches = { ...doc.layout.switches }
  for (const { node, switch: set } of nodes) if (set !== undefined) switches[node.id] = set
  const layout = tidied({
    ...doc.layout,
    nodes: positions,
    titles,
    switches,
    notes: { ...doc.layout.notes, ...cards?.notes },
    frames: { ...doc.layout.frames, ...cards?.frames },
  })
  return { ...doc, graph, layout }
}

/** Moves the added items clear of everything else; between two blocks if it replaced their wire. */
function placed(before: EditorDocument, doc: EditorDocument, { nodes, cut, cards }: Extract<Command, { type: 'add' }>) {
  if (doc === before) return doc
  const [only] = nodes
  if (only && nodes.length === 1 && cut) return withLayout(doc, withRoomFor(doc, only.node.id))
  return withLayout(doc, cleared(doc, [...nodes.map((n) => n.node.id), ...Object.keys(cards?.notes ?? {})]))
}

/** A block nudged by key skips past an obstacle in its direction; otherwise it would be stuck in front of it. */
function waysOf({ layout }: EditorDocument, { positions, how }: Extract<Command, { type: 'move' }>) {
  const [first] = Object.entries(positions)
  const was = first && (layout.notes?.[first[0]] ?? layout.nodes[first[0]])
  if (how !== 'nudge' || !first || !was) return undefined
  const [dx, dy] = [first[1].x - was.x, first[1].y - was.y]
  const way: Direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up'
  return [way]
}

/**
 * Wires that keep a graph connected when blocks in between are removed.
 * Returns wires from the blocks that fed the removed ones to the blocks that those fed, where the ports fit.
 */
function bridges(graph: Graph, nodeIds: ReadonlySet<string>): GraphEdge[] {
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

function remove(
  doc: EditorDocument,
  nodeIds: ReadonlySet<string>,
  removedEdges: ReadonlySet<string>,
  bridging: boolean,
): EditorDocument {
  const nodes = doc.graph.nodes.filter((n) => !nodeIds.has(n.id))
  const ids = edgeIds(doc.graph.edges)
  const bridged = bridging ? bridges(doc.graph, nodeIds) : []
  const edges = doc.graph.edges.filter(
    (e, i) => !removedEdges.has(ids[i] as string) && !nodeIds.has(e.source) && !nodeIds.has(e.target),
  )
  const layout = withoutItems(doc.layout, nodeIds)
  const sameGraph = nodes.length === doc.graph.nodes.length && edges.length === doc.graph.edges.length
  if (sameGraph && layout === doc.layout) return doc
  const graph = sameGraph ? doc.graph : { ...doc.graph, nodes, edges: [...edges, ...bridged] }
  return { ...doc, graph, layout }
}

function adapt(doc: EditorDocument, change: ConfigChange | undefined): EditorDocument {
  if (!change) return doc
  const index = doc.graph.nodes.findIndex((n) => n.id === change.nodeId)
  const node = doc.graph.nodes[index]
  if (!node || JSON.stringify(node.config) === JSON.stringify(change.config)) return doc
  const nodes = doc.graph.nodes.with(index, { ...node, config: change.config })
  return { ...doc, graph: { ...doc.graph, nodes } }
}

const move = (doc: EditorDocument, positions: Readonly<Record<string, Position>>): EditorDocument =>
  withLayout(
    doc,
    withPlaces(doc.layout, Object.fromEntries(Object.entries(positions).map(([id, p]) => [id, rounded(p)]))),
  )

function retitle(doc: EditorDocument, nodeId: string, title: string): EditorDocument {
  const node = findNode(doc.graph, nodeId)
  if (!node) return doc
  const wanted = cutText(title.trim(), MAX_TITLE)
  const own = wanted === '' || wanted === givenTitle(node) ? undefined : wanted
  if (doc.layout.titles?.[nodeId] === own) return doc
  const { [nodeId]: _, ...titles } = doc.layout.titles ?? {}
  const layout = tidied({ ...doc.layout, titles: own === undefined ? titles : { ...titles, [nodeId]: own } })
  return { ...doc, layout }
}

const withLayout = (doc: EditorDocument, layout: Layout): EditorDocument =>
  layout === doc.layout ? doc : { ...doc, layout }

const rounded = (p: Position): Position => ({ x: Math.round(p.x), y: Math.round(p.y) })
