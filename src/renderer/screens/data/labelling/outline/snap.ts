/** Snaps a point to vertices, then edges, then the border of the image. */
import { nearestEdge, nearestVertex } from './hit.ts'
import { type Outline, pathsOf } from './outline.ts'
import { type ImageSize, inImage, type Point } from './point.ts'

export interface Snapped {
  point: Point
  /** Null when the point snapped to nothing. */
  to: 'vertex' | 'edge' | 'border' | null
}

/**
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
