/** Snaps a drawn or dragged point to nearby shapes. Coordinates are fractions of the frame. */
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import type { NormPoint } from '../../../../shared/domain/geometry.ts'
import { inFrame } from './draft.ts'

export interface SnapTo {
  /** Width / height of the frame. */
  aspect: number
  /** Snapping distance, as a fraction of the frame's height. */
  reach: number
  geometries: readonly Geometry[]
  /** The dragged point: it does not snap to itself or to its own sides. */
  except?: { shape: number; point: number } | undefined
  /** Constrains the direction from this point to steps of 45° on the screen, and disables all other snapping. */
  straightFrom?: NormPoint | null | undefined
}

/** Snaps to corners first, then to sides, then to the border of the frame. */
export function snapped(p: NormPoint, to: SnapTo): NormPoint {
  if (to.straightFrom) return inFrame(straight(p, to.straightFrom, to.aspect))
  const distance = (a: NormPoint, b: NormPoint) => Math.hypot((a[0] - b[0]) * to.aspect, a[1] - b[1])
  const nearest = (candidates: NormPoint[]): NormPoint | null => {
    const [best] = candidates.sort((a, b) => distance(a, p) - distance(b, p))
    return best && distance(best, p) <= to.reach ? best : null
  }
  return inFrame(nearest(corners(to)) ?? nearest(feet(p, to)) ?? atBorder(p, to))
}

/** Returns the point in the nearest of eight directions; angles are measured in pixels, not in frame fractions. */
function straight([x, y]: NormPoint, [fromX, fromY]: NormPoint, aspect: number): NormPoint {
  const [dx, dy] = [(x - fromX) * aspect, y - fromY]
  const angle = Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * (Math.PI / 4)
  // Projected, so that the point stays beside the pointer.
  const length = dx * Math.cos(angle) + dy * Math.sin(angle)
  return [fromX + (length * Math.cos(angle)) / aspect, fromY + length * Math.sin(angle)]
}

const corners = ({ geometries, except }: SnapTo): NormPoint[] =>
  geometries.flatMap((g, shape) => g.points.filter((_, point) => shape !== except?.shape || point !== except.point))

/** Returns the nearest point on each side of the other shapes. */
function feet(p: NormPoint, { geometries, except, aspect }: SnapTo): NormPoint[] {
  return geometries.flatMap(({ kind, points }, shape) => {
    if (shape === except?.shape) return []
    const sides = kind === 'zone' ? points.length : points.length - 1
    return points.slice(0, sides).map((a, i) => foot(p, a, points[(i + 1) % points.length] ?? a, aspect))
  })
}

function foot(p: NormPoint, a: NormPoint, b: NormPoint, aspect: number): NormPoint {
  const [dx, dy] = [(b[0] - a[0]) * aspect, b[1] - a[1]]
  const length2 = dx * dx + dy * dy
  if (length2 === 0) return a
  const t = ((p[0] - a[0]) * aspect * dx + (p[1] - a[1]) * dy) / length2
  const share = Math.min(1, Math.max(0, t))
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

function atBorder([x, y]: NormPoint, { reach, aspect }: SnapTo): NormPoint {
  const near = (v: number, within: number) => (v < within ? 0 : v > 1 - within ? 1 : v)
  return [near(x, reach / aspect), near(y, reach)]
}
