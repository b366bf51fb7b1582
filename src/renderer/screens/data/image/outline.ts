/** The outline of an annotation as an SVG path, in pixels of the image. */
import type { Annotation } from '../../../../shared/domain/annotation.ts'

const along = (points: readonly { x: number; y: number }[]): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`

/** @param radius of the circle that a keypoint becomes */
export function outlineOf(annotation: Annotation, radius: number): string {
  const { bounding_box: box, polygon, polyline, keypoint } = annotation
  if (polygon) return polygon.paths.map((path) => `${along(path)}Z`).join('')
  if (polyline) return along(polyline.points)
  if (keypoint) {
    const { x, y } = keypoint
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
  }
  return box ? `M${box.x} ${box.y}h${box.w}v${box.h}h${-box.w}Z` : ''
}
