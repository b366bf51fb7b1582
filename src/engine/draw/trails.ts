/** Records the positions of tracked objects over the last seconds. */
import type { Box, Point } from '../../shared/domain/geometry.ts'

export interface Trail {
  readonly className: string
  /** Oldest first. */
  readonly points: readonly TrailPoint[]
}

interface TrailPoint extends Point {
  ptsS: number
}

export interface TrailsState {
  nowS: number
  paths: [trackId: number, path: Path][]
}

interface Path {
  className: string
  points: TrailPoint[]
  seenS: number
}

/** Slow or stationary objects add no points closer than this, as a share of the frame's shorter side. */
const MIN_STEP = 0.004
/** Points on a straight path are merged up to this distance, as long as it bends by no more than this. */
const MAX_STEP = 0.05
const MAX_BEND = 0.002
/** Limit for hour-long trails: beyond it every second point is dropped. */
const MAX_POINTS = 512

/** Memory is bounded: points older than `lengthS` are dropped, as are tracks not seen for that long. */
export class Trails {
  readonly #lengthS: number
  readonly #paths = new Map<number, Path>()
  #nowS = Number.NEGATIVE_INFINITY

  constructor(lengthS: number, saved: TrailsState | null = null) {
    this.#lengthS = lengthS
    if (!saved) return
    this.#nowS = saved.nowS
    for (const [id, path] of saved.paths) this.#paths.set(id, path)
  }

  /** Valid until the next frame. */
  save(): TrailsState {
    return { nowS: this.#nowS, paths: [...this.#paths] }
  }

  /** Call for each frame before its `add`s. Time that runs backwards clears all trails. */
  advance(ptsS: number): void {
    if (ptsS < this.#nowS) this.#paths.clear()
    this.#nowS = ptsS
    const horizon = ptsS - this.#lengthS
    for (const [id, path] of this.#paths) {
      if (path.seenS < horizon) this.#paths.delete(id)
      else {
        const first = path.points.findIndex((p) => p.ptsS >= horizon)
        if (first > 0) path.points.splice(0, first)
        else if (first < 0) path.points.length = 0
      }
    }
  }

  /** The trail follows the middle of the box's lower edge, where the object touches the ground. */
  add(trackId: number, className: string, box: Box, shorterSide: number): void {
    let path = this.#paths.get(trackId)
    if (!path) {
      path = { className, points: [], seenS: this.#nowS }
      this.#paths.set(trackId, path)
    }
    path.seenS = this.#nowS
    path.className = className
    const point = { x: (box.x1 + box.x2) / 2, y: box.y2, ptsS: this.#nowS }
    const { points } = path
    // The newest point always follows the object; it becomes fixed once the path bends or gets long.
    const fixed = points.at(-2)
    const last = points.at(-1)
    if (fixed && last && isRedundant(fixed, last, point, shorterSide)) points[points.length - 1] = point
    else points.push(point)
    if (points.length > MAX_POINTS) path.points = points.filter((_, i) => i % 2 === 0 || i === points.length - 1)
  }

  all(): Iterable<Trail> {
    return this.#paths.values()
  }

  get size(): number {
    return this.#paths.size
  }
}

function isRedundant(fixed: Point, last: Point, next: Point, side: number): boolean {
  const [dx, dy] = [next.x - fixed.x, next.y - fixed.y]
  const length = Math.hypot(dx, dy)
  if (length < MIN_STEP * side) return true
  if (length > MAX_STEP * side) return false
  return Math.abs(dx * (last.y - fixed.y) - dy * (last.x - fixed.x)) <= MAX_BEND * side * length
}
