/** Gives every node a place when a document is opened without one. */
import type { Graph, Layout } from '../../../shared/graph/graph.ts'
import { blockRoom } from '../canvas/block-size.ts'
import { arrange } from './arrange.ts'

const GAP = 40

/** The layout with all nodes placed; the same object when they were. Blocks without a place go below the others. */
export function completeLayout(graph: Graph, layout: Layout | null): Layout {
  const known = layout?.nodes ?? {}
  const missing = graph.nodes.filter((n) => !Object.hasOwn(known, n.id))
  if (layout && missing.length === 0) return layout
  const ids = new Set(missing.map((n) => n.id))
  const placed = arrange({
    nodes: missing.map((n) => ({ id: n.id, ...blockRoom(n.type) })),
    edges: graph.edges.filter((e) => ids.has(e.source) && ids.has(e.target)),
  })
  const old = graph.nodes.flatMap((n) => {
    const place = known[n.id]
    return place ? [{ x: place.x, bottom: place.y + blockRoom(n.type).height }] : []
  })
  const left = old.length > 0 ? Math.min(...old.map((p) => p.x)) : 0
  const top = old.length > 0 ? Math.max(...old.map((p) => p.bottom)) + GAP : 0
  const shifted = Object.entries(placed).map(([id, p]) => [id, { x: p.x + left, y: p.y + top }] as const)
  return { ...layout, nodes: { ...known, ...Object.fromEntries(shifted) } }
}
