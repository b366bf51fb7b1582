/** Completes the layout of a document that has none, a partial one, overlapping blocks, or ids that are used twice. */
import type { Graph, Layout } from '../../../../shared/graph/graph.ts'
import { reservedSize, withOwnIds } from '../document/document.ts'
import { arrange } from './arrange.ts'
import { cleared, STRIDE, spaced } from './reserved-space.ts'

const GAP = 40

/**
 * Returns the layout with all nodes placed and none covered; the same object if it already is. A node without a
 * position goes beside the node that feeds it, the others below everything. Groups and notes with the id of a block,
 * which only files and the API can have, get another one: the canvas would not show them.
 */
export function completeLayout(graph: Graph, layout: Layout | null): Layout {
  let now = spaced({ graph, layout: withOwnIds(graph, layout ?? { nodes: {} }) })
  for (const { id } of graph.nodes) {
    if (Object.hasOwn(now.nodes, id)) continue
    const feeding = graph.edges.flatMap((e) => (e.target === id ? (now.nodes[e.source] ?? []) : []))
    const last = feeding.reduce((a, b) => (b.x > a.x ? b : a), feeding[0] ?? { x: Number.NaN, y: 0 })
    if (Number.isNaN(last.x)) continue
    const nodes = { ...now.nodes, [id]: { x: last.x + STRIDE, y: last.y } }
    now = cleared({ graph, layout: { ...now, nodes } }, [id], ['down'])
  }
  const missing = graph.nodes.filter((n) => !Object.hasOwn(now.nodes, n.id))
  if (missing.length === 0) return now
  const ids = new Set(missing.map((n) => n.id))
  const placed = arrange({
    nodes: missing.map((n) => ({ id: n.id, ...reservedSize(n.type) })),
    edges: graph.edges.filter((e) => ids.has(e.source) && ids.has(e.target)),
  })
  const old = graph.nodes.flatMap((n) => {
    const place = now.nodes[n.id]
    return place ? [{ x: place.x, bottom: place.y + reservedSize(n.type).height }] : []
  })
  const left = old.length > 0 ? Math.min(...old.map((p) => p.x)) : 0
  const top = old.length > 0 ? Math.max(...old.map((p) => p.bottom)) + GAP : 0
  const shifted = Object.entries(placed).map(([id, p]) => [id, { x: p.x + left, y: p.y + top }] as const)
  const nodes = { ...now.nodes, ...Object.fromEntries(shifted) }
  return cleared({ graph, layout: { ...now, nodes } }, ids, ['down'])
}
