/** A small drawing of a graph: its shape, and the colours of its blocks and wires. */
import { memo } from 'react'
import { BLOCKS, isBlockKind } from '../../../shared/blocks/catalogue.ts'
import type { Graph, Layout } from '../../../shared/graph/graph.ts'
import { portsOf } from '../../../shared/graph/ports.ts'
import { BLOCK_COLORS, PORT_COLORS } from '../../base/ui/tokens.ts'

const FRAME = { width: 264, height: 116, marginX: 34, marginY: 24 }
const BLOCK = { width: 34, height: 20 }
/** Large graphs are drawn smaller, until their blocks no longer overlap. */
const SHRINKS = [1, 1.4, 2, 2.8]

interface Placed {
  id: string
  type: string
  /** Centre, in thumbnail units. */
  x: number
  y: number
}

interface PlacedGraph {
  nodes: Placed[]
  /** Indices into `nodes`, and into the graph's edges. */
  wires: { from: number; to: number; edge: number }[]
}

interface Frame {
  width: number
  height: number
  /** Space for half a block on either side. */
  marginX: number
  marginY: number
}

/**
 * Computes the positions of a graph's blocks in a thumbnail.
 * Fits the graph into the frame: by its layout when every block has a position, else in columns by depth.
 */
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

interface GraphThumbnailProps {
  graph: Graph
  layout: Layout | null
  className?: string | undefined
}

export const GraphThumbnail = memo(function GraphThumbnail({ graph, layout, className }: GraphThumbnailProps) {
  const { nodes, wires, width, height } = placedApart(graph, layout)
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {wires.map(({ from, to, edge }) => (
        <path
          key={edge}
          d={curve(nodes[from] as Placed, nodes[to] as Placed)}
          fill="none"
          stroke={wireColor(graph, edge)}
          strokeOpacity={0.7}
          strokeWidth={1.25}
        />
      ))}
      {nodes.map((node) => (
        <Block key={node.id} node={node} />
      ))}
    </svg>
  )
})

function placedApart(graph: Graph, layout: Layout | null) {
  const placed = (shrink: number) => {
    const [width, height] = [FRAME.width * shrink, FRAME.height * shrink]
    return { ...placeGraph(graph, layout, { ...FRAME, width, height }), width, height }
  }
  const isClear = (shrink: number) => {
    const { nodes } = placed(shrink)
    return nodes.every((a, i) => nodes.slice(0, i).every((b) => !overlap(a, b)))
  }
  return placed(SHRINKS.find(isClear) ?? (SHRINKS.at(-1) as number))
}

const overlap = (a: Placed, b: Placed): boolean =>
  Math.abs(a.x - b.x) < BLOCK.width && Math.abs(a.y - b.y) < BLOCK.height

function Block({ node: { type, x, y } }: { node: Placed }) {
  const color = isBlockKind(type) ? BLOCK_COLORS[type] : 'var(--sl-faint)'
  const [left, top] = [x - BLOCK.width / 2, y - BLOCK.height / 2]
  return (
    <g>
      <rect
        x={left}
        y={top}
        width={BLOCK.width}
        height={BLOCK.height}
        rx={3.5}
        fill="var(--sl-raised)"
        stroke="var(--sl-line-strong)"
        strokeWidth={1}
      />
      <rect x={left + 5} y={top + 5} width={4} height={BLOCK.height - 10} rx={1.5} fill={color} />
      <rect x={left + 13} y={top + 6.5} width={14} height={2.5} rx={1.25} fill="var(--sl-dim)" fillOpacity={0.75} />
      <rect x={left + 13} y={top + 11.5} width={9} height={2} rx={1} fill="var(--sl-dim)" fillOpacity={0.4} />
    </g>
  )
}

function curve(a: Placed, b: Placed): string {
  const [x1, x2] = [a.x + BLOCK.width / 2, b.x - BLOCK.width / 2]
  const bend = Math.max(10, Math.abs(x2 - x1) / 2)
  return `M${x1} ${a.y}C${x1 + bend} ${a.y} ${x2 - bend} ${b.y} ${x2} ${b.y}`
}

function wireColor(graph: Graph, index: number): string {
  const edge = graph.edges[index]
  const kindOf = (id: string | undefined) => graph.nodes.find((n) => n.id === id)?.type
  const [from, to] = [kindOf(edge?.source), kindOf(edge?.target)]
  if (!edge || !isBlockKind(from) || !isBlockKind(to)) return 'var(--sl-faint)'
  const type = portsOf(from, to, edge)?.out.type ?? BLOCKS[from].outputs[0]?.type
  return type ? PORT_COLORS[type] : 'var(--sl-faint)'
}
