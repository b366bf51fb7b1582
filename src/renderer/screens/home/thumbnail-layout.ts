/** Computes the positions of a graph's blocks in a thumbnail. */
import type { Graph, Layout } from '../../../shared/graph/graph.ts'

export interface Placed {
  id: string
  type: string
  /** Centre, in thumbnail units. */
  x: number
  y: number
}

export interface PlacedGraph {
  nodes: Placed[]
  /** Indices into `nodes`, and into the graph's edges. */
  wires: { from: number; to: number; edge: number }[]
}

export interface Frame {
  width: number
  height: number
  /** Space for half a block on either side. */
  marginX: number
  marginY: number
}

/** Fits the graph into the frame: by its layout when every block has a position, else in columns by depth. */
export function placeGraph(graph: Graph, layout: Layout | null, frame: Frame): PlacedGraph {
  const laidOut = layout !== null && graph.nodes.every((n) => layout.nodes[n.id])
  const at = laidOut ? layout.nodes : columns(graph)
  const points = graph.nodes.map((n) => at[n.id] ?? { x: 0, y: 0 })
  const x = spread(
    points.map((p) => p.x),
    frame.width,
    frame.marginX,
  )
  const y = spread(
    points.map((p) => p.y),
    frame.height,
    frame.marginY,
    laidOut ? 0.4 : 34,
  )
  const index = new Map(graph.nodes.map((n, i) => [n.id, i]))
  return {
    nodes: graph.nodes.map((n, i) => ({ id: n.id, type: n.type, x: x[i] as number, y: y[i] as number })),
    wires: graph.edges.flatMap((e, edge) => {
      const [from, to] = [index.get(e.source), index.get(e.target)]
      return from === undefined || to === undefined ? [] : [{ from, to, edge }]
    }),
  }
}

/** Spreads values over a length, keeping margins and never enlarging beyond `maxScale`; a single value is centred. */
function spread(values: number[], length: number, margin: number, maxScale = Number.POSITIVE_INFINITY): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low
  const scale = span > 0 ? Math.min((length - 2 * margin) / span, maxScale) : 0
  const start = (length - span * scale) / 2
  return values.map((v) => start + (v - low) * scale)
}

/** Column by longest path from a start, row by order of appearance; loops stop at the number of nodes. */
function columns(graph: Graph): Record<string, { x: number; y: number }> {
  const depth = new Map(graph.nodes.map((n) => [n.id, 0]))
  for (let pass = 0; pass < graph.nodes.length; pass++) {
    let changed = false
    for (const { source, target } of graph.edges) {
      const next = (depth.get(source) ?? 0) + 1
      if (depth.has(target) && next > (depth.get(target) ?? 0) && next < graph.nodes.length) {
        depth.set(target, next)
        changed = true
      }
    }
    if (!changed) break
  }
  const rows = new Map<number, number>()
  const at: Record<string, { x: number; y: number }> = Object.create(null)
  for (const node of graph.nodes) {
    const x = depth.get(node.id) ?? 0
    const y = rows.get(x) ?? 0
    rows.set(x, y + 1)
    at[node.id] = { x, y }
  }
  // Centre every column vertically.
  for (const place of Object.values(at)) place.y -= ((rows.get(place.x) ?? 1) - 1) / 2
  return at
}
