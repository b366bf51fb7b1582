/** What the map is drawn for, whichever way. */
import type { Level } from '../../session/issue-store.ts'
import type { MapBlock, MapShapes } from './map-shapes.ts'

/** How blocks stand out from their kind's colour. */
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
  /** Where the canvas' origin stands, and how large: as React Flow has it. */
  transform: readonly [x: number, y: number, zoom: number]
  /** Value of one of the theme's colours. */
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

/** Those that look alike: telling a canvas its colour takes longer than a box. */
export function alike<T>(all: readonly T[], look: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(look(one))
    if (group) group.push(one)
    else groups.set(look(one), [one])
  }
  return [...groups.values()]
}
