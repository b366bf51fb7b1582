/** Exact hits: whether a point touches an outline, and its nearest vertex or edge. */
import {
  distance,
  type ImageSize,
  inImage,
  isClosed,
  nearestOnSegment,
  type Outline,
  type Point,
  pathsOf,
  type VertexAt,
} from './outline.ts'

/** Crossings of a ray to the right: true inside an odd number of rings. */
export function isInside(paths: readonly (readonly Point[])[], { x, y }: Point): boolean {
  let inside = false
  for (const ring of paths) {
    let last = ring.at(-1)
    for (const point of ring) {
      if (last && last.y > y !== point.y > y && x < ((last.x - point.x) * (y - point.y)) / (last.y - point.y) + point.x)
        inside = !inside
      last = point
    }
  }
  return inside
}

/** True when the point is inside the outline, or within `reach` of its edges. */
export function touches(outline: Outline, p: Point, reach: number): boolean {
  const { bounding_box: box, keypoint } = outline
  if (keypoint) return distance(keypoint, p) <= 1.5 * reach
  if (box)
    return p.x >= box.x - reach && p.x <= box.x + box.w + reach && p.y >= box.y - reach && p.y <= box.y + box.h + reach
  if (isClosed(outline) && isInside(pathsOf(outline), p)) return true
  return nearestEdge(outline, p, reach) !== null
}

/** Returns the nearest vertex within `reach`. */
export function nearestVertex(outline: Outline, p: Point, reach: number): VertexAt | null {
  let best: VertexAt | null = null
  let least = reach
  pathsOf(outline).forEach((path, i) => {
    path.forEach((vertex, index) => {
      const away = distance(vertex, p)
      if (away > least) return
      least = away
      best = { path: i, index }
    })
  })
  return best
}

export interface EdgeAt {
  /** The place of a vertex that would divide the edge. */
  before: VertexAt
  /** The point of the edge nearest to the pointer. */
  point: Point
}

/** Returns the nearest edge within `reach`. */
export function nearestEdge(outline: Outline, p: Point, reach: number): EdgeAt | null {
  const closed = isClosed(outline)
  let best: EdgeAt | null = null
  let least = reach
  pathsOf(outline).forEach((path, i) => {
    for (let index = closed ? 0 : 1; index < path.length; index++) {
      const [from, to] = [path.at(index - 1), path[index]]
      if (!from || !to) continue
      const point = nearestOnSegment(p, from, to)
      const away = distance(point, p)
      if (away > least) continue
      least = away
      // The edge that closes a ring is divided at its end, so that the first vertex remains the first.
      best = { before: { path: i, index: index === 0 ? path.length : index }, point }
    }
  })
  return best
}

export interface Snapped {
  point: Point
  /** Null when the point snapped to nothing. */
  to: 'vertex' | 'edge' | 'border' | null
}

/**
 * Snaps a point to vertices, then edges, then the border of the image.
 * Returns the nearest vertex of the outlines within `reach`, or else the nearest place on an edge, or else the point
 * with the sides of the image that are near. A point outside the image snaps to its border.
 */
export function snap(p: Point, outlines: readonly Outline[], size: ImageSize, reach: number): Snapped {
  return nearest(p, outlines, reach) ?? atBorder(p, size, reach)
}

function nearest(p: Point, outlines: readonly Outline[], reach: number): Snapped | null {
  const closest = (points: readonly Point[]): Point | null => {
    let best: Point | null = null
    let least = Infinity
    for (const point of points) {
      const away = Math.hypot(point.x - p.x, point.y - p.y)
      if (away < least) [best, least] = [point, away]
    }
    return best
  }
  const vertex = closest(
    outlines.flatMap((outline) => {
      const at = nearestVertex(outline, p, reach)
      return (at && pathsOf(outline)[at.path]?.[at.index]) ?? []
    }),
  )
  if (vertex) return { point: vertex, to: 'vertex' }
  const edge = closest(outlines.flatMap((outline) => nearestEdge(outline, p, reach)?.point ?? []))
  return edge && { point: edge, to: 'edge' }
}

function atBorder(p: Point, size: ImageSize, reach: number): Snapped {
  const { x, y } = inImage(p, size)
  const along = (value: number, end: number) => (value <= reach ? 0 : value >= end - reach ? end : value)
  const point = { x: along(x, size.width), y: along(y, size.height) }
  return { point, to: point.x === p.x && point.y === p.y ? null : 'border' }
}
