import type { MapShapes } from './map-shapes.ts'
import type { MapView } from './map-view.ts'

/** Paints the wires in their colours; `width` and dashes are in canvas pixels, to which the context is scaled. */
export function paintWires(
  context: CanvasRenderingContext2D,
  { wires }: MapShapes,
  { color }: MapView,
  width: number,
): void {
  for (const { color: flows, selected, off, path } of wires) {
    context.strokeStyle = flows ?? color('bad')
    context.globalAlpha = off ? 0.35 : selected ? 1 : 0.8
    context.lineWidth = selected ? 1.5 * width : width
    context.setLineDash(flows === null ? [3 * width, 2.5 * width] : off ? [2 * width, 2.5 * width] : [])
    context.stroke(path)
  }
  context.setLineDash([])
  context.globalAlpha = 1
}
