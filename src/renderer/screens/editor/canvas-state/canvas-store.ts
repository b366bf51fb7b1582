/** The nodes and edges of React Flow, derived from the document; unchanged objects are reused. */
import { applyNodeChanges, type Edge, type Node, type NodeChange, type NodeHandle, Position } from '@xyflow/react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BlockKind, InputPort, OutputPort, PortType } from '../../../../shared/blocks/block.ts'
import { type BlockKindName, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import type { Frame, GraphNode, Note } from '../../../../shared/graph/graph.ts'
import { portsOf } from '../../../../shared/graph/ports.ts'
import { BLOCKS, outputTitle } from '../../../base/blocks/block-text.ts'
import {
  BLOCK_WIDTH,
  blockSize,
  type EditorDocument,
  edgeIds,
  kindTitle,
  leftOut,
  titleOf,
} from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { DocumentStore, Selection } from '../document/document-store.ts'
import { groupItem, movingMembers, noteItem, withGroupBoxes } from './card-items.ts'

/** Blocks read everything else from the document store by their id. */
export type BlockItem = Node<{ kind: string }, 'block'>
export type NoteItem = Node<{ kind: 'note'; note: Note }, 'note'>
export type GroupItem = Node<{ kind: 'group'; group: Frame }, 'blockGroup'>
export type CanvasNode = BlockItem | NoteItem | GroupItem
export type CanvasEdge = Edge<{ port: PortType | null; off: boolean }, 'wire'>

export interface CanvasState {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
  /** Applies sizes and drag positions, which are not part of the document until a drag ends. */
  change(changes: NodeChange<CanvasNode>[]): void
  /** Resets every block to its position in the document. */
  reset(): void
}

/** Above this number of blocks only those in view are rendered, and the others get computed sizes. */
export const MANY = 300

export interface CanvasStore extends StoreApi<CanvasState> {
  stop(): void
}

export function createCanvasStore(documents: DocumentStore): CanvasStore {
  const { doc, selection } = documents.getState()
  const store = createStore<CanvasState>()((set) => ({
    nodes: canvasNodes(doc, selection, []),
    edges: canvasEdges(doc, selection, []),
    change: (changes) =>
      set((s) => {
        const nodes = applyNodeChanges(movingMembers(changes, s.nodes), s.nodes as CanvasNode[])
        return { nodes: withGroupBoxes(nodes, s.nodes) }
      }),
    reset: () =>
      set((s) => {
        const { doc, selection } = documents.getState()
        return { nodes: canvasNodes(doc, selection, s.nodes) }
      }),
  }))
  const stop = documents.subscribe((next, previous) => {
    if (next.doc === previous.doc && next.selection === previous.selection) return
    store.setState((s) => ({
      nodes: canvasNodes(next.doc, next.selection, s.nodes),
      edges: canvasEdges(next.doc, next.selection, s.edges),
    }))
  })
  return { ...store, stop }
}

const ORIGIN = { x: 0, y: 0 }

function canvasNodes(doc: EditorDocument, selection: Selection, old: readonly CanvasNode[]): readonly CanvasNode[] {
  const known = new Map(old.map((n) => [n.id, n]))
  const chosen = new Set(selection.nodes)
  const { frames = {}, notes = {} } = doc.layout
  const hidden = new Set(Object.values(frames).flatMap((f) => (f.collapsed ? f.members : [])))
  const nodes: CanvasNode[] = []
  const many = doc.graph.nodes.length > MANY
  const seen = new Set(doc.graph.nodes.map((n) => n.id))
  // Groups are first in the list, so that later nodes are drawn above them and follow in tab order.
  for (const [id, group] of Object.entries(frames)) {
    if (seen.has(id)) continue
    nodes.push(groupItem(id, group, chosen.has(id), known.get(id)))
  }
  const placed = new Set<string>()
  for (const node of doc.graph.nodes) {
    if (placed.has(node.id)) continue
    placed.add(node.id)
    nodes.push(
      canvasNode(
        doc,
        node,
        chosen.has(node.id),
        hidden.has(node.id),
        known.get(node.id) ?? (many ? sized(node) : undefined),
      ),
    )
  }
  for (const [id, note] of Object.entries(notes)) {
    if (seen.has(id)) continue
    nodes.push(noteItem(id, note, chosen.has(id), hidden.has(id), known.get(id)))
  }
  const all = withGroupBoxes(nodes, old)
  return all.length === old.length && all.every((n, i) => n === old[i]) ? old : all
}

/** Sets the size that React Flow would measure by rendering. */
const sized = ({ id, type }: GraphNode): BlockItem => ({
  id,
  type: 'block',
  position: ORIGIN,
  data: { kind: type },
  measured: blockSize(type),
  handles: handlesOf(type),
})

function canvasNode(
  doc: EditorDocument,
  node: GraphNode,
  selected: boolean,
  hidden: boolean,
  was: CanvasNode | undefined,
): CanvasNode {
  const position = doc.layout.nodes[node.id] ?? ORIGIN
  const title = titleOf(doc, node)
  const state = doc.layout.switches?.[node.id]
  const name =
    title === kindTitle(node.type)
      ? texts.editor.canvas.block.untitled(title)
      : texts.editor.canvas.block.titled(title, kindTitle(node.type))
  const ariaLabel = state ? `${name}, ${texts.editor.canvas.block.states[state]}` : name
  const data = was?.type === 'block' && was.data.kind === node.type ? was.data : { kind: node.type }
  if (
    was &&
    (was.hidden ?? false) === hidden &&
    was.position.x === position.x &&
    was.position.y === position.y &&
    was.selected === selected &&
    was.ariaLabel === ariaLabel &&
    was.data === data &&
    !was.dragging
  ) {
    return was
  }
  return {
    ...(was as BlockItem | undefined),
    id: node.id,
    type: 'block',
    position,
    selected,
    data,
    ariaLabel,
    hidden,
    dragging: false,
  }
}

/** Maps each block of a collapsed group to that group. */
function foldedInto({ layout }: EditorDocument): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(layout.frames ?? {}).flatMap(([id, f]) =>
      f.collapsed ? f.members.map((m) => [m, id] as const) : [],
    ),
  )
}

