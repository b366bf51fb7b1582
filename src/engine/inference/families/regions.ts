/** Finds connected regions of one class in a class map. */
import type { Size } from '../../../shared/domain/geometry.ts'

export interface LabelMap extends Size {
  /** Class of each cell, row by row; negative for none. */
  labels: Int32Array
  /** Probability of that class, 0 to 1. */
  sureness: Float32Array
}

export interface Region extends Size {
  /** The first column and row of cells of the region. */
  x: number
  y: number
  classId: number
  /** Mean probability of its cells. */
  score: number
}

export interface Regions {
  list: Region[]
  /** For each cell, the index of its region in `list`; negative for none. */
  of: Int32Array
}

/** Regions below this share of the map are noise of the network's upsampling. */
const MIN_SHARE = 1e-4

/** Cells are neighbours when they share a side; `wanted` selects the classes that count. */
export function regionsOf(
  { width, height, labels, sureness }: LabelMap,
  wanted: (classId: number) => boolean,
): Regions {
  const NONE = -1
  const UNSEEN = -2
  const of = new Int32Array(labels.length).fill(UNSEEN)
  const stack = new Int32Array(labels.length)
  const least = Math.ceil(MIN_SHARE * labels.length)
  const list: Region[] = []
  for (let seed = 0; seed < labels.length; seed++) {
    if (of[seed] !== UNSEEN) continue
    const classId = labels[seed] as number
    if (classId < 0 || !wanted(classId)) {
      of[seed] = NONE
      continue
    }
    const id = list.length
    let [cells, sum] = [0, 0]
    let [left, top, right, bottom] = [width, height, 0, 0]
    let [size, done] = [0, 0]
    const visit = (cell: number) => {
      if (of[cell] !== UNSEEN || labels[cell] !== classId) return
      of[cell] = id
      stack[size++] = cell
    }
    visit(seed)
    // The stack is walked through and never popped, so that it ends up listing the region's cells.
    while (done < size) {
      const cell = stack[done++] as number
      const x = cell % width
      const y = (cell - x) / width
      cells++
      sum += sureness[cell] as number
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
      if (x > 0) visit(cell - 1)
      if (x < width - 1) visit(cell + 1)
      if (y > 0) visit(cell - width)
      if (y < height - 1) visit(cell + width)
    }
    if (cells < least) {
      for (let i = 0; i < size; i++) of[stack[i] as number] = NONE
      continue
    }
    const [w, h] = [right - left + 1, bottom - top + 1]
    list.push({ x: left, y: top, width: w, height: h, classId, score: sum / cells })
  }
  return { list, of }
}
