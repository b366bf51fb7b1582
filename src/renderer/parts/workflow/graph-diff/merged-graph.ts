/** Merges two graphs into one drawing with each block once; removed blocks are placed beside the current ones. */
import { diffGraphs } from '../../../../shared/graph/diff.ts'
import type { GraphEdge, GraphNode, NodeSwitch } from '../../../../shared/graph/graph.ts'
import { diffLayouts } from '../../../../shared/graph/layout-diff.ts'
import { completeLayout } from '../arrange/complete-layout.ts'
import { BLOCK_WIDTH, blockSize, kindTitle } from '../document/document.ts'
import type { Drawn, Mark } from './change-list.ts'

export interface MergedBlock {
  /** Unique in the drawing: an id can be removed with one kind and added with another. */
  key: string
  kind: string
  title: string
  /** The title of the kind, for a block with a name of its own. */
  subtitle: string
  mark: Mark | null
  switch: NodeSwitch | null
  x: number
  y: number
  width: number
  height: number
}

export interface MergedWire {
  key: string
  from: MergedBlock
  to: MergedBlock
  mark: Mark | null
}

export interface MergedGraph {
  blocks: readonly MergedBlock[]
  wires: readonly MergedWire[]
  width: number
  height: number
}

export const blockKey = (side: 'before' | 'after', id: string): string => `${side}:${id}`

const MARGIN = 24
const GAP = 16

/** Positions are those of the later graph; a removed block keeps its position, or moves below the blocks there. */
export function mergeGraphs(before: Drawn, after: Drawn): MergedGraph {
  const diff = diffGraphs(before.graph, after.graph)
  const added = new Set(diff.added.map((n) => n.id))
  const kept = new Set(after.graph.nodes.map((n) => n.id).filter((id) => !added.has(id)))
  const layoutDiff = diffLayouts(before.layout, after.layout, kept)
  const changed = new Set([
    ...diff.changed.map((c) => c.after.id),
    ...layoutDiff.titles.map((c) => c.id),
    ...layoutDiff.switches.map((c) => c.id),
  ])
  const markOf = ({ id }: GraphNode) => (added.has(id) ? 'added' : changed.has(id) ? 'changed' : null)
  const blocks = place(after, after.graph.nodes, 'after', markOf)
  for (const block of place(before, diff.removed, 'before', () => 'removed')) blocks.push(beside(block, blocks))

  const byKey = new Map(blocks.map((b) => [b.key, b]))
  const at = (side: 'before' | 'after', id: string) => byKey.get(blockKey(side, id))
  // A removed wire may have ended at a block that still exists.
  const end = (side: 'before' | 'after', id: string) => at(side, id) ?? at('after', id)
  const wire = (side: 'before' | 'after', edge: GraphEdge, i: number, mark: Mark | null): MergedWire[] => {
    const [from, to] = [end(side, edge.source), end(side, edge.target)]
    return from && to ? [{ key: `${side}:${i}`, from, to, mark }] : []
  }
  const fresh = new Set(diff.edgesAdded)
  return shifted(blocks, [
    ...diff.edgesRemoved.flatMap((e, i) => wire('before', e, i, 'removed')),
    ...after.graph.edges.flatMap((e, i) => wire('after', e, i, fresh.has(e) ? 'added' : null)),
  ])
}

function place(
  { graph, layout }: Drawn,
  nodes: readonly GraphNode[],
  side: 'before' | 'after',
  markOf: (node: GraphNode) => Mark | null,
): MergedBlock[] {
  const places = completeLayout(graph, layout).nodes
  return [...new Map(nodes.map((n) => [n.id, n])).values()].map((node) => {
    const own = layout?.titles?.[node.id]
    const kind = kindTitle(node.type)
    return {
      key: blockKey(side, node.id),
      kind: node.type,
      title: own ?? kind,
      subtitle: own === undefined ? '' : kind,
      mark: markOf(node),
      switch: layout?.switches?.[node.id] ?? null,
      ...(places[node.id] ?? { x: 0, y: 0 }),
      width: BLOCK_WIDTH,
      height: blockSize('source').height,
    }
  })
}

/** Returns the block at a free position: its own, or the next one below. */
function beside(block: MergedBlock, others: readonly MergedBlock[]): MergedBlock {
  let { y } = block
  const hit = () =>
    others.find(
      (o) =>
        Math.abs(o.x - block.x) < BLOCK_WIDTH + GAP / 2 &&
        y < o.y + o.height + GAP / 2 &&
        o.y < y + block.height + GAP / 2,
    )
  for (let o = hit(), n = 0; o && n < others.length; o = hit(), n++) y = o.y + o.height + GAP
  return { ...block, y }
}

/** Shifts the drawing so that its top left corner is at the margin, and returns its size. */
function shifted(blocks: readonly MergedBlock[], wires: readonly MergedWire[]): MergedGraph {
  if (blocks.length === 0) return { blocks: [], wires: [], width: 0, height: 0 }
  const [left, top] = [Math.min(...blocks.map((b) => b.x)), Math.min(...blocks.map((b) => b.y))]
  const moved = new Map(blocks.map((b) => [b, { ...b, x: b.x - left + MARGIN, y: b.y - top + MARGIN }]))
  const all = [...moved.values()]
  const there = (b: MergedBlock) => moved.get(b) ?? b
  return {
    blocks: all,
    wires: wires.map((w) => ({ ...w, from: there(w.from), to: there(w.to) })),
    width: Math.max(...all.map((b) => b.x + b.width)) + MARGIN,
    height: Math.max(...all.map((b) => b.y + b.height)) + MARGIN,
  }
}
