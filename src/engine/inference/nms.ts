/**
 * Non-maximum suppression, per class or across classes: greedy for upright boxes, as in the reference implementation
 * for oriented ones.
 */

import { type Candidates, pick } from './candidates.ts'
import { createOrientedOverlap } from './prob-iou.ts'

export interface NmsOptions {
  /** When two boxes overlap by more than this, the one with the higher score is kept. */
  iou: number
  /** Also suppress across classes. */
  classAgnostic: boolean
  /** Maximum number of boxes kept, highest score first. */
  maxDetections: number
}

/** Bounds the cost of noise: no image has more objects, and a frame full of noise must not stall a run. */
const MAX_CANDIDATES = 10_000
const MAX_STEPS = 1_000_000

/** Maximum number of comparisons: bounds the cost of an image full of noise. */
const MAX_COMPARISONS = 2_000_000
/** Comparing fewer boxes than this is faster than sorting them into cells. */
const FEW = 300

interface Cells {
  /** Number of cells along each side of a class's grid. */
  side: number
  /** Index of the latest entry of each cell; negative when the cell is empty. */
  last: Int32Array
  /** First cell of a class's grid. */
  listOf(classId: number): number
  column(x: number): number
  row(y: number): number
}

/**
 * Grid of candidate centres, so that suppression compares each candidate with its neighbours only: `side` x `side` cells for
 * each class, or for all of them together.
 */
function createCells(
  { boxes, classIds }: Candidates,
  order: Int32Array,
  { side, classAgnostic }: { classAgnostic: boolean; side: number },
): Cells {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const lists = new Map<number, number>()
  for (const i of order) {
    const x = ((boxes[4 * i] as number) + (boxes[4 * i + 2] as number)) / 2
    const y = ((boxes[4 * i + 1] as number) + (boxes[4 * i + 3] as number)) / 2
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    const classId = classAgnostic ? 0 : (classIds[i] as number)
    if (!lists.has(classId)) lists.set(classId, lists.size * side * side)
  }
  const indexOf = (v: number, from: number, to: number) => {
    const index = Math.floor(((v - from) / (to - from)) * side)
    return index > 0 ? Math.min(index, side - 1) : 0
  }
  return {
    side,
    last: new Int32Array(lists.size * side * side).fill(-1),
    listOf: (classId) => lists.get(classAgnostic ? 0 : classId) as number,
    column: (x) => indexOf(x, left, right),
    row: (y) => indexOf(y, top, bottom),
  }
}

/**
 * Non-maximum suppression of oriented boxes. Returns the indices kept, by falling score, as in Ultralytics’ `TorchNMS.fast_nms` by `batch_probiou`
 * (ultralytics/ultralytics, utils/nms.py; Fast NMS is from YOLACT, arXiv 1904.02689): a box is dropped when it overlaps
 * any box of higher score by more than `iou`, even one that is dropped itself.
 */
function suppressOriented(
  candidates: Candidates,
  angles: Float32Array,
  order: Int32Array,
  { iou, classAgnostic, maxDetections }: NmsOptions,
): Int32Array {
  const { boxes, classIds } = candidates
  const overlap = createOrientedOverlap(boxes, angles, iou)
  const cells = createCells(candidates, order, { classAgnostic, side: order.length > FEW ? 16 : 1 })
  const kept: number[] = []
  // Each cell's list goes from the latest box to the first.
  const before = new Int32Array(order.length)
  let comparisons = 0

  for (let n = 0; n < order.length && kept.length < maxDetections && comparisons < MAX_COMPARISONS; n++) {
    const i = order[n] as number
    const [x, y] = [
      ((boxes[4 * i] as number) + (boxes[4 * i + 2] as number)) / 2,
      ((boxes[4 * i + 1] as number) + (boxes[4 * i + 3] as number)) / 2,
    ]
    const list = cells.listOf(classIds[i] as number)
    const [reachX, reachY] = [overlap.reachX(i), overlap.reachY(i)]
    const [left, right] = [cells.column(x - reachX), cells.column(x + reachX)]
    const [top, bottom] = [cells.row(y - reachY), cells.row(y + reachY)]
    let isRival = false
    for (let row = top; row <= bottom && !isRival; row++) {
      for (let column = left; column <= right && !isRival; column++) {
        let m = cells.last[list + row * cells.side + column] as number
        for (; m >= 0; m = before[m] as number) {
          comparisons++
          if (overlap.exceeds(order[m] as number, i)) break
        }
        isRival = m >= 0
      }
    }
    if (!isRival) kept.push(i)
    const cell = list + cells.row(y) * cells.side + cells.column(x)
    before[n] = cells.last[cell] as number
    cells.last[cell] = n
  }
  return Int32Array.from(kept)
}

/** A score's bits grow with the score; negative scores and NaN count as 0. */
const rankOf = (bits: number): number => (bits > 0x7f800000 ? 0 : bits)

const INDEX_SPAN = 2 ** 22

/**
 * Sorts candidates in the order in which suppression takes them: returns their indices by falling score, at most `limit`.
 * Equal scores keep their order, so results do not depend on the sort.
 */
