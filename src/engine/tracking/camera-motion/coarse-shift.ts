import type { Plane } from './luma-pyramid.ts'

/** Largest shift that is tried, in pixels of the plane. */
const REACH = 10
/** A shift is accepted when its difference is below this share of the difference without a shift. */
const BELIEVED = 0.7

/**
 * The shift of whole pixels after which two small images differ least (mean absolute difference, free of their mean
 * brightness): an initial guess for optical flow, which by itself is limited to its window. [0, 0] when no shift is
 * much better than none.
 */
export function coarseShift(previous: Plane, next: Plane): [dx: number, dy: number] {
  const offset = mean(next.data) - mean(previous.data)
  let best: [number, number] = [0, 0]
  let least = BELIEVED * difference(previous, next, 0, 0, offset)
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      const value = difference(previous, next, dx, dy, offset)
      if (value >= least) continue
      least = value
      best = [dx, dy]
    }
  }
  return best
}

/** Over the common part, every second pixel of every second row. */
function difference(previous: Plane, next: Plane, dx: number, dy: number, offset: number): number {
  const { width, height } = previous
  const [left, right] = [Math.max(0, -dx), width - Math.max(0, dx)]
  const [top, bottom] = [Math.max(0, -dy), height - Math.max(0, dy)]
  let sum = 0
  let count = 0
  for (let y = top; y < bottom; y += 2) {
    const from = y * width
    const to = (y + dy) * width + dx
    for (let x = left; x < right; x += 2) {
      sum += Math.abs((next.data[to + x] as number) - (previous.data[from + x] as number) - offset)
      count += 1
    }
  }
  return count === 0 ? Number.POSITIVE_INFINITY : sum / count
}

const mean = (values: Uint8Array): number => {
  let sum = 0
  for (const value of values) sum += value
  return sum / Math.max(1, values.length)
}
