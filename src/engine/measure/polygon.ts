/** A zone's outline in pixels: the place of a point, and the parts of a path that are inside. */
import { insidePolygon, type Point, type Size } from '../../shared/domain/geometry.ts'

/** inside and outside: clear of the band around the outline; otherwise near. */
export type Place = 'inside' | 'near' | 'outside'

export interface PathInside {
  /** Share of the path that lies inside, and the start of the first such part and the end of the last one, 0 to 1. */
  share: number
  first: number
  last: number
}

/** An edge this close to the frame's edge lies on it. */
const EDGE_PX = 1
/** Keeps a point on the frame's edge inside a zone that reaches there. */
const INSET_PX = 0.01

const clamp = (value: number, size: number): number => Math.min(size - INSET_PX, Math.max(INSET_PX, value))

export class Polygon {
  private readonly points: readonly Point[]
  /** Edges that do not lie on the frame's edge, by the index of their first point. */
  private readonly innerEdges: readonly number[]
  private readonly frame: Size
  /** A band wider than this could leave a narrow zone without an inside. */
  private readonly maxInnerBand: number
  private readonly min: Point
  private readonly max: Point

  constructor(points: readonly Point[], frame: Size) {
    this.points = points
    this.frame = frame
    this.innerEdges = points.map((_, k) => k).filter((k) => !this.onFrameEdge(this.at(k), this.at(k + 1)))
    this.min = { x: Math.min(...points.map((p) => p.x)), y: Math.min(...points.map((p) => p.y)) }
    this.max = { x: Math.max(...points.map((p) => p.x)), y: Math.max(...points.map((p) => p.y)) }
    let area = 0
    let perimeter = 0
    points.forEach((p, k) => {
      const q = this.at(k + 1)
      area += (p.x * q.y - q.x * p.y) / 2
      perimeter += Math.hypot(q.x - p.x, q.y - p.y)
    })
    // Area / perimeter is between half the inradius and the inradius of a convex outline.
    this.maxInnerBand = perimeter > 0 ? Math.abs(area) / perimeter / 2 : 0
  }

  /** Anchors may lie a little outside the frame (when a box leaves it); they count as on its edge. */
  clampToFrame = ({ x, y }: Point): Point => ({ x: clamp(x, this.frame.width), y: clamp(y, this.frame.height) })

  /** True when the path between two points, which may lie outside the frame, can't touch the inside. */
  isFar(a: Point, b: Point): boolean {
    const { min, max, frame } = this
    // Points outside the frame count as on its edge: an outline that reaches the edge can't be excluded this quickly.
    return (
      (a.x < min.x && b.x < min.x && min.x > EDGE_PX) ||
      (a.x > max.x && b.x > max.x && max.x < frame.width - EDGE_PX) ||
      (a.y < min.y && b.y < min.y && min.y > EDGE_PX) ||
      (a.y > max.y && b.y > max.y && max.y < frame.height - EDGE_PX)
    )
  }

  contains(p: Point): boolean {
    if (p.x < this.min.x || p.x > this.max.x || p.y < this.min.y || p.y > this.max.y) return false
    return insidePolygon(p, this.points)
  }

  /**
   * The place of p, given a band of `band` pixels on both sides of the outline, except where that is the frame's edge.
   */
  place(p: Point, band: number): Place {
    const { min, max } = this
    if (p.x < min.x - band || p.x > max.x + band || p.y < min.y - band || p.y > max.y + band) return 'outside'
    const inside = this.contains(p)
    const width = inside ? Math.min(band, this.maxInnerBand) : band
    for (const k of this.innerEdges) if (squaredDistance(p, this.at(k), this.at(k + 1)) <= width * width) return 'near'
    return inside ? 'inside' : 'outside'
  }

  /** The parts of the straight path from a to b that are inside; null when none is. */
  pathInside(a: Point, b: Point): PathInside | null {
    const { min, max } = this
    if ((a.x < min.x && b.x < min.x) || (a.x > max.x && b.x > max.x)) return null
    if ((a.y < min.y && b.y < min.y) || (a.y > max.y && b.y > max.y)) return null
    const cuts = this.cuts(a, b)
    const result: PathInside = { share: 0, first: 1, last: 0 }
    for (let k = 1; k < cuts.length; k++) {
      const from = cuts[k - 1] as number
      const to = cuts[k] as number
      if (to <= from) continue
      const t = (from + to) / 2
      if (!this.contains({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) })) continue
      result.share += to - from
      result.first = Math.min(result.first, from)
      result.last = to
    }
    return result.share > 0 ? result : null
  }

  /** Shares of the path at which it meets the outline, sorted, with both ends. */
  private cuts(a: Point, b: Point): number[] {
    const cuts = [0]
    const dx = b.x - a.x
    const dy = b.y - a.y
    this.points.forEach((p, k) => {
      const q = this.at(k + 1)
      const ex = q.x - p.x
      const ey = q.y - p.y
      const cross = dx * ey - dy * ex
      if (cross === 0) return
      const t = ((p.x - a.x) * ey - (p.y - a.y) * ex) / cross
      const u = ((p.x - a.x) * dy - (p.y - a.y) * dx) / cross
      if (t > 0 && t < 1 && u >= 0 && u <= 1) cuts.push(t)
    })
    cuts.push(1)
    return cuts.length > 3 ? cuts.sort((s, t) => s - t) : cuts
  }

  private at(k: number): Point {
    return this.points[k % this.points.length] as Point
  }

  private onFrameEdge(p: Point, q: Point): boolean {
    const { width, height } = this.frame
    const both = (value: number, s: number, t: number) =>
      Math.abs(s - value) <= EDGE_PX && Math.abs(t - value) <= EDGE_PX
    return both(0, p.x, q.x) || both(width, p.x, q.x) || both(0, p.y, q.y) || both(height, p.y, q.y)
  }
}

/** Distance from a point to the segment a-b, squared. */
export function squaredDistance(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const length = dx * dx + dy * dy
  const t = length > 0 ? Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length)) : 0
  const ex = p.x - a.x - t * dx
  const ey = p.y - a.y - t * dy
  return ex * ex + ey * ey
}
