/** Compares the detections of a device with those of the CPU. */
import type { Found } from '../candidates.ts'

/**
 * Largest difference of a score, and of a coordinate as a share of the input's longer side, that counts as the same.
 * Half precision stays below it; the software Vulkan of Chromium differed by 0.00014 with the bundled model.
 */
export const TOLERANCE = 0.005

/**
 * Returns the largest difference of a score or of a coordinate as a share of `side`; null when a detection has no
 * counterpart of its class. A detection whose score is within the tolerance of `threshold` may be missing.
 */
export function largestDifference(expected: Found, seen: Found, side: number, threshold: number): number | null {
  const one = unmatched(expected, seen, side, threshold)
  const other = unmatched(seen, expected, side, threshold)
  return one === null || other === null ? null : Math.max(one, other)
}

function unmatched(from: Found, to: Found, side: number, threshold: number): number | null {
  let largest = 0
  for (let i = 0; i < from.count; i++) {
    const nearest = nearestIn(to, from, i, side)
    if (nearest <= TOLERANCE) largest = Math.max(largest, nearest)
    else if ((from.scores[i] as number) > threshold + TOLERANCE) {
      if (nearest === Infinity) return null
      largest = Math.max(largest, nearest)
    }
  }
  return largest
}

function nearestIn(to: Found, from: Found, i: number, side: number): number {
  let nearest = Infinity
  for (let j = 0; j < to.count; j++) {
    if (to.classIds[j] !== from.classIds[i]) continue
    let difference = Math.abs((to.scores[j] as number) - (from.scores[i] as number))
    for (let k = 0; k < 4; k++) {
      const apart = Math.abs((to.boxes[4 * j + k] as number) - (from.boxes[4 * i + k] as number)) / side
      difference = Math.max(difference, apart)
    }
    if (!Number.isNaN(difference)) nearest = Math.min(nearest, difference)
  }
  return nearest
}
