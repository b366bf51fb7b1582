/** Where tracked objects were over the last seconds. */
import type { Box, Point } from '../../shared/domain/geometry.ts'

export interface Trail {
  readonly className: string
  /** Oldest first. */
  readonly points: readonly TrailPoint[]
}

interface TrailPoint extends Point {
  ptsS: number
}

interface Path {
  className: string
  points: TrailPoint[]
  seenS: number
}

/** Slow or standing objects add no points closer than this share of the picture's shorter side. */
const MIN_STEP = 0.004
/** A cap for hour-long trails: every second point is then dropped. */
const MAX_POINTS = 512

/** Memory is bounded: points older than `lengthS` are dropped, and tracks not seen for so long are forgotten. */
export class Trails {
  readonly #lengthS: number
  readonly #paths = new Map<number, Path>()
  #nowS = Number.NEGATIVE_INFINITY

  constructor(lengthS: number) {
    this.#lengthS = lengthS
  }

  /** Call for each frame before its `add`s. Time that runs backwards starts afresh. */
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

  /** The trail follows the middle of the box's lower edge, where the object stands. */
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
    const before = points.at(-2)
    const step = MIN_STEP * shorterSide
    // The newest point always follows the object; it becomes a fixed one once it is far enough from the one before.
    if (before && Math.hypot(point.x - before.x, point.y - before.y) < step) points[points.length - 1] = point
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
