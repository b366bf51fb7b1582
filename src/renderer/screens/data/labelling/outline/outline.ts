/** The outline of an annotation: its paths, bounds and vertices, whatever its type. */
import type { Annotation, BoundingBox } from '../../../../../shared/domain/annotation.ts'

/** Points, segments and bounds in pixels of the upright image. */

export interface Point {
  x: number
  y: number
}

export interface Bounds {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

export interface ImageSize {
  width: number
  height: number
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Returns the point of the segment from `a` to `b` that is nearest to `p`. */
export function nearestOnSegment(p: Point, a: Point, b: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  if (length === 0) return a
  const share = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length))
  return { x: a.x + share * dx, y: a.y + share * dy }
}

/** Returns the bounds of some points; those of none are empty at the origin. */
export function boundsOfPoints(points: readonly Point[]): Bounds {
  if (points.length === 0) return { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  const bounds = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const { x, y } of points) {
    bounds.minX = Math.min(bounds.minX, x)
    bounds.minY = Math.min(bounds.minY, y)
    bounds.maxX = Math.max(bounds.maxX, x)
    bounds.maxY = Math.max(bounds.maxY, y)
  }
  return bounds
}

export const around = (p: Point, by: number): Bounds => ({
  minX: p.x - by,
  minY: p.y - by,
  maxX: p.x + by,
  maxY: p.y + by,
})

export const grown = (b: Bounds, by: number): Bounds => ({
  minX: b.minX - by,
  minY: b.minY - by,
  maxX: b.maxX + by,
  maxY: b.maxY + by,
})

export const union = (a: Bounds, b: Bounds): Bounds => ({
  minX: Math.min(a.minX, b.minX),
  minY: Math.min(a.minY, b.minY),
  maxX: Math.max(a.maxX, b.maxX),
  maxY: Math.max(a.maxY, b.maxY),
})

export const contains = (outer: Bounds, inner: Bounds): boolean =>
  outer.minX <= inner.minX && outer.minY <= inner.minY && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY

/** Returns the nearest point within the image. */
export const inImage = ({ x, y }: Point, { width, height }: ImageSize): Point => ({
  x: Math.min(width, Math.max(0, x)),
  y: Math.min(height, Math.max(0, y)),
})

/** Rounds to hundredths of a pixel: a pointer is no more precise, and shorter numbers are stored. */
export const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 })

/** The one field of an annotation that holds its outline. */
export type Outline = Pick<Annotation, 'bounding_box' | 'polygon' | 'polyline' | 'keypoint'>

/** A vertex by the index of its path and its index in that path. */
export interface VertexAt {
  path: number
  index: number
}

export const OUTLINE_FIELDS = ['bounding_box', 'polygon', 'polyline', 'keypoint'] as const

export const MIN_RING = 3
const MIN_LINE = 2

/** Returns only the outline of an annotation. */
export function outlineOf({ bounding_box, polygon, polyline, keypoint }: Outline): Outline {
  if (bounding_box) return { bounding_box }
  if (polygon) return { polygon }
  if (polyline) return { polyline }
  return keypoint ? { keypoint } : {}
}

export const cornersOf = ({ x, y, w, h }: BoundingBox): Point[] => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
]

export const boxOf = ({ minX, minY, maxX, maxY }: Bounds): BoundingBox => ({
  x: minX,
  y: minY,
  w: maxX - minX,
  h: maxY - minY,
})

/** Returns the rings of a box or polygon, the points of a polyline as one path, and a keypoint as a path of one point. */
export function pathsOf({ bounding_box, polygon, polyline, keypoint }: Outline): readonly (readonly Point[])[] {
  if (bounding_box) return [cornersOf(bounding_box)]
  if (polygon) return polygon.paths
  if (polyline) return [polyline.points]
  return keypoint ? [[keypoint]] : []
}

export const isClosed = ({ bounding_box, polygon }: Outline): boolean =>
  bounding_box !== undefined || polygon !== undefined

export function boundsOf(outline: Outline): Bounds {
  const { bounding_box: box } = outline
  if (box) return { minX: box.x, minY: box.y, maxX: box.x + box.w, maxY: box.y + box.h }
  return boundsOfPoints(pathsOf(outline).flat())
}

