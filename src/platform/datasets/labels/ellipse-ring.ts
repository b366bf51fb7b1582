/** Circles and ellipses, which are stored as outlines. */
import type { Point } from './neutral.ts'

/** At this number the outline of a circle of 100 pixels lies within an eighth of a pixel. */
const CORNERS = 64

/** `degrees`: clockwise, about the centre, in pixels. */
export function ellipseRing(centre: Point, radii: Point, degrees = 0): Point[] {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS
    const [x, y] = [radii.x * Math.cos(angle), radii.y * Math.sin(angle)]
    return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos }
  })
}
