/** How far two geometries are apart that may be the same one, as formats round it. */
import type { Annotation, BoundingBox } from '../../../../shared/domain/annotation.ts'
import type { Point } from '../../../datasets/labels/neutral.ts'

export type Geometry = Pick<Partial<Annotation>, 'bounding_box' | 'polygon' | 'polyline' | 'keypoint'>

/** Pixels by which formats round: Pascal VOC writes whole ones, outward. */
export const MOST_ROUNDED = 1
/** More rings than this are compared in their order only, and a ring from no more corners. */
const [MOST_RINGS_IN_ANY_ORDER, MOST_STARTS] = [100, 16]

/** The largest difference of a coordinate, in pixels; infinite for other shapes, and beyond what formats round. */
export function distanceOf(a: Geometry, b: Geometry): number {
  if (a.keypoint && b.keypoint) return within(pointDistance(a.keypoint, b.keypoint))
  if (!a.bounding_box || !b.bounding_box) return Number.POSITIVE_INFINITY
  const ofBoxes = within(boxDistance(a.bounding_box, b.bounding_box))
  if (ofBoxes > MOST_ROUNDED) return ofBoxes
  if (a.polygon || b.polygon) return Math.max(ofBoxes, ringsDistance(a.polygon?.paths ?? [], b.polygon?.paths ?? []))
  if (a.polyline || b.polyline) {
    return Math.max(ofBoxes, pointsDistance(a.polyline?.points ?? [], b.polyline?.points ?? [], 0, 1))
  }
  return ofBoxes
}

const within = (distance: number): number => (distance <= MOST_ROUNDED ? distance : Number.POSITIVE_INFINITY)

const pointDistance = (a: Point, b: Point): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))

/** The largest distance of the four sides. */
const boxDistance = (a: BoundingBox, b: BoundingBox): number =>
  Math.max(pointDistance(a, b), pointDistance({ x: a.x + a.w, y: a.y + a.h }, { x: b.x + b.w, y: b.y + b.h }))

/** Rings of masks begin where their pixels do, and follow each other in the order of these. */
function ringsDistance(a: readonly (readonly Point[])[], b: readonly (readonly Point[])[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY
  const left = [...b]
  let most = 0
  for (const ring of a) {
    const among = a.length > MOST_RINGS_IN_ANY_ORDER ? left.slice(0, 1) : left
    const distances = among.map((other) => ringDistance(ring, other))
    const least = Math.min(...distances)
    if (least > MOST_ROUNDED) return Number.POSITIVE_INFINITY
    left.splice(distances.indexOf(least), 1)
    most = Math.max(most, least)
  }
  return most
}

/** Corners are compared from any of them, in both directions. */
function ringDistance(a: readonly Point[], b: readonly Point[]): number {
  const [first] = a
  if (!first || a.length !== b.length) return Number.POSITIVE_INFINITY
  let [least, tried] = [Number.POSITIVE_INFINITY, 0]
  for (const [start, corner] of b.entries()) {
    if (pointDistance(first, corner) > MOST_ROUNDED || tried++ >= MOST_STARTS) continue
    least = Math.min(least, pointsDistance(a, b, start, 1), pointsDistance(a, b, start, -1))
    if (least === 0) return 0
  }
  return least
}

function pointsDistance(a: readonly Point[], b: readonly Point[], start: number, step: 1 | -1): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY
  let most = 0
  for (const [i, point] of a.entries()) {
    const other = b[(start + step * i + b.length) % b.length] as Point
    most = Math.max(most, pointDistance(point, other))
    if (most > MOST_ROUNDED) return Number.POSITIVE_INFINITY
  }
  return most
}
