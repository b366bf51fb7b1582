/** The document of the editor: the graph, its layout and its name as one immutable value; sizes and ids on the canvas. */
import type { Workflow } from '../../../../shared/api/workflows.ts'
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { BLOCKS as CONTRACTS, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { effectiveGraph } from '../../../../shared/graph/effective-graph.ts'
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

const NONE: ReadonlySet<string> = new Set()
let last: { graph: unknown; switches: unknown; ids: ReadonlySet<string> } | null = null

/**
 * Finds the blocks that no run reaches because of muted or bypassed ones.
 * Cached for the newest document, because every block calls it on every edit.
 */
export function leftOut({ graph, layout }: EditorDocument): ReadonlySet<string> {
  const { switches } = layout
  if (!switches) return NONE
  if (last?.graph === graph && last.switches === switches) return last.ids
  const run = new Set(effectiveGraph(graph, layout).graph.nodes.map((n) => n.id))
  const ids = new Set(graph.nodes.map((n) => n.id).filter((id) => !run.has(id) && switches[id] !== 'bypassed'))
  last = { graph, switches, ids }
  return ids
}

/**
 * Ids on the canvas: blocks, groups and notes share one set there, though not in a file.
 * Returns the layout with new ids for groups and notes that have that of a block, or of each other.
 */
export function withOwnIds(graph: Graph, layout: Layout): Layout {
  const { frames = {}, notes = {} } = layout
  const taken = new Set([...graph.nodes.map((n) => n.id), ...Object.keys(frames), ...Object.keys(notes)])
  const used = new Set(graph.nodes.map((n) => n.id))
  let renamed = false
  const owned = <T>(items: Record<string, T>, kind: string): Record<string, T> =>
    Object.fromEntries(
      Object.entries(items).map(([id, item]) => {
        const own = used.has(id) ? freshId(kind, taken) : id
        renamed ||= own !== id
        taken.add(own)
        used.add(own)
        return [own, item]
      }),
    )
  const own = { frames: owned(frames, 'frame'), notes: owned(notes, 'note') }
  if (!renamed) return layout
  return { ...layout, ...(layout.frames && { frames: own.frames }), ...(layout.notes && { notes: own.notes }) }
}

/** Sizes of blocks on the canvas, in pixels at zoom 1; the style sheet uses the same numbers. */
export const BLOCK_WIDTH = 212
const HEAD = 58
const PORT_ROW = 24
const FOOT = 8
/** Heights of a run's live figures and of the preview thumbnail; arranging reserves space for both. */
export const FIGURES = 28
const THUMBNAIL = 118
/** Overhang of the preview figures below a block seen from afar; smaller than the free gap. */
const HANGING = 12

/** A side with several ports lists them by name below the head. */
function portRows(type: string): number {
  if (!isBlockKind(type)) return 0
  const { inputs, outputs } = CONTRACTS[type] as BlockKind
  return Math.max(...[inputs.length, outputs.length].map((n) => (n > 1 ? n : 0)))
}

export function blockSize(type: string): { width: number; height: number } {
  const rows = portRows(type)
  return { width: BLOCK_WIDTH, height: HEAD + (rows > 0 ? rows * PORT_ROW + FOOT : 0) }
}

/** Returns the maximum size of a block. */
export function reservedSize(type: string): { width: number; height: number } {
  const { width, height } = blockSize(type)
  return { width, height: height + THUMBNAIL + FIGURES + HANGING }
}
