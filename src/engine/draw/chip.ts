/** Small filled labels, placed inside the frame and without overlaps. */

import type { Box, Point } from '../../shared/domain/geometry.ts'
import type { InkPot, Measures } from './ink.ts'
import { letteringOf } from './lettering.ts'
import { fillRoundBox } from './shapes.ts'
import type { Surface } from './surface.ts'

export interface ChipSize {
  width: number
  height: number
}

export const chipSize = (text: string, m: Measures): ChipSize => ({
  width: letteringOf(m.fontPx).widthOf(text) + 2 * m.chipPadding,
  height: m.chipHeight,
})

/** Records the chips placed in one frame. */
export class ChipLayout {
  readonly #taken: Box[] = []
  readonly #surface: Surface

  constructor(surface: Surface) {
    this.#surface = surface
  }

  /** Later chips avoid this box if possible. */
  keepClear(box: Box): void {
    this.#taken.push(box)
  }

  /** Returns whether the chip fits in the frame without being moved. */
  fits({ x, y }: Point, { width, height }: ChipSize): boolean {
    return x >= 0 && y >= 0 && x + width <= this.#surface.width && y + height <= this.#surface.height
  }

  /** Chooses the first of these top left corners at which the chip, moved into the frame, overlaps others the least. */
  place({ width, height }: ChipSize, corners: readonly Point[]): Box {
    let best = this.#inside(corners[0] ?? { x: 0, y: 0 }, width, height)
    let least = Number.POSITIVE_INFINITY
    for (const corner of corners) {
      const box = this.#inside(corner, width, height)
      const covered = this.#taken.reduce((sum, other) => sum + overlap(box, other), 0)
      if (covered >= least) continue
      best = box
      least = covered
      if (covered === 0) break
    }
    this.#taken.push(best)
    return best
  }

  #inside({ x, y }: Point, width: number, height: number): Box {
    const x1 = Math.round(Math.max(0, Math.min(x, this.#surface.width - width)))
    const y1 = Math.round(Math.max(0, Math.min(y, this.#surface.height - height)))
    return { x1, y1, x2: x1 + width, y2: y1 + height }
  }
}

/** Area of the intersection of two boxes. */
const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) * Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1))

export function drawChip(surface: Surface, box: Box, text: string, color: string, m: Measures, inks: InkPot): void {
  fillRoundBox(surface, box, m.chipRadius, inks.of(color), 0.94)
  const font = letteringOf(m.fontPx)
  const baseline = Math.round((box.y1 + box.y2 + font.capHeight) / 2)
  font.draw(surface, text, box.x1 + m.chipPadding, baseline, inks.onto(color))
}
