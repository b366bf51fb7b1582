/** Merges detections from several wires into one list. */
import type { Detection } from '../../shared/domain/detection.ts'
import { type Box, boxArea, iou } from '../../shared/domain/geometry.ts'

/** How detections of several models become one list. All overlaps are of boxes of one class, 0 to 1. */
export interface UnionRule {
  /** Boxes of different models that overlap by more than this are one object. */
  iou: number
  /** By model block: the overlap up to which that model itself takes two boxes for two objects. */
  ownIou: ReadonlyMap<string, number>
}

/**
 * A detection that arrives over several wires counts once, in its tracked form if there is one. With a `union`, of
 * detections that are one object the one with the highest score is kept, unchanged; within one model they are one object
 * only beyond the overlap that it allows itself, so that another model beside it removes nothing from a crowd. A tracked
 * detection is an object of its own: it is never dropped, nor is another one for its sake.
 *
 * The order of arrival is kept; which detections are kept does not depend on it. Takes O(n log n) unless very many boxes
 * overlap.
 */
export function mergeDetections(lists: readonly (readonly Detection[])[], union?: UnionRule): readonly Detection[] {
  const [only] = lists
  const once = only !== undefined && lists.length === 1 ? only : withoutRepeats(lists.flat())
  return union === undefined ? once : united(once, union)
}

function withoutRepeats(all: readonly Detection[]): Detection[] {
  const tracks = new Set<number>()
  const ids = new Set<number>()
  for (const { id, trackId } of all) if (trackId !== undefined) ids.add(id)
  return all.filter(({ id, trackId }) => {
    const [seen, key] = trackId === undefined ? [ids, id] : [tracks, trackId]
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Number of boxes up to which comparing with each one is faster than the grid. */
const FEW = 24

interface Level<T> {
  /** Side of its cells in pixels; no box in it is wider or higher. */
  side: number
  boxes: T[]
  /** By row and column. */
  cells: Map<number, Map<number, T[]>>
}

/**
 * Boxes by place and size, to find those that overlap another one: a hierarchical hash grid (Mirtich 1997). A box is in
 * one cell of the level whose cells are the first that are at least as large, so a level has few boxes that overlap a
 * box of any size, and no cell has to be searched twice.
 */
class BoxIndex<T extends { readonly box: Box }> {
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

/** Greedy non-maximum suppression over the detections that are not tracked. */
function united(all: readonly Detection[], union: UnionRule): readonly Detection[] {
  const free = all.filter(({ trackId }) => trackId === undefined)
  // Ties are broken by id: the order in which wires were drawn must not matter.
  free.sort((a, b) => b.score - a.score || a.id - b.id)
  const kept = new Map<string, BoxIndex<Detection>>()
  const doubles = new Set<Detection>()
  for (const detection of free) {
    const { className, modelNodeId } = detection
    const ofClass = kept.get(className) ?? new BoxIndex<Detection>()
    kept.set(className, ofClass)
    const ownIou = Math.max(union.iou, union.ownIou.get(modelNodeId) ?? 1)
    const isDouble = ofClass.some(detection.box, union.iou, (other) => {
      return iou(other.box, detection.box) > (other.modelNodeId === modelNodeId ? ownIou : union.iou)
    })
    if (isDouble) doubles.add(detection)
    else ofClass.add(detection)
  }
  return doubles.size === 0 ? all : all.filter((detection) => !doubles.has(detection))
}