function canvasEdges(doc: EditorDocument, selection: Selection, old: readonly CanvasEdge[]): readonly CanvasEdge[] {
  const known = new Map(old.map((e) => [e.id, e]))
  const chosen = new Set(selection.edges)
  const byId = new Map(doc.graph.nodes.map((n) => [n.id, n]))
  const folded = foldedInto(doc)
  const idle = leftOut(doc)
  const ids = edgeIds(doc.graph.edges)
  const edges = doc.graph.edges.flatMap((edge, i): CanvasEdge[] => {
    const from = byId.get(edge.source)
    const to = byId.get(edge.target)
    if (!from || !to || !isBlockKind(from.type) || !isBlockKind(to.type)) return []
    const ports = portsOf(from.type, to.type, edge)
    if (!ports) return []
    const id = ids[i] as string
    const selected = chosen.has(id)
    const [fromBox, toBox] = [folded.get(from.id), folded.get(to.id)]
    if (fromBox !== undefined && fromBox === toBox) return []
    const source = fromBox ?? from.id
    const target = toBox ?? to.id
    const off = idle.has(from.id) || idle.has(to.id)
    const was = known.get(id)
    const port = ports.in.accepts.includes(ports.out.type) ? ports.out.type : null
    const ariaLabel = texts.editor.canvas.block.wire(
      outputTitle(from.type, ports.out.id),
      titleOf(doc, from),
      titleOf(doc, to),
    )
    const same = was?.source === source && was.target === target && was.data?.off === off
    if (was && same && was.selected === selected && was.data?.port === port && was.ariaLabel === ariaLabel) return [was]
    return [
      {
        id,
        type: 'wire',
        source,
        target,
        sourceHandle: fromBox === undefined ? ports.out.id : 'out',
        targetHandle: toBox === undefined ? ports.in.id : 'in',
        reconnectable: fromBox === undefined && toBox === undefined,
        selected,
        data: { port, off },
        ariaLabel,
      },
    ]
  })
  return edges.length === old.length && edges.every((e, i) => e === old[i]) ? old : edges
}

export type PortSpec = { side: 'target'; port: InputPort } | { side: 'source'; port: OutputPort }

/**
 * A side's only port is in the middle of the head; several ports have a named row each. Canvas pixels from within the
 * block's border; the style sheet uses the same numbers.
 */
const HEAD_MIDDLE = 29
const FIRST_ROW = 70
const ROW = 24

export interface PlacedPort {
  spec: PortSpec
  top: number
  named: boolean
}

const known = new Map<BlockKindName, readonly PlacedPort[]>()

export function placedPorts(kind: string): readonly PlacedPort[] {
  if (!isBlockKind(kind)) return []
  const places = known.get(kind) ?? placed(BLOCKS[kind])
  known.set(kind, places)
  return places
}

function placed({ inputs, outputs }: BlockKind): PlacedPort[] {
  const place = (specs: PortSpec[]): PlacedPort[] =>
    specs.map((spec, i) =>
      specs.length === 1 ? { spec, top: HEAD_MIDDLE, named: false } : { spec, top: FIRST_ROW + i * ROW, named: true },
    )
  return [
    ...place(inputs.map((port) => ({ side: 'target', port }))),
    ...place(outputs.map((port) => ({ side: 'source', port }))),
  ]
}

const BORDER = 1

/** Distance of a port from the block's top; the head's middle for a port that the kind does not have. */
export const portTop = (kind: string, side: PortSpec['side'], port: string | null | undefined): number =>
  BORDER + (placedPorts(kind).find(({ spec }) => spec.side === side && spec.port.id === port)?.top ?? HEAD_MIDDLE)

const DOT = 12

/** Returns a kind's ports as React Flow would measure them. */
const handlesOf = (kind: string): NodeHandle[] =>
  placedPorts(kind).map(({ spec: { side, port }, top }) => ({
    id: port.id,
    type: side,
    position: side === 'source' ? Position.Right : Position.Left,
    x: (side === 'source' ? BLOCK_WIDTH - BORDER : BORDER) - DOT / 2,
    y: BORDER + top - DOT / 2,
    width: DOT,
    height: DOT,
  }))