/** The upper left corner of a box, or the uppermost vertex. */
export function labelPlace(outline: Outline): Point {
  const { bounding_box: box } = outline
  if (box) return { x: box.x, y: box.y }
  return pathsOf(outline)
    .flat()
    .reduce((top, p) => (p.y < top.y ? p : top), { x: 0, y: Infinity })
}

/** Returns the area of the largest ring, in square pixels; 0 for polylines and keypoints. */
export function sizeOf(outline: Outline): number {
  const { bounding_box: box, polygon } = outline
  if (box) return box.w * box.h
  return polygon ? polygon.paths.reduce((most, ring) => Math.max(most, Math.abs(signedArea(ring))), 0) : 0
}

/** The shoelace formula: positive for rings that run clockwise on the screen. */
export function signedArea(ring: readonly Point[]): number {
  let doubled = 0
  let last = ring.at(-1)
  for (const point of ring) {
    if (last) doubled += last.x * point.y - point.x * last.y
    last = point
  }
  return doubled / 2
}

/** Returns the outline after its paths have changed; a box becomes the bounds of its path. */
export function withPaths(outline: Outline, paths: readonly (readonly Point[])[]): Outline {
  const copy = paths.map((path) => path.map(({ x, y }) => ({ x, y })))
  if (outline.bounding_box) return { bounding_box: boxOf(boundsOfPoints(copy.flat())) }
  if (outline.polygon) return { polygon: { paths: copy } }
  if (outline.polyline) return { polyline: { points: copy[0] ?? [] } }
  const [point] = copy[0] ?? []
  return point ? { keypoint: point } : outline
}

/** Returns the outline moved by as much of the step as keeps it in the image. */
export function movedWithin(outline: Outline, step: Point, size: ImageSize): Outline {
  const within = stepWithin(boundsOf(outline), step, size)
  const { bounding_box: box } = outline
  if (box) return { bounding_box: { ...box, x: box.x + within.x, y: box.y + within.y } }
  return withPaths(
    outline,
    pathsOf(outline).map((path) => path.map(({ x, y }) => ({ x: x + within.x, y: y + within.y }))),
  )
}

/** Returns the part of a step that keeps the bounds in the image. Bounds that are partly outside move no further out. */
export const stepWithin = (bounds: Bounds, step: Point, { width, height }: ImageSize): Point => ({
  x: limited(step.x, -bounds.minX, width - bounds.maxX),
  y: limited(step.y, -bounds.minY, height - bounds.maxY),
})

const limited = (step: number, least: number, most: number): number =>
  Math.max(Math.min(0, least), Math.min(Math.max(0, most), step))

export function withVertex(outline: Outline, at: VertexAt, to: Point, size: ImageSize): Outline {
  const point = inImage(to, size)
  return withPaths(
    outline,
    replacedPath(outline, at.path, (path) => path.with(at.index, point)),
  )
}

/** Returns the outline with a further vertex before the one at `at`. */
export const withInserted = (outline: Outline, at: VertexAt, point: Point): Outline =>
  withPaths(
    outline,
    replacedPath(outline, at.path, (path) => path.toSpliced(at.index, 0, point)),
  )

/** Returns null when the outline would keep too few vertices. A hole that has only three goes as a whole. */
export function withoutVertex(outline: Outline, at: VertexAt): Outline | null {
  const { polygon, polyline } = outline
  const path = pathsOf(outline)[at.path]
  if (!path || (!polygon && !polyline)) return null
  if (path.length > (polygon ? MIN_RING : MIN_LINE))
    return withPaths(
      outline,
      replacedPath(outline, at.path, (points) => points.toSpliced(at.index, 1)),
    )
  if (!polygon || polygon.paths.length === 1 || at.path === 0) return null
  return withPaths(
    outline,
    polygon.paths.filter((_, i) => i !== at.path),
  )
}

const replacedPath = (outline: Outline, at: number, change: (path: readonly Point[]) => readonly Point[]) =>
  pathsOf(outline).map((path, i) => (i === at ? change(path) : path))
