/** Greedy non-maximum suppression, per class or across classes. */
import { type Candidates, pick } from './candidates.ts'
import { createProbIou } from './prob-iou.ts'

export interface NmsOptions {
  /** Of two boxes that overlap by more than this, the surer one stays. */
  iou: number
  /** Suppress across classes too. */
  classAgnostic: boolean
  /** Most boxes kept, the surest first. */
  maxDetections: number
}

/** Bounds on what noise can cost: no picture has more objects, and a frame full of it must not stop a run. */
const MOST_CANDIDATES = 10_000
const MOST_STEPS = 1_000_000
/** A step of a turned box costs as much as so many others. */
const TURNED_STEPS = 10

/** The boxes that stay, by falling score; of equal scores the earlier one goes first. */
export function suppress(candidates: Candidates, { iou, classAgnostic, maxDetections }: NmsOptions): Candidates {
  const { boxes, classIds, angles } = candidates
  const order = surestFirst(candidates, MOST_CANDIDATES)
  const most = Math.min(maxDetections, order.length)
  const turnedOverlap = angles ? createProbIou(boxes, angles) : null
  const cells = createCells(candidates, order, { classAgnostic, side: turnedOverlap ? 1 : sideFor(order.length) })
  const reach = reachOf(iou)
  const kept = new Int32Array(most)
  // Kept boxes lie side by side, each list of a cell goes from the latest to the first.
  const corners = new Float64Array(4 * most)
  const areas = new Float64Array(most)
  const before = new Int32Array(most)
  let count = 0
  let steps = 0

  for (let n = 0; n < order.length && count < most && steps < MOST_STEPS; n++) {
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
          if (turnedOverlap) {
            steps += TURNED_STEPS
            if (turnedOverlap(kept[k] as number, i) > iou) break
            continue
          }
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
  return pick(candidates, kept.subarray(0, count))
}

/** Few boxes are compared faster than sorted into cells. */
const sideFor = (count: number): number => (count > 1000 ? 16 : 1)

/**
 * How far, in its own widths (and heights), the middle of a box can be from that of another which it overlaps by more
 * than `iou`. Overlapping more than that along an axis takes `iou` of the wider one, and the wider one is less than
 * 1 / iou as wide.
 */
const reachOf = (iou: number): number => (iou >= 0.5 ? 0.5 : (1 - iou) / (2 * iou))

/** Kept boxes by where their middle is, so that each candidate meets its neighbours only; one grid for each class. */
function createCells(
  { boxes, classIds }: Candidates,
  order: Int32Array,
  options: { classAgnostic: boolean; side: number },
) {
  const { side, classAgnostic } = options
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
    /** Index of the latest kept box of each cell; negative for none. */
    last: new Int32Array(lists.size * side * side).fill(-1),
    listOf: (classId: number) => lists.get(classAgnostic ? 0 : classId) as number,
    column: (x: number) => indexOf(x, left, right),
    row: (y: number) => indexOf(y, top, bottom),
  }
}

/** For heads that suppress themselves: only the cap. */
export const surest = (candidates: Candidates, maxDetections: number): Candidates =>
  pick(candidates, surestFirst(candidates, maxDetections))

/** A score's bits grow with the score; negative ones and NaN count as nothing. */
const rankOf = (bits: number): number => (bits > 0x7f800000 ? 0 : bits)

const INDEX_SPAN = 2 ** 22

/** Indices by falling score, at most `limit`; equal scores keep their order, so results do not depend on the sort. */
function surestFirst({ scores, count }: Candidates, limit: number): Int32Array {
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
