/**
 * Non-maximum suppression, per class or across classes: greedy for upright boxes, as in the reference implementation
 * for oriented ones.
 */

import { byScore } from './by-score.ts'
import { type Candidates, pick } from './candidates.ts'
import { createCells } from './cells.ts'
import { suppressOriented } from './oriented-nms.ts'

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
