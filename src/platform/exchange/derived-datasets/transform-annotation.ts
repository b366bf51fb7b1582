/** Carries an annotation of an image over to a picture that was made of it. */

import { type Affine, mapped } from '../../../shared/domain/affine.ts'
import { type Annotation, type BoundingBox, boundsOf } from '../../../shared/domain/annotation.ts'
import type { Point, Size } from '../../../shared/domain/geometry.ts'
import { clippedLine, clippedRings, filledArea, lengthOf } from './clip-outlines.ts'

export type Geometry = Pick<Annotation, 'bounding_box' | 'polygon' | 'polyline' | 'keypoint'>
type Shape = Pick<Annotation, 'type'> & Geometry

export interface PictureFrame {
  /** Maps pixels of the image to those of the picture. */
  map: Affine
  /** The size of the picture in pixels. */
  size: Size
  /** Areas of the picture that are blacked out, in its pixels. */
  cutouts: readonly BoundingBox[]
  /** Share of an annotation that must be visible in the picture, 0 to 1; less of it is left out. */
  minVisible: number
}

export interface Carried extends Geometry {
  /** True for a keypoint in an area that is blacked out. */
  isHidden: boolean
}

/**
 * The geometries of the annotation in the picture: none when too little of it is visible, several for a line that leaves the
 * picture and returns. A box becomes the bounds of what is visible of its four corners' outline.
 */
export function carried(shape: Shape, frame: PictureFrame): Carried[] {
  const { map, size } = frame
  if (shape.type === 'keypoint') {
    if (!shape.keypoint) return []
    const keypoint = mapped(map, shape.keypoint)
    if (!isInside(keypoint, size)) return []
    return [{ keypoint, isHidden: frame.cutouts.some((cutout) => isWithin(keypoint, cutout)) }]
  }
  if (shape.type === 'polyline') {
    const points = (shape.polyline?.points ?? []).map((point) => mapped(map, point))
    const parts = clippedLine(points, size)
    const whole = lengthOf(points)
    const length = parts.reduce((sum, part) => sum + lengthOf(part), 0)
    if (whole === 0 || isTooLittle(length / whole, parts.flat(), frame)) return []
    return parts.map((part) => ({ polyline: { points: part }, isHidden: false }))
  }
  const rings =
    shape.type === 'polygon' ? (shape.polygon?.paths ?? []) : shape.bounding_box ? [corners(shape.bounding_box)] : []
  const moved = rings.map((ring) => ring.map((point) => mapped(map, point)))
  const paths = clippedRings(moved, size)
  const whole = filledArea(moved)
  if (paths.length === 0 || whole === 0 || isTooLittle(filledArea(paths) / whole, paths.flat(), frame)) return []
  if (shape.type === 'polygon') return [{ polygon: { paths }, isHidden: false }]
  const box = boundsOf(paths.flat())
  return box.w > 0 && box.h > 0 ? [{ bounding_box: box, isHidden: false }] : []
}

/** `visible`: share inside the picture; the share of its bounds that is blacked out is hidden too. */
function isTooLittle(visible: number, points: readonly Point[], { cutouts, minVisible }: PictureFrame): boolean {
  if (points.length === 0) return true
  const hidden = cutouts.length > 0 ? hiddenShare(boundsOf(points), cutouts) : 0
  // A share that is less than the minimum by rounding alone is enough.
  return visible * (1 - hidden) < minVisible - 1e-9 || hidden >= 1
}

export const corners = ({ x, y, w, h }: BoundingBox): Point[] => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
]

const isInside = ({ x, y }: Point, { width, height }: Size): boolean => x >= 0 && y >= 0 && x <= width && y <= height

const isWithin = (p: Point, { x, y, w, h }: BoundingBox): boolean => p.x >= x && p.y >= y && p.x < x + w && p.y < y + h

/** The share of a box under the union of the cutouts, of which there are few. */
function hiddenShare(box: BoundingBox, cutouts: readonly BoundingBox[]): number {
  const within = (value: number, from: number, extent: number) => Math.min(from + extent, Math.max(from, value))
  const cut = cutouts.map((one) => ({
    x1: within(one.x, box.x, box.w),
    x2: within(one.x + one.w, box.x, box.w),
    y1: within(one.y, box.y, box.h),
    y2: within(one.y + one.h, box.y, box.h),
  }))
  const columns = [...new Set(cut.flatMap(({ x1, x2 }) => [x1, x2]))].sort((a, b) => a - b)
  const rows = [...new Set(cut.flatMap(({ y1, y2 }) => [y1, y2]))].sort((a, b) => a - b)
  let area = 0
  for (let i = 0; i + 1 < columns.length; i++) {
    for (let j = 0; j + 1 < rows.length; j++) {
      const [x, y, right, below] = [columns[i], rows[j], columns[i + 1], rows[j + 1]] as [
        number,
        number,
        number,
        number,
      ]
      if (cut.some(({ x1, y1, x2, y2 }) => x1 <= x && x2 >= right && y1 <= y && y2 >= below))
        area += (right - x) * (below - y)
    }
  }
  return box.w * box.h > 0 ? area / (box.w * box.h) : 0
}