function byScore({ scores, count }: Candidates, limit: number): Int32Array {
  const bits = new Uint32Array(scores.buffer, scores.byteOffset, count)
  const floor = count > limit ? floorOf(bits, limit) : 0
  // Rank and index in one number: sorting plain numbers is ten times as fast as sorting with a comparison.
  const keys = new Float64Array(count)
  let length = 0
  for (let i = 0; i < count; i++) {
    const rank = rankOf(bits[i] as number)
    if (rank >= floor) keys[length++] = rank * INDEX_SPAN + (INDEX_SPAN - 1 - i)
  }
  const sorted = keys.subarray(0, length).sort()
  const order = new Int32Array(Math.min(length, limit))
  for (let n = 0; n < order.length; n++) order[n] = INDEX_SPAN - 1 - ((sorted[length - 1 - n] as number) % INDEX_SPAN)
  return order
}

const BUCKET_BITS = 15

/** A rank that at least `limit` candidates reach, and few more. */
function floorOf(bits: Uint32Array, limit: number): number {
  const buckets = new Uint32Array(2 ** (31 - BUCKET_BITS) + 1)
  for (let i = 0; i < bits.length; i++) (buckets[rankOf(bits[i] as number) >>> BUCKET_BITS] as number)++
  let bucket = buckets.length
  for (let above = 0; above < limit && bucket > 0; ) above += buckets[--bucket] as number
  return bucket * 2 ** BUCKET_BITS
}

/** Returns the boxes kept, by falling score; for equal scores the earlier one comes first. */
export function suppress(candidates: Candidates, options: NmsOptions): Candidates {
  const order = byScore(candidates, MAX_CANDIDATES)
  const { angles } = candidates
  const kept = angles
    ? suppressOriented(candidates, angles, order, options)
    : suppressUpright(candidates, order, options)
  return pick(candidates, kept)
}

/** Takes the remaining box with the highest score, drops those that overlap it, and repeats. */
function suppressUpright(
  candidates: Candidates,
  order: Int32Array,
  { iou, classAgnostic, maxDetections }: NmsOptions,
): Int32Array {
  const { boxes, classIds } = candidates
  const most = Math.min(maxDetections, order.length)
  const cells = createCells(candidates, order, { classAgnostic, side: sideFor(order.length) })
  const reach = reachOf(iou)
  const kept = new Int32Array(most)
  // Kept boxes are contiguous; each cell's list goes from the latest to the first.
  const corners = new Float64Array(4 * most)
  const areas = new Float64Array(most)
  const before = new Int32Array(most)
  let count = 0
  let steps = 0

  for (let n = 0; n < order.length && count < most && steps < MAX_STEPS; n++) {
    const i = order[n] as number
    const x1 = boxes[4 * i] as number
    const y1 = boxes[4 * i + 1] as number
    const x2 = boxes[4 * i + 2] as number
    const y2 = boxes[4 * i + 3] as number
    const area = (x2 - x1) * (y2 - y1)
    const [cx, cy] = [(x1 + x2) / 2, (y1 + y2) / 2]
    const [reachX, reachY] = [reach * (x2 - x1), reach * (y2 - y1)]
    const list = cells.listOf(classIds[i] as number)
    const [left, right] = [cells.column(cx - reachX), cells.column(cx + reachX)]
    const [top, bottom] = [cells.row(cy - reachY), cells.row(cy + reachY)]
    let isRival = false
    for (let row = top; row <= bottom && !isRival; row++) {
      for (let column = left; column <= right && !isRival; column++) {
        steps++
        let k = cells.last[list + row * cells.side + column] as number
        for (; k >= 0; k = before[k] as number) {
          steps++
          const w = Math.min(corners[4 * k + 2] as number, x2) - Math.max(corners[4 * k] as number, x1)
          const h = Math.min(corners[4 * k + 3] as number, y2) - Math.max(corners[4 * k + 1] as number, y1)
          // shared / union > iou, without the division
          if (w > 0 && h > 0 && w * h > iou * (area + (areas[k] as number) - w * h)) break
        }
        isRival = k >= 0
      }
    }
    if (isRival) continue
    const cell = list + cells.row(cy) * cells.side + cells.column(cx)
    kept[count] = i
    corners.set([x1, y1, x2, y2], 4 * count)
    areas[count] = area
    before[count] = cells.last[cell] as number
    cells.last[cell] = count++
  }
  return kept.subarray(0, count)
}

/** Comparing a few boxes is faster than sorting them into cells. */
const sideFor = (count: number): number => (count > 1000 ? 16 : 1)

/**
 * Maximum distance, in its own widths (and heights), between the centre of a box and that of another which it overlaps
 * by more than `iou`. Overlapping more than that along an axis takes `iou` of the wider one, and the wider one is less
 * than 1 / iou as wide.
 */
const reachOf = (iou: number): number => (iou >= 0.5 ? 0.5 : (1 - iou) / (2 * iou))

/** For heads with built-in suppression: applies only the limit. */
export const topScored = (candidates: Candidates, maxDetections: number): Candidates =>
  pick(candidates, byScore(candidates, maxDetections))
