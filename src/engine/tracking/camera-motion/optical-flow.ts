/**
 * Follows points from one frame to the next: Lucas and Kanade's method on a pyramid (Bouguet, “Pyramidal implementation
 * of the affine Lucas Kanade feature tracker”, 2001), on windows without their mean, so that a change of exposure is
 * not mistaken for motion.
 */
import type { Plane } from './luma-pyramid.ts'

const RADIUS = 5
const SIDE = 2 * RADIUS + 1
const AREA = SIDE * SIDE
const PATCH = SIDE + 2
const MAX_STEPS = 8
/** A step below this, in pixels, ends the search. */
const STILL = 0.03
/** Least mean square of the gradient in its weakest direction. */
const MIN_GRADIENT = 2
/** Largest unexplained share of the window's variance. */
const MAX_RESIDUAL = 0.3

const patch = new Float32Array(PATCH * PATCH)
const template = new Float32Array(AREA)
const gradientX = new Float32Array(AREA)
const gradientY = new Float32Array(AREA)
const sample = new Float32Array(AREA)

/**
 * @param points x, y, x, y … in coordinates of level 0 of both pyramids, pixel centres at halves
 * @param guess initial displacement of all points, in pixels of level 0
 * @returns x, y, x, y … of the same points in `next`; NaN for a lost point
 */
export function followPoints(
  previous: readonly Plane[],
  next: readonly Plane[],
  points: Float32Array,
  guess: readonly [number, number] = [0, 0],
): Float32Array {
  const found = new Float32Array(points.length)
  for (let i = 0; i < points.length; i += 2)
    follow(previous, next, points[i] as number, points[i + 1] as number, guess, found, i)
  return found
}

function follow(
  previous: readonly Plane[],
  next: readonly Plane[],
  x: number,
  y: number,
  guess: readonly [number, number],
  found: Float32Array,
  at: number,
): void {
  const coarsest = 1 << previous.length
  let dx = guess[0] / coarsest
  let dy = guess[1] / coarsest
  let isFound = false
  for (let level = previous.length - 1; level >= 0; level--) {
    const scale = 1 / (1 << level)
    const from = previous[level] as Plane
    const to = next[level] as Plane
    dx *= 2
    dy *= 2
    isFound = false
    // Near the border of a coarse level, only the finer ones are used.
    if (!readWindow(from, x * scale - 0.5, y * scale - 0.5, RADIUS + 1, patch)) continue
    const tensor = takeTemplate()
    if (!tensor) continue
    let u = dx
    let v = dy
    let residual = Number.POSITIVE_INFINITY
    for (let step = 0; step < MAX_STEPS; step++) {
      if (!readWindow(to, x * scale - 0.5 + u, y * scale - 0.5 + v, RADIUS, sample)) {
        residual = Number.POSITIVE_INFINITY
        break
      }
      let sum = 0
      for (let k = 0; k < AREA; k++) sum += sample[k] as number
      const mean = sum / AREA
      let bx = 0
      let by = 0
      residual = 0
      for (let k = 0; k < AREA; k++) {
        const difference = (template[k] as number) - ((sample[k] as number) - mean)
        bx += difference * (gradientX[k] as number)
        by += difference * (gradientY[k] as number)
        residual += difference * difference
      }
      const stepX = (tensor.yy * bx - tensor.xy * by) / tensor.determinant
      const stepY = (tensor.xx * by - tensor.xy * bx) / tensor.determinant
      u += stepX
      v += stepY
      if (stepX * stepX + stepY * stepY < STILL * STILL) break
    }
    if (residual > MAX_RESIDUAL * tensor.variance) continue
    dx = u
    dy = v
    isFound = true
  }
  found[at] = isFound ? x + dx : Number.NaN
  found[at + 1] = isFound ? y + dy : Number.NaN
}

interface Tensor {
  xx: number
  xy: number
  yy: number
  determinant: number
  /** Sum of squares of the template. */
  variance: number
}

/** Template, gradients and structure tensor of `patch`; null when it has too little texture. */
function takeTemplate(): Tensor | null {
  let [xx, xy, yy, sum] = [0, 0, 0, 0]
  for (let row = 0, k = 0; row < SIDE; row++) {
    let at = (row + 1) * PATCH + 1
    for (let col = 0; col < SIDE; col++, k++, at++) {
      const gx = ((patch[at + 1] as number) - (patch[at - 1] as number)) / 2
      const gy = ((patch[at + PATCH] as number) - (patch[at - PATCH] as number)) / 2
      template[k] = patch[at] as number
      gradientX[k] = gx
      gradientY[k] = gy
      sum += patch[at] as number
      xx += gx * gx
      xy += gx * gy
      yy += gy * gy
    }
  }
  const weakest = (xx + yy - Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy)) / 2
  if (weakest < MIN_GRADIENT * AREA) return null
  const mean = sum / AREA
  let variance = 0
  for (let k = 0; k < AREA; k++) {
    template[k] = (template[k] as number) - mean
    variance += (template[k] as number) ** 2
  }
  return { xx, xy, yy, determinant: xx * yy - xy * xy, variance }
}

/** Reads a square window around (x, y), pixel centres at whole numbers, interpolated; false when it reaches outside. */
function readWindow({ data, width, height }: Plane, x: number, y: number, radius: number, into: Float32Array): boolean {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const isInside = left >= radius && top >= radius && left + radius + 1 < width && top + radius + 1 < height
  if (!isInside) return false
  const fx = x - left
  const fy = y - top
  const w00 = (1 - fx) * (1 - fy)
  const w01 = fx * (1 - fy)
  const w10 = (1 - fx) * fy
  const w11 = fx * fy
  const side = 2 * radius + 1
  for (let row = 0, k = 0; row < side; row++) {
    let at = (top - radius + row) * width + left - radius
    for (let col = 0; col < side; col++, k++, at++) {
      into[k] =
        w00 * (data[at] as number) +
        w01 * (data[at + 1] as number) +
        w10 * (data[at + width] as number) +
        w11 * (data[at + width + 1] as number)
    }
  }
  return true
}
