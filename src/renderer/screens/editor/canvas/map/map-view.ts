/** The input of both map painters: shapes, marks and the view. */
import { getBezierPath, Position } from '@xyflow/react'
import { PORT_COLORS } from '../../../../base/ui/tokens.ts'
import type { Box } from '../../../../parts/workflow/document/guides.ts'
import { type CanvasEdge, type CanvasNode, portTop } from '../../canvas-state/canvas-store.ts'
import { boxOf } from '../../canvas-state/card-items.ts'
import type { Level } from '../../session/issue-store.ts'

export interface MapBox extends Box {
  id: string
  kind: string
  selected: boolean
}

interface MapWires {
  /** The colour of the data type; null for an invalid wire. */
  color: string | null
  selected: boolean
  off: boolean
  path: Path2D
}

export interface MapShapes {
  readonly blocks: readonly MapBox[]
  readonly wires: readonly MapWires[]
}

/** The shapes of the map: a box for each visible block, and the wires of each colour as one path. */
export function mapShapes(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
  wrong: ReadonlyMap<string, unknown>,
): MapShapes {
  const shown = new Map(nodes.flatMap((n) => (n.hidden ? [] : [[n.id, { node: n, box: boxOf(n) }] as const])))
  const blocks = [...shown.values()].flatMap(({ node, box }) =>
    node.type === 'block' ? [{ ...box, id: node.id, kind: node.data.kind, selected: node.selected ?? false }] : [],
  )
  const wires = new Map<string, MapWires>()
  for (const edge of edges) {
    const [from, to] = [shown.get(edge.source), shown.get(edge.target)]
    if (!from || !to) continue
    const color = wrong.has(edge.id) || !edge.data?.port ? null : PORT_COLORS[edge.data.port]
    const [selected, off] = [edge.selected ?? false, edge.data?.off ?? false]
    const key = `${color} ${selected} ${off}`
    const alike = wires.get(key) ?? { color, selected, off, path: new Path2D() }
    wires.set(key, alike)
    const [line] = getBezierPath({
      sourceX: from.box.x + from.box.width,
      sourceY: from.box.y + endOf(from.node, from.box, 'source', edge.sourceHandle),
      sourcePosition: Position.Right,
      targetX: to.box.x,
      targetY: to.box.y + endOf(to.node, to.box, 'target', edge.targetHandle),
      targetPosition: Position.Left,
    })
    alike.path.addPath(new Path2D(line))
  }
  return { blocks, wires: [...wires.values()] }
}

/** Wires of a collapsed group end in the middle of its side. */
const endOf = (node: CanvasNode, box: Box, side: 'source' | 'target', port: string | null | undefined): number =>
  node.type === 'block' ? portTop(node.data.kind, side, port) : box.height / 2

/** States that change a block's colour on the map. */
export interface MapMarks {
  failed: string | null
  /** Blocks that no run reaches. */
  idle: ReadonlySet<string>
  levelOf(id: string): Level | undefined
  titleOf(block: MapBox): string
}

export interface MapView {
  width: number
  height: number
  /** Position of the canvas origin and zoom, as in React Flow. */
  transform: readonly [x: number, y: number, zoom: number]
  /** Returns the value of a theme colour. */
  color(name: string): string
  font: string
}

export type PaintMap = (context: CanvasRenderingContext2D, shapes: MapShapes, marks: MapMarks, view: MapView) => void

export const inView = ({ blocks }: MapShapes, { width, height, transform: [x, y, zoom] }: MapView): MapBox[] =>
  blocks.filter(
    (b) =>
      (b.x + b.width) * zoom + x > 0 &&
      b.x * zoom + x < width &&
      (b.y + b.height) * zoom + y > 0 &&
      b.y * zoom + y < height,
  )

/** Groups items with the same appearance: setting a canvas' colour is slower than drawing a box. */
export function alike<T>(all: readonly T[], look: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(look(one))
    if (group) group.push(one)
    else groups.set(look(one), [one])
  }
  return [...groups.values()]
}
