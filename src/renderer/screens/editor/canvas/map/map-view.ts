/** The input of both map painters. */
import type { Level } from '../../session/issue-store.ts'
import type { MapBlock, MapShapes } from './map-shapes.ts'

/** States that change a block's colour on the map. */
export interface MapMarks {
  failed: string | null
  /** Blocks that no run reaches. */
  idle: ReadonlySet<string>
  levelOf(id: string): Level | undefined
  titleOf(block: MapBlock): string
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

export const inView = ({ blocks }: MapShapes, { width, height, transform: [x, y, zoom] }: MapView): MapBlock[] =>
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
