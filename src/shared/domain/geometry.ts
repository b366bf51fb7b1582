/** Points and polygons. Normalised coordinates are shares of the upright frame, 0 to 1, origin top left. */
import { type Static, Type } from 'typebox'

export const NormPoint = Type.Tuple([Type.Number(), Type.Number()], {
  description: 'x and y as shares of the frame (0 to 1, origin top left)',
})
export type NormPoint = Static<typeof NormPoint>

export interface Point {
  x: number
  y: number
}

/** Corners in pixels of the full upright frame, x2 > x1 and y2 > y1. */
export interface Box {
  x1: number
  y1: number
  x2: number
  y2: number
}

export interface Size {
  width: number
  height: number
}

export const toPixels = ([x, y]: readonly [number, number], frame: Size): Point => ({
  x: x * frame.width,
  y: y * frame.height,
})

export const boxArea = (b: Box): number => Math.max(0, b.x2 - b.x1) * Math.max(0, b.y2 - b.y1)

/** Intersection over union of two boxes, 0 for empty ones. */
export function iou(a: Box, b: Box): number {
  const w = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)
  const h = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1)
  if (w <= 0 || h <= 0) return 0
  const overlap = w * h
  const union = boxArea(a) + boxArea(b) - overlap
  return union > 0 ? overlap / union : 0
}

/** Twice the signed area of the triangle a, b, p: negative when p is left of a to b as seen on screen (y down). */
export const orient = (a: Point, b: Point, p: Point): number => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)

const within = (a: Point, b: Point, p: Point): boolean =>
  Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y)

/** True when the closed segments a-b and c-d share a point. */
export function segmentsTouch(a: Point, b: Point, c: Point, d: Point): boolean {
  const abc = Math.sign(orient(a, b, c))
  const abd = Math.sign(orient(a, b, d))
  const cda = Math.sign(orient(c, d, a))
  const cdb = Math.sign(orient(c, d, b))
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && within(a, b, c)) ||
    (abd === 0 && within(a, b, d)) ||
    (cda === 0 && within(c, d, a)) ||
    (cdb === 0 && within(c, d, b))
  )
}

/** Even-odd rule; a point on the border may fall on either side. */
export function insidePolygon(p: Point, polygon: readonly Point[]): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i] as Point
    const b = polygon[j] as Point
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
