/** Boxes with a rotation, which are stored as outlines of four corners. */
import type { BoundingBox } from '../../../shared/domain/annotation.ts'
import type { Point } from './neutral.ts'

/** `degrees`: clockwise, about `centre`, in pixels. The first corner is the box's top left one. */
export function rotatedCorners({ x, y, w, h }: BoundingBox, degrees: number, centre: Point): Point[] {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corners: Point[] = [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ]
  return corners.map((corner) => {
    const [dx, dy] = [corner.x - centre.x, corner.y - centre.y]
    return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos }
  })
}

export const isTurned = (degrees: number): boolean => Math.abs((((degrees % 360) + 540) % 360) - 180) > 1e-6

/** The box that these corners, the first of which is its top left one, are turned from. */
export function turnedBack(corners: readonly Point[], degrees: number): BoundingBox {
  const centre = {
    x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
    y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
  }
  const angle = (-degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const back = corners.map(({ x, y }) => ({
    x: centre.x + (x - centre.x) * cos - (y - centre.y) * sin,
    y: centre.y + (x - centre.x) * sin + (y - centre.y) * cos,
  }))
  const [xs, ys] = [back.map(({ x }) => x), back.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}
