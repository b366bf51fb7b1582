/** Greedy non-maximum suppression, per class or across classes. */
import { type Candidates, pick } from './candidates.ts'

export interface NmsOptions {
  /** Of two boxes that overlap by more than this, the surer one stays. */
  iou: number
  /** Suppress across classes too. */
  classAgnostic: boolean
  /** Most boxes kept, the surest first. */
  maxDetections: number
}

/** Greedy suppression is quadratic in the worst case; a frame full of noise must not stop a run. */
const CANDIDATES_PER_KEPT = 10
const MIN_CANDIDATES = 1000

/** Candidates by falling score; equal scores keep their order, so results do not depend on the sort. */
export function byScore(candidates: Candidates): number[] {
  const { scores, count } = candidates
  const order = Array.from({ length: count }, (_, i) => i)
  return order.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
}

/** The boxes that stay, by falling score. */
export function suppress(candidates: Candidates, options: NmsOptions): Candidates {
  const { boxes, classIds } = candidates
  const limit = Math.max(MIN_CANDIDATES, CANDIDATES_PER_KEPT * options.maxDetections)
  const kept: number[] = []
  for (const i of byScore(candidates).slice(0, limit)) {
    if (kept.length >= options.maxDetections) break
    const rivals = kept.some(
      (k) => (options.classAgnostic || classIds[k] === classIds[i]) && overlap(boxes, k, i) > options.iou,
    )
    if (!rivals) kept.push(i)
  }
  return pick(candidates, kept)
}

/** For heads that suppress themselves: only the cap. */
export function surest(candidates: Candidates, maxDetections: number): Candidates {
  return pick(candidates, byScore(candidates).slice(0, maxDetections))
}

/** Intersection over union of rows `a` and `b`; 0 when both are empty. */
function overlap(boxes: Float32Array, a: number, b: number): number {
  const [ax1, ay1, ax2, ay2] = [boxes[4 * a], boxes[4 * a + 1], boxes[4 * a + 2], boxes[4 * a + 3]] as Row
  const [bx1, by1, bx2, by2] = [boxes[4 * b], boxes[4 * b + 1], boxes[4 * b + 2], boxes[4 * b + 3]] as Row
  const w = Math.min(ax2, bx2) - Math.max(ax1, bx1)
  const h = Math.min(ay2, by2) - Math.max(ay1, by1)
  if (w <= 0 || h <= 0) return 0
  const shared = w * h
  return shared / ((ax2 - ax1) * (ay2 - ay1) + (bx2 - bx1) * (by2 - by1) - shared)
}

type Row = [number, number, number, number]
