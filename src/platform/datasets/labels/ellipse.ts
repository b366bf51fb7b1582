/** Ellipses, which are stored as outlines. */
import type { Point } from './neutral.ts'

/** An outline of so many points differs from its ellipse by less than a pixel up to a radius of 800 pixels. */
const POINTS = 64

/** `degrees`: clockwise, about `centre`, in pixels. */
export function ellipseRing(centre: Point, radii: Point, degrees = 0): Point[] {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return Array.from({ length: POINTS }, (_, i) => {
    const angle = (2 * Math.PI * i) / POINTS
    const [dx, dy] = [radii.x * Math.cos(angle), radii.y * Math.sin(angle)]
    return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos }
  })
}
