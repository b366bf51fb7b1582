/** What React Flow shows: nodes and edges derived from the document, keeping each object that did not change. */
import { applyNodeChanges, type Edge, type Node, type NodeChange } from '@xyflow/react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PortType } from '../../../shared/blocks/block.ts'
import { isBlockKind } from '../../../shared/blocks/catalogue.ts'
import type { GraphNode } from '../../../shared/graph/graph.ts'
import { portsOf } from '../../../shared/graph/ports.ts'
import { type EditorDocument, edgeIds, kindTitle, titleOf } from '../document/document.ts'
import type { DocumentStore, Selection } from '../document/document-store.ts'

/** Blocks read everything else from the document store by their id. */
export type CanvasNode = Node<{ kind: string }, 'block'>
export type CanvasEdge = Edge<{ port: PortType | null }, 'wire'>

export interface CanvasState {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
  /** Sizes and drag positions, which are not part of the document until a drag ends. */
  change(changes: NodeChange<CanvasNode>[]): void
}

export interface CanvasStore extends StoreApi<CanvasState> {
  stop(): void
}

export function createCanvasStore(documents: DocumentStore): CanvasStore {
  const { doc, selection } = documents.getState()
  const store = createStore<CanvasState>()((set) => ({
    nodes: canvasNodes(doc, selection, []),
    edges: canvasEdges(doc, selection, []),
    change: (changes) => set((s) => ({ nodes: applyNodeChanges(changes, s.nodes as CanvasNode[]) })),
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
  const nodes: CanvasNode[] = []
  const seen = new Set<string>()
  for (const node of doc.graph.nodes) {
    if (seen.has(node.id)) continue
    seen.add(node.id)
    nodes.push(canvasNode(doc, node, chosen.has(node.id), known.get(node.id)))
  }
  return nodes.length === old.length && nodes.every((n, i) => n === old[i]) ? old : nodes
}

function canvasNode(doc: EditorDocument, node: GraphNode, selected: boolean, was: CanvasNode | undefined): CanvasNode {
  const position = doc.layout.nodes[node.id] ?? ORIGIN
  const title = titleOf(doc, node)
  const ariaLabel = title === kindTitle(node.type) ? `${title} block` : `${title}, ${kindTitle(node.type)} block`
  const data = was?.data.kind === node.type ? was.data : { kind: node.type }
  if (
    was &&
    was.position.x === position.x &&
    was.position.y === position.y &&
    was.selected === selected &&
    was.ariaLabel === ariaLabel &&
    was.data === data &&
    !was.dragging
  ) {
    return was
  }
  return { ...was, id: node.id, type: 'block', position, selected, data, ariaLabel, dragging: false }
}

function canvasEdges(doc: EditorDocument, selection: Selection, old: readonly CanvasEdge[]): readonly CanvasEdge[] {
  const known = new Map(old.map((e) => [e.id, e]))
  const chosen = new Set(selection.edges)
  const byId = new Map(doc.graph.nodes.map((n) => [n.id, n]))
  const ids = edgeIds(doc.graph.edges)
  const edges = doc.graph.edges.flatMap((edge, i): CanvasEdge[] => {
    const from = byId.get(edge.source)
    const to = byId.get(edge.target)
    if (!from || !to || !isBlockKind(from.type) || !isBlockKind(to.type)) return []
    const ports = portsOf(from.type, to.type, edge)
    if (!ports) return []
    const id = ids[i] as string
    const selected = chosen.has(id)
    const was = known.get(id)
    const port = ports.in.accepts.includes(ports.out.type) ? ports.out.type : null
    const ariaLabel = `${ports.out.title} from ${titleOf(doc, from)} to ${titleOf(doc, to)}`
    if (was && was.selected === selected && was.data?.port === port && was.ariaLabel === ariaLabel) return [was]
    return [
      {
        id,
        type: 'wire',
        source: from.id,
        target: to.id,
        sourceHandle: ports.out.id,
        targetHandle: ports.in.id,
        selected,
        data: { port },
        ariaLabel,
      },
    ]
  })
  return edges.length === old.length && edges.every((e, i) => e === old[i]) ? old : edges
}
