/** Draws what a tool adds to the shapes: handles, vertices, the outline in progress, the ghost and the guides. */
import type { Labelled } from '../document/document.ts'
import { BOX_HANDLES, handlePoint } from '../outline/box-handles.ts'
import { type Bounds, type Point, pathsOf } from '../outline/outline.ts'
import { toStage, type View } from './view.ts'

const RIM = 'rgba(5, 7, 13, 0.75)'
const HANDLE_PX = 7
/** Vertices of an outline with more of them would hide it. */
const MAX_VERTICES = 400

/** Draws the handles of a box, or the vertices of a polygon or polyline; those off the stage are left out. */
export function paintHandles(context: CanvasRenderingContext2D, shape: Labelled, view: View, visible: Bounds): void {
  const { bounding_box: box, keypoint } = shape
  if (keypoint) return
  if (box) {
    for (const handle of BOX_HANDLES) square(context, toStage(view, handlePoint(box, handle)))
    return
  }
  const inView = pathsOf(shape)
    .flat()
    .filter((p) => p.x >= visible.minX && p.x <= visible.maxX && p.y >= visible.minY && p.y <= visible.maxY)
  if (inView.length > MAX_VERTICES) return
  for (const point of inView) disc(context, toStage(view, point), 3.5, '#ffffff')
}

function square(context: CanvasRenderingContext2D, { x, y }: Point): void {
  const half = HANDLE_PX / 2
  context.beginPath()
  context.rect(Math.round(x) - half, Math.round(y) - half, HANDLE_PX, HANDLE_PX)
  context.fillStyle = '#ffffff'
  context.fill()
  context.strokeStyle = RIM
  context.lineWidth = 1
  context.stroke()
}

export function disc(context: CanvasRenderingContext2D, { x, y }: Point, radius: number, color: string): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = color
  context.fill()
  context.strokeStyle = RIM
  context.lineWidth = 1
  context.stroke()
}

/** The place on an edge at which a press would insert a vertex. */
export function paintGhost(context: CanvasRenderingContext2D, at: Point, view: View, color: string): void {
  context.globalAlpha = 0.85
  disc(context, toStage(view, at), 4.5, color)
  context.globalAlpha = 1
}

/** The place to which the pointer snaps. */
export function paintSnap(context: CanvasRenderingContext2D, at: Point, view: View): void {
  const { x, y } = toStage(view, at)
  for (const [color, width] of [
    [RIM, 3.5],
    ['#ffffff', 1.5],
  ] as const) {
    context.beginPath()
    context.arc(x, y, 8, 0, 2 * Math.PI)
    context.strokeStyle = color
    context.lineWidth = width
    context.stroke()
  }
}

export interface PathStyle {
  color: string
  /** A closed path is filled, and its first vertex shows that a click there closes it. */
  closes: boolean
  dashed: boolean
}

/** An outline in progress, with its vertices. The last point follows the pointer and has no vertex. */
export function paintPath(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  view: View,
  { color, closes, dashed }: PathStyle,
): void {
  const [first, ...more] = points.map((p) => toStage(view, p))
  if (!first) return
  context.beginPath()
  context.moveTo(first.x, first.y)
  for (const { x, y } of more) context.lineTo(x, y)
  if (closes && more.length > 1) {
    context.fillStyle = `${color}30`
    context.fill()
  }
  context.lineJoin = 'round'
  context.setLineDash(dashed ? [6, 4] : [])
  for (const [stroke, width] of [
    [RIM, 4],
    [color, 2],
  ] as const) {
    context.strokeStyle = stroke
    context.lineWidth = width
    context.stroke()
  }
  context.setLineDash([])
  const placed = [first, ...more.slice(0, -1)]
  placed.forEach((point, i) => {
    const canClose = i === 0 && closes && placed.length >= 3
    disc(context, point, canClose ? 5.5 : 3.5, canClose ? color : '#ffffff')
  })
}

export function paintMarquee(context: CanvasRenderingContext2D, bounds: Bounds, view: View): void {
  const from = toStage(view, { x: bounds.minX, y: bounds.minY })
  const to = toStage(view, { x: bounds.maxX, y: bounds.maxY })
  context.beginPath()
  context.rect(from.x, from.y, to.x - from.x, to.y - from.y)
  context.fillStyle = 'rgba(107, 131, 246, 0.16)'
  context.fill()
  context.setLineDash([4, 3])
  for (const color of [RIM, '#ffffff']) {
    context.strokeStyle = color
    context.lineWidth = color === RIM ? 3 : 1.25
    context.stroke()
  }
  context.setLineDash([])
}

/** Lines through the pointer across the whole stage. */
export function paintCrosshair(context: CanvasRenderingContext2D, at: Point, width: number, height: number): void {
  const [x, y] = [Math.round(at.x) + 0.5, Math.round(at.y) + 0.5]
  for (const [color, line] of [
    ['rgba(5, 7, 13, 0.45)', 3],
    ['rgba(255, 255, 255, 0.85)', 1],
  ] as const) {
    context.beginPath()
    context.moveTo(0, y)
    context.lineTo(width, y)
    context.moveTo(x, 0)
    context.lineTo(x, height)
    context.strokeStyle = color
    context.lineWidth = line
    context.stroke()
  }
}
