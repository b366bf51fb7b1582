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
