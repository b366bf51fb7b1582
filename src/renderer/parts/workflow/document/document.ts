/** The document of the editor: the graph, its layout and its name as one immutable value. */
import type { Workflow } from '../../../../shared/api/workflows.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { emptyGraph, type Graph, type GraphEdge, type GraphNode, type Layout } from '../../../../shared/graph/graph.ts'
import { portsOf } from '../../../../shared/graph/ports.ts'
import { BLOCKS, givenTitle } from '../../../base/blocks/block-text.ts'
import { texts } from '../../../texts/texts.ts'

export interface EditorDocument {
  readonly name: string
  readonly description: string | null
  readonly graph: Graph
  readonly layout: Layout
}

/** Canvas pixels at zoom 1. */
export interface Position {
  x: number
  y: number
}

export const emptyDocument = (name = texts.ui.words.untitled): EditorDocument => ({
  name,
  description: null,
  graph: emptyGraph(),
  layout: { nodes: {} },
})

export const documentOf = (workflow: Workflow): EditorDocument => ({
  name: workflow.name,
  description: workflow.description,
  graph: workflow.graph,
  layout: workflow.layout ?? { nodes: {} },
})

const indices = new WeakMap<Graph['nodes'], Map<string, GraphNode>>()

/** Returns the first node with that id. Every block calls it on every edit, hence an index per node list. */
export function findNode(graph: Graph, id: string): GraphNode | undefined {
  let index = indices.get(graph.nodes)
  if (!index) {
    index = new Map()
    for (const node of graph.nodes) if (!index.has(node.id)) index.set(node.id, node)
    indices.set(graph.nodes, index)
  }
  return index.get(id)
}

export const kindTitle = (type: string): string => (isBlockKind(type) ? BLOCKS[type].title : type)

/** Returns the user's own name of a node, or the title of its kind. */
export function titleOf(doc: EditorDocument, node: GraphNode): string {
  return doc.layout.titles?.[node.id] ?? givenTitle(node)
}

/** The same for a node that may have been removed. */
export function titleById(doc: EditorDocument, id: string, kind: string): string {
  const node = findNode(doc.graph, id)
  return node ? titleOf(doc, node) : kindTitle(kind)
}

/** Returns the ids of all nodes, notes and groups. */
export const takenIds = ({ graph, layout }: EditorDocument): Set<string> =>
  new Set([...graph.nodes.map((n) => n.id), ...Object.keys(layout.notes ?? {}), ...Object.keys(layout.frames ?? {})])

/** Returns an unused node id: the kind and a number, so that logs and files stay readable. */
export function freshId(kind: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const id = `${kind}-${n}`
    if (!taken.has(id)) return id
  }
}

/** Returns the edge with its handles named, as far as its ports can be determined. */
export function withHandles(graph: Graph, edge: GraphEdge): GraphEdge {
  const from = findNode(graph, edge.source)
  const to = findNode(graph, edge.target)
  const ports = from && to && isBlockKind(from.type) && isBlockKind(to.type) ? portsOf(from.type, to.type, edge) : null
  return ports ? { ...edge, sourceHandle: ports.out.id, targetHandle: ports.in.id } : edge
}

/**
 * Stable ids of all edges, by index: the ends, and a number when a damaged graph contains the same edge twice. Edges
 * have no id in the stored graph.
 */
export function edgeIds(edges: readonly GraphEdge[]): string[] {
  const seen = new Map<string, number>()
  return edges.map((e) => {
    const key = JSON.stringify([e.source, e.sourceHandle ?? '', e.target, e.targetHandle ?? ''])
    const n = seen.get(key) ?? 0
    seen.set(key, n + 1)
    return n === 0 ? key : `${key}#${n}`
  })
}

/** Compares the nodes and edges of two documents, regardless of the order of keys; the order of nodes matters. */
export function sameDocument(a: EditorDocument, b: EditorDocument): boolean {
  return a === b || canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : v,
  )
}
