/**
 * A directed line of straight segments: the side and distance of a point, and the crossings of a path. In pixels.
 *
 * The line belongs to its right: a path that ends on it is on the right, and from there it is one crossing to the left.
 * So a path that touches the line and returns crosses it twice or never, and a path along it crosses it where it
 * arrives from the left or leaves to the left. At a joint, left is the wedge between both segments, or the outside of
 * the right one; straight on beyond an end is to its right.
 */
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

const sideOf = (turn: number): Side => (turn < 0 ? -1 : 1)

/**
 * Parts of a pixel to which the points of paths and lines are rounded before they are compared. Up to 16,384 pixels
 * from the origin, all products of their distances are whole numbers that a double holds, so a joint on a path is known
 * to be there, and no rounding error lets a path pass a line uncounted, or counts one twice.
 */
const PARTS = 1024
const onGrid = ({ x, y }: Point): Point => ({ x: Math.round(x * PARTS), y: Math.round(y * PARTS) })

/** Share of the path from a to b at which it meets p, a point in line with both; null when p is before or after it. */
function shareAt(a: Point, b: Point, p: Point): number | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  if (dx === 0 && dy === 0) return null
  const share = Math.abs(dx) > Math.abs(dy) ? (p.x - a.x) / dx : (p.y - a.y) / dy
  return share >= 0 && share <= 1 ? share : null
}

export class Polyline {
  private readonly points: readonly Point[]
  /** The points in parts of a pixel. */
  private readonly grid: readonly Point[]
  private readonly minX: number
  private readonly maxX: number
  private readonly minY: number
  private readonly maxY: number

  /** Repeated points are dropped; fewer than two distinct ones make a line without effect. */
  constructor(points: readonly Point[]) {
    const rounded = points.map(onGrid)
    this.grid = rounded.filter((p, k) => {
      const before = rounded[k - 1]
      return before === undefined || before.x !== p.x || before.y !== p.y
    })
    this.points = this.grid.map(({ x, y }) => ({ x: x / PARTS, y: y / PARTS }))
    // Wider by what rounding adds to a path.
    const [xs, ys] = [this.points.map((p) => p.x), this.points.map((p) => p.y)]
    this.minX = Math.min(...xs) - 1 / PARTS
    this.maxX = Math.max(...xs) + 1 / PARTS
    this.minY = Math.min(...ys) - 1 / PARTS
    this.maxY = Math.max(...ys) + 1 / PARTS
  }

  /**
   * The net effect of the straight path from a to b: the last crossing in the direction in which it crosses more often,
   * or null when it meets no segment or ends on the side where it began.
   */
  crossing(a: Point, b: Point): Crossing | null {
    if ((a.x < this.minX && b.x < this.minX) || (a.x > this.maxX && b.x > this.maxX)) return null
    if ((a.y < this.minY && b.y < this.minY) || (a.y > this.maxY && b.y > this.maxY)) return null
    const met = this.meetings(onGrid(a), onGrid(b))
    const balance = met.reduce((sum, { to }) => sum + to, 0)
    if (balance === 0) return null
    const to = sideOf(balance)
    return met.reduce((last, one) => (one.to === to && (last.to !== to || one.at > last.at) ? one : last))
  }

  /** The crossings of the path between two points of the grid: inside segments, and at joints and ends. */
  private meetings(a: Point, b: Point): Crossing[] {
    const { grid } = this
    const met: Crossing[] = []
    if (grid.length < 2) return met
    let turnP = 0
    for (let k = 0; k < grid.length; k++) {
      const q = grid[k] as Point
      const turnQ = orient(a, b, q)
      const p = grid[k - 1]
      if (p !== undefined && turnP * turnQ < 0) {
        const turnA = orient(p, q, a)
        const turnB = orient(p, q, b)
        const to = sideOf(turnB)
        if (sideOf(turnA) !== to) met.push({ to, at: turnA / (turnA - turnB), leg: k })
      }
      if (turnQ === 0) {
        const crossing = this.crossingAt(k, a, b)
        if (crossing !== null) met.push(crossing)
      }
      turnP = turnQ
    }
    return met
  }

  /** The crossing at a joint or an end on the straight line from a to b: null when the path does not change its side there. */
  private crossingAt(k: number, a: Point, b: Point): Crossing | null {
    const at = shareAt(a, b, this.grid[k] as Point)
    if (at === null) return null
    // An end is a joint of the same segment twice.
    const legs = [Math.max(k, 1), Math.min(k + 1, this.grid.length - 1)]
    const combined = this.turnsLeft(k) ? Math.max : Math.min
    const sides = (p: Point) => legs.map((leg) => this.sideOnGrid(leg, p))
    const [from, to] = [sides(a), sides(b)]
    const side = combined(...to) as Side
    if (combined(...from) === side) return null
    const crossed = from[0] !== side && to[0] === side ? 0 : 1
    return { to: side, at, leg: legs[crossed] as number }
  }

  private turnsLeft(k: number): boolean {
    const [before, p, next] = [this.grid[k - 1], this.grid[k] as Point, this.grid[k + 1]]
    return before !== undefined && next !== undefined && orient(before, p, next) < 0
  }

  private sideOnGrid(leg: number, p: Point): Side {
    return sideOf(orient(this.grid[leg - 1] as Point, this.grid[leg] as Point, p))
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
