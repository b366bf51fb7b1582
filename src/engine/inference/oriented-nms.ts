/** Non-maximum suppression of oriented boxes. */
import type { Candidates } from './candidates.ts'
import { createCells } from './cells.ts'
import type { NmsOptions } from './nms.ts'
import { createOrientedOverlap } from './prob-iou.ts'

/** Maximum number of comparisons: bounds the cost of an image full of noise. */
const MAX_COMPARISONS = 2_000_000
/** Comparing fewer boxes than this is faster than sorting them into cells. */
const FEW = 300

/**
 * Returns the indices kept, by falling score, as in Ultralytics’ `TorchNMS.fast_nms` by `batch_probiou`
 * (ultralytics/ultralytics, utils/nms.py; Fast NMS is from YOLACT, arXiv 1904.02689): a box is dropped when it overlaps
 * any box of higher score by more than `iou`, even one that is dropped itself.
 */
export function suppressOriented(
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
