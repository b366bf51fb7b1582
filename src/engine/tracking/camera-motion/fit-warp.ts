/** The camera motion that most points agree on: RANSAC (Fischler and Bolles, 1981), then least squares over those. */
import type { Warp } from '../motion-model.ts'

export type CameraModel = 'shift' | 'similarity' | 'affine'

export interface Fit {
  warp: Warp
  /** Number of points that agree. */
  agreeing: number
}

const SAMPLE = { shift: 1, similarity: 2, affine: 3 } as const
const TRIALS = 120
/** Maximum distance of an agreeing point from its expected place, in pixels. */
const NEAR = 1
/** The same for the final fits. */
const CLOSE = 0.6

/**
 * @param from x, y, x, y …
 * @param to the same points in the next frame
 * @returns null when there are too few points
 */
export function fitWarp(from: Float64Array, to: Float64Array, model: CameraModel): Fit | null {
  const count = from.length / 2
  const size = SAMPLE[model]
  if (count < size) return null
  const random = randomIndices(count)
  let best: Fit | null = null
  for (let trial = 0; trial < TRIALS; trial++) {
    const picked = Array.from({ length: size }, random)
    const warp = leastSquares(from, to, picked, model)
    if (!warp) continue
    const agreeing = agreeingPoints(from, to, warp, NEAR).length
    if (!best || agreeing > best.agreeing) best = { warp, agreeing }
  }
  for (let round = 0; best && round < 3; round++) {
    const points = agreeingPoints(from, to, best.warp, round === 0 ? NEAR : CLOSE)
    const warp = points.length > size ? leastSquares(from, to, points, model) : null
    if (!warp) break
    best = { warp, agreeing: agreeingPoints(from, to, warp, NEAR).length }
  }
  return best
}

function agreeingPoints(from: Float64Array, to: Float64Array, [a, b, c, d, e, f]: Warp, within: number): number[] {
  const points: number[] = []
  for (let i = 0; i < from.length; i += 2) {
    const x = from[i] as number
    const y = from[i + 1] as number
    const ex = a * x + b * y + c - (to[i] as number)
    const ey = d * x + e * y + f - (to[i + 1] as number)
    if (ex * ex + ey * ey <= within * within) points.push(i / 2)
  }
  return points
}

/** The best warp of this kind for the chosen points; null when they don't determine one. */
function leastSquares(
  from: Float64Array,
  to: Float64Array,
  points: readonly number[],
  model: CameraModel,
): Warp | null {
  const n = points.length
  let [mx, my, nx, ny] = [0, 0, 0, 0]
  for (const p of points) {
    mx += (from[2 * p] as number) / n
    my += (from[2 * p + 1] as number) / n
    nx += (to[2 * p] as number) / n
    ny += (to[2 * p + 1] as number) / n
  }
  let [xx, xy, yy, ux, uy, vx, vy] = [0, 0, 0, 0, 0, 0, 0]
  for (const p of points) {
    const x = (from[2 * p] as number) - mx
    const y = (from[2 * p + 1] as number) - my
    const u = (to[2 * p] as number) - nx
    const v = (to[2 * p + 1] as number) - ny
    xx += x * x
    xy += x * y
    yy += y * y
    ux += u * x
    uy += u * y
    vx += v * x
    vy += v * y
  }
  const linear = linearPart(model, { xx, xy, yy, ux, uy, vx, vy })
  if (!linear) return null
  const [a, b, d, e] = linear
  return [a, b, nx - a * mx - b * my, d, e, ny - d * mx - e * my]
}

type Moments = Record<'xx' | 'xy' | 'yy' | 'ux' | 'uy' | 'vx' | 'vy', number>

function linearPart(
  model: CameraModel,
  { xx, xy, yy, ux, uy, vx, vy }: Moments,
): [number, number, number, number] | null {
  if (model === 'shift') return [1, 0, 0, 1]
  if (model === 'similarity') {
    const spread = xx + yy
    if (spread < 1) return null
    const cos = (ux + vy) / spread
    const sin = (vx - uy) / spread
    return [cos, -sin, sin, cos]
  }
  const determinant = xx * yy - xy * xy
  if (determinant < 1) return null
  return [
    (ux * yy - uy * xy) / determinant,
    (uy * xx - ux * xy) / determinant,
    (vx * yy - vy * xy) / determinant,
    (vy * xx - vx * xy) / determinant,
  ]
}

/** The same sequence every time, so that a run can be repeated (mulberry32). */
function randomIndices(count: number): () => number {
  let state = 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % count
  }
}
