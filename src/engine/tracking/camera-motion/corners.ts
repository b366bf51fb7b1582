import type { Plane } from './luma-pyramid.ts'

/** Side of the cells that yield one corner each, so that corners are spread over the frame. */
const CELL = 14
/** Gradients reach one pixel further than their window. */
const MARGIN = 3
/** Least mean square of the gradient in its weakest direction; smaller values are noise. */
const LEAST = 6
/** Minimum strength of a corner as a share of the strongest one. */
const QUALITY = 0.01

/**
 * Points that can be followed in every direction: the best of each cell by the smaller eigenvalue of the gradients'
 * structure tensor over 3 x 3 pixels (Shi and Tomasi, “Good features to track”, CVPR 1994), every second pixel tried.
 *
 * @param isFree returns whether a point of the plane may be used
 * @returns x, y, x, y … in the plane's coordinates, pixel centres at halves
 */
export function findCorners(plane: Plane, isFree: (x: number, y: number) => boolean): Float32Array {
  const { width, height } = plane
  const found: { x: number; y: number; strength: number }[] = []
  let strongest = 0
  for (let top = MARGIN; top < height - MARGIN; top += CELL) {
    for (let left = MARGIN; left < width - MARGIN; left += CELL) {
      const bottom = Math.min(top + CELL, height - MARGIN)
      const right = Math.min(left + CELL, width - MARGIN)
      let best = 9 * LEAST
      let bestX = -1
      let bestY = -1
      for (let y = top; y < bottom; y += 2) {
        for (let x = left; x < right; x += 2) {
          const strength = cornerStrength(plane, x, y)
          if (strength <= best || !isFree(x + 0.5, y + 0.5)) continue
          best = strength
          bestX = x
          bestY = y
        }
      }
      if (bestX < 0) continue
      found.push({ x: bestX + 0.5, y: bestY + 0.5, strength: best })
      strongest = Math.max(strongest, best)
    }
  }
  const kept = found.filter(({ strength }) => strength >= QUALITY * strongest)
  return Float32Array.from(kept.flatMap(({ x, y }) => [x, y]))
}

/** Smaller eigenvalue of the structure tensor, summed over the window. */
function cornerStrength({ data, width }: Plane, x: number, y: number): number {
  let xx = 0
  let xy = 0
  let yy = 0
  for (let dy = -1; dy <= 1; dy++) {
    let at = (y + dy) * width + x - 1
    for (const end = at + 3; at < end; at++) {
      const gx = (data[at + 1] as number) - (data[at - 1] as number)
      const gy = (data[at + width] as number) - (data[at - width] as number)
      xx += gx * gx
      xy += gx * gy
      yy += gy * gy
    }
  }
  // Central differences span two pixels: a quarter of their products.
  return (xx + yy - Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy)) / 8
}
