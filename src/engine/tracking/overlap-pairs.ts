/** The pairs of tracks and detections that may match, with their costs, as defined by ByteTrack and BoT-SORT. */
import type { Box } from '../../shared/domain/geometry.ts'

/** A sparse cost matrix in rows: the entries of row r are at `start[r]` to `start[r + 1]`, by rising column. */
export interface CostPairs {
  rows: number
  cols: number
  start: Int32Array
  col: number[]
  cost: number[]
}

/**
 * Intersection over union of boxes whose whole-pixel corners are inclusive (hence the + 1), the convention of the
 * trackers' reference code. 0 when either box is empty, which only a diverged prediction can be.
 */
function pixelIou(a: Box, b: Box): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1) + 1
  if (width <= 0) return 0
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1) + 1
  if (height <= 0) return 0
  if (a.x2 <= a.x1 || a.y2 <= a.y1 || b.x2 <= b.x1 || b.y2 <= b.y1) return 0
  const overlap = width * height
  const union = (a.x2 - a.x1 + 1) * (a.y2 - a.y1 + 1) + (b.x2 - b.x1 + 1) * (b.y2 - b.y1 + 1) - overlap
  return overlap / union
}

interface Boxed {
  box: Box
}

/**
 * Pairs of boxes that overlap, with `costOf(row, column, IoU)`; pairs with a cost of 1 or more are dropped. Columns are
 * swept by their left side, so that only neighbours are compared.
 *
 * @param apart also includes boxes that do not overlap (IoU 0), when they can be matched by other means
 */
export function overlapPairs(
  rows: readonly Boxed[],
  cols: readonly Boxed[],
  costOf: (row: number, col: number, iou: number) => number,
  apart = false,
): CostPairs {
  const start = new Int32Array(rows.length + 1)
  const pairs: CostPairs = { rows: rows.length, cols: cols.length, start, col: [], cost: [] }
  const byLeft = Array.from(cols, (_, i) => i).sort((a, b) => left(cols, a) - left(cols, b))
  const lefts = Float64Array.from(byLeft, (i) => left(cols, i))
  const widest = cols.reduce((most, { box }) => Math.max(most, box.x2 - box.x1), 0)
  const near: number[] = []
  for (let row = 0; row < rows.length; row++) {
    const { box } = rows[row] as Boxed
    near.length = 0
    if (apart) for (let i = 0; i < cols.length; i++) near.push(i)
    else {
      // Whole-pixel corners are inclusive, hence the extra pixel.
      const last = box.x2 + 1
      for (let k = firstFrom(lefts, box.x1 - widest - 1); k < lefts.length && (lefts[k] as number) <= last; k++) {
        near.push(byLeft[k] as number)
      }
      near.sort(rising)
    }
    for (const col of near) {
      const overlap = pixelIou(box, (cols[col] as Boxed).box)
      if (overlap <= 0 && !apart) continue
      const cost = costOf(row, col, overlap)
      if (cost >= 1) continue
      pairs.col.push(col)
      pairs.cost.push(cost)
    }
    start[row + 1] = pairs.col.length
  }
  return pairs
}

const left = (boxes: readonly Boxed[], i: number): number => (boxes[i] as Boxed).box.x1
const rising = (a: number, b: number): number => a - b

/** Index of the first value that is not below `from`. */
function firstFrom(sorted: Float64Array, from: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < from) low = middle + 1
    else high = middle
  }
  return low
}
