/** Normalized cross-correlation of pictures of brightness. */
import type { Plane } from '../camera-motion/luma-pyramid.ts'

export interface Window {
  x: number
  y: number
  width: number
  height: number
}

/** Below this standard deviation of brightness a window is flat, and nothing can be recognized in it. */
const FLAT = 2

/** -1 to 1; 0 when one of the two windows, which have the same size, is flat. */
export function correlation(a: Plane, at: Window, b: Plane, x: number, y: number): number {
  const n = at.width * at.height
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let row = 0; row < at.height; row++) {
    let i = (at.y + row) * a.width + at.x
    let j = (y + row) * b.width + x
    for (const end = i + at.width; i < end; i++, j++) {
      const [p, q] = [a.data[i] as number, b.data[j] as number]
      sumA += p
      sumB += q
      squaresA += p * p
      squaresB += q * q
      products += p * q
    }
  }
  const [varianceA, varianceB] = [squaresA - (sumA * sumA) / n, squaresB - (sumB * sumB) / n]
  if (Math.min(varianceA, varianceB) < n * FLAT * FLAT) return 0
  return (products - (sumA * sumB) / n) / Math.sqrt(varianceA * varianceB)
}

export interface Match {
  x: number
  y: number
  score: number
}

/** Share of the score that a match at the far end of the search loses against one at the same place. */
const FAR = 0.15

/** The place in `b` that resembles a window of `a` most; of similar places, the nearer one. */
export function bestMatch(a: Plane, at: Window, b: Plane): Match {
  let best: Match = { x: at.x, y: at.y, score: -1 }
  let most = Number.NEGATIVE_INFINITY
  const reach = Math.hypot(b.width - at.width, b.height - at.height) / 2 || 1
  for (let y = 0; y + at.height <= b.height; y++) {
    for (let x = 0; x + at.width <= b.width; x++) {
      const score = correlation(a, at, b, x, y)
      const weighed = score - (FAR * Math.hypot(x - at.x, y - at.y)) / reach
      if (weighed <= most) continue
      most = weighed
      best = { x, y, score }
    }
  }
  return best
}
