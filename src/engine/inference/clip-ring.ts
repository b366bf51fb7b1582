import type { Box } from '../../shared/domain/geometry.ts'

/** The part of a ring (x, y, x, y …) inside `box` (Sutherland and Hodgman, 1974); empty when there is none. */
export function clipRing(ring: ArrayLike<number>, { x1, y1, x2, y2 }: Box): number[] {
  let points = Array.from(ring)
  points = cut(points, 0, x1, 1)
  points = cut(points, 0, x2, -1)
  points = cut(points, 1, y1, 1)
  points = cut(points, 1, y2, -1)
  return points.length >= 6 ? points : []
}

/** Keeps the part on the far side (`sign` 1) or the near side (-1) of `limit` along an axis (0 for x, 1 for y). */
function cut(points: number[], axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const inside = (i: number) => sign * ((points[i + axis] as number) - limit) >= 0
  const kept: number[] = []
  for (let i = 0, before = points.length - 2; i < points.length; before = i, i += 2) {
    if (inside(i) !== inside(before)) {
      const [from, to] = [points[before + axis] as number, points[i + axis] as number]
      const share = (limit - from) / (to - from)
      const [a, b] = [points[before + 1 - axis] as number, points[i + 1 - axis] as number]
      // Rounding must not move the point past either end, which may already lie on a limit.
      const across = Math.min(Math.max(a + (b - a) * share, Math.min(a, b)), Math.max(a, b))
      kept.push(...(axis === 0 ? [limit, across] : [across, limit]))
    }
    if (inside(i)) kept.push(points[i] as number, points[i + 1] as number)
  }
  return kept
}
