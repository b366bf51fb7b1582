/**
 * Boxes by place and size, to find those that overlap another one: a hierarchical hash grid (Mirtich 1997). A box is in
 * one cell of the level whose cells are the first that are at least as large, so a level has few boxes that overlap a
 * box of any size, and no cell has to be searched twice.
 */
import { type Box, boxArea } from '../../shared/domain/geometry.ts'

/** Number of boxes up to which comparing with each one is faster than the grid. */
const FEW = 24

interface Level<T> {
  /** Side of its cells in pixels; no box in it is wider or higher. */
  side: number
  boxes: T[]
  /** By row and column. */
  cells: Map<number, Map<number, T[]>>
}

export class BoxIndex<T extends { readonly box: Box }> {
  readonly #all: T[] = []
  readonly #levels = new Map<number, Level<T>>()

  add(item: T): void {
    this.#all.push(item)
    if (this.#all.length <= FEW) return
    // The first boxes get their cells once there are enough of them.
    for (const each of this.#all.length === FEW + 1 ? this.#all : [item]) this.#place(each)
  }

  /**
   * Returns whether `test` holds for any box that could overlap `box` by more than `minIou`; it may be called for others
   * too.
   */
  some(box: Box, minIou: number, test: (item: T) => boolean): boolean {
    if (this.#all.length <= FEW) return this.#all.some(test)
    // The overlap is at most the ratio of areas, of widths and of heights; the boxes of a level are larger than half of it.
    const longest = Math.max(box.x2 - box.x1, box.y2 - box.y1, 1)
    const [least, most] = [Math.sqrt(minIou * boxArea(box)), (2 * longest) / minIou]
    for (const level of this.#levels.values()) {
      if (level.side > least && level.side <= most && someNear(level, box, test)) return true
    }
    return false
  }

  #place(item: T): void {
    const { x1, y1, x2, y2 } = item.box
    const exponent = Math.max(0, Math.ceil(Math.log2(Math.max(x2 - x1, y2 - y1, 1))))
    const level: Level<T> = this.#levels.get(exponent) ?? { side: 2 ** exponent, boxes: [], cells: new Map() }
    this.#levels.set(exponent, level)
    level.boxes.push(item)
    const y = Math.floor(y1 / level.side)
    const x = Math.floor(x1 / level.side)
    const row = level.cells.get(y) ?? new Map<number, T[]>()
    level.cells.set(y, row)
    const cell = row.get(x)
    if (cell) cell.push(item)
    else row.set(x, [item])
  }
}

function someNear<T>({ side, boxes, cells }: Level<T>, { x1, y1, x2, y2 }: Box, test: (item: T) => boolean): boolean {
  // A box of this level that begins more than one cell before another one ends before it.
  const [left, right] = [Math.floor(x1 / side) - 1, Math.floor(x2 / side)]
  const [top, bottom] = [Math.floor(y1 / side) - 1, Math.floor(y2 / side)]
  if ((right - left + 1) * (bottom - top + 1) > boxes.length) return boxes.some(test)
  for (let y = top; y <= bottom; y++) {
    const row = cells.get(y)
    if (row === undefined) continue
    for (let x = left; x <= right; x++) if (row.get(x)?.some(test)) return true
  }
  return false
}
