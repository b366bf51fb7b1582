import type { Box } from '../../shared/domain/geometry.ts'

/**
 * Intersection over union of boxes whose whole-pixel corners are inclusive (hence the + 1), the convention of the
 * trackers' reference code. 0 when either box is empty, which only a diverged prediction can be.
 */
export function pixelIou(a: Box, b: Box): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1) + 1
  if (width <= 0) return 0
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1) + 1
  if (height <= 0) return 0
  if (a.x2 <= a.x1 || a.y2 <= a.y1 || b.x2 <= b.x1 || b.y2 <= b.y1) return 0
  const overlap = width * height
  const union = (a.x2 - a.x1 + 1) * (a.y2 - a.y1 + 1) + (b.x2 - b.x1 + 1) * (b.y2 - b.y1 + 1) - overlap
  return overlap / union
}
