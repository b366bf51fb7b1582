/** A directed line of straight segments: the side and distance of a point, and the crossings of a path. In pixels. */
import { orient, type Point } from '../../shared/domain/geometry.ts'
import { squaredDistance } from './polygon.ts'

/** -1 on the left of travel (side A) as seen on screen, 1 on the right (side B). */
export type Side = -1 | 1

export interface Crossing {
  /** The side on which the path ends. */
  to: Side
  /** Share of the path at which it met the line, 0 to 1. */
  at: number
  /** Index of the segment met there. */
  leg: number
}

/** A point on the line itself belongs to the right, so that a path that stops there crosses once, not twice. */
const sideOf = (turn: number): Side => (turn < 0 ? -1 : 1)

export class Polyline {
  private readonly points: readonly Point[]
  private readonly minX: number
  private readonly maxX: number
  private readonly minY: number
  private readonly maxY: number

  /** Repeated points are dropped; fewer than two distinct ones make a line without effect. */
  constructor(points: readonly Point[]) {
    this.points = points.filter((p, k) => {
      const before = points[k - 1]
      return before === undefined || before.x !== p.x || before.y !== p.y
    })
    this.minX = Math.min(...points.map((p) => p.x))
    this.maxX = Math.max(...points.map((p) => p.x))
    this.minY = Math.min(...points.map((p) => p.y))
    this.maxY = Math.max(...points.map((p) => p.y))
  }

  /**
   * The net effect of the straight path from a to b: the last crossing in the direction in which it crosses more often,
   * or null when it meets no segment or ends on the side where it began.
   */
  crossing(a: Point, b: Point): Crossing | null {
    if ((a.x < this.minX && b.x < this.minX) || (a.x > this.maxX && b.x > this.maxX)) return null
    if ((a.y < this.minY && b.y < this.minY) || (a.y > this.maxY && b.y > this.maxY)) return null
    let balance = 0
    let toLeft: Crossing | null = null
    let toRight: Crossing | null = null
    const { points } = this
    for (let k = 1; k < points.length; k++) {
      const p = points[k - 1] as Point
      const q = points[k] as Point
      const turnA = orient(p, q, a)
      const turnB = orient(p, q, b)
      const to = sideOf(turnB)
      if (sideOf(turnA) === to || sideOf(orient(a, b, p)) === sideOf(orient(a, b, q))) continue
      const at = turnA / (turnA - turnB)
      balance += to
      if (to < 0 && !(toLeft !== null && toLeft.at >= at)) toLeft = { to, at, leg: k }
      if (to > 0 && !(toRight !== null && toRight.at >= at)) toRight = { to, at, leg: k }
    }
    if (balance === 0) return null
    return balance < 0 ? toLeft : toRight
  }

  /** The side of a point relative to one segment, also beyond that segment's ends. */
  sideOfLeg(leg: number, p: Point): Side {
    return sideOf(orient(this.points[leg - 1] as Point, this.points[leg] as Point, p))
  }

  /** Distance from a point to the nearest point of the line; infinite for a line without effect. */
  distance(p: Point): number {
    let nearest = Number.POSITIVE_INFINITY
    for (let k = 1; k < this.points.length; k++) {
      nearest = Math.min(nearest, squaredDistance(p, this.points[k - 1] as Point, this.points[k] as Point))
    }
    return Math.sqrt(nearest)
  }

  /** The side of a point that is farther than `band` from the line; null within the band. */
  clearSide(p: Point, band: number): Side | null {
    const { points } = this
    let nearest = Number.POSITIVE_INFINITY
    let segment = 1
    let share = 0
    for (let k = 1; k < points.length; k++) {
      const a = points[k - 1] as Point
      const b = points[k] as Point
      const dx = b.x - a.x
      const dy = b.y - a.y
      const t = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)))
      const ex = p.x - a.x - t * dx
      const ey = p.y - a.y - t * dy
      const distance = ex * ex + ey * ey
      if (distance < nearest) {
        nearest = distance
        segment = k
        share = t
      }
    }
    if (!(nearest > band * band) || points.length < 2) return null
    return this.sideAt(p, segment, share)
  }

  /** At a corner, neither segment alone determines the side; the sum of their normals does. */
  private sideAt(p: Point, segment: number, share: number): Side {
    const a = this.points[segment - 1] as Point
    const b = this.points[segment] as Point
    const other = share === 1 ? segment + 1 : share === 0 ? segment - 1 : 0
    const c = this.points[other - 1]
    const d = this.points[other]
    if (other < 1 || c === undefined || d === undefined) return sideOf(orient(a, b, p))
    const turn = orient(a, b, p) / Math.hypot(b.x - a.x, b.y - a.y) + orient(c, d, p) / Math.hypot(d.x - c.x, d.y - c.y)
    return sideOf(turn)
  }
}
