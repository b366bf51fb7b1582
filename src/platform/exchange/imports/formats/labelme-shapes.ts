/** The shapes of LabelMe and AnyLabeling. */
import type { ImportRule } from '../../../../shared/api/imports.ts'
import { boundsOf } from '../../../../shared/domain/annotation.ts'
import { unbridged } from '../../../datasets/labels/bridged-ring.ts'
import { ellipseRing } from '../../../datasets/labels/ellipse-ring.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type { NeutralShape, Point } from '../../../datasets/labels/neutral.ts'
import { numbersOf, textField } from './json-values.ts'
import { maskOfAll, maskPixelsOf } from './mask-pixels.ts'

export interface LabelmeShape {
  shape: NeutralShape
  rules?: readonly ImportRule[]
  /** The angle of a rotated box: degrees, clockwise. */
  rotation?: number
}

type Json = Readonly<Record<string, unknown>>

/**
 * Null for a kind that annotations have no place for; none for a shape without valid points.
 * @throws RangeError for a mask that can't be read
 */
export async function labelmeShapes(type: string, shape: Json): Promise<LabelmeShape[] | null> {
  const points = pointsOf(shape.points)
  const [first, second] = points
  switch (type) {
    case 'rectangle':
      return points.length >= 2 ? [{ shape: { type: 'bbox', box: boundsOf(points) } }] : []
    case 'rotation':
      return first && second && points.length === 4 ? [turned(points, first, second)] : []
    case 'polygon':
    case 'quadrilateral':
      return points.length >= 3 ? [{ shape: { type: 'polygon', rings: unbridged(points) } }] : []
    case 'line':
    case 'linestrip':
      return points.length >= 2 ? [{ shape: { type: 'polyline', points } }] : []
    case 'point':
    case 'points':
      return points.map((point) => ({
        shape: { type: 'keypoint', point },
        ...(points.length > 1 && { rules: ['geometry.points_separated'] as const }),
      }))
    case 'circle':
      return first && second && points.length === 2 ? circle(first, second) : []
    case 'mask':
      return first ? mask(shape.mask, first) : []
    default:
      return null
  }
}

function pointsOf(value: unknown): Point[] {
  const pairs = Array.isArray(value) ? value : []
  const points = pairs.flatMap((pair) => {
    const [x, y] = numbersOf(pair) ?? []
    return x === undefined || y === undefined ? [] : [{ x, y }]
  })
  return points.length === pairs.length ? points : []
}

/** The corners begin with the top left one of the box before it was turned, and go clockwise. */
function turned(corners: readonly Point[], first: Point, second: Point): LabelmeShape {
  const degrees = (Math.atan2(second.y - first.y, second.x - first.x) * 180) / Math.PI
  const shape = { type: 'polygon', rings: [corners] } as const
  return { shape, rules: ['geometry.rotated'], rotation: Number(degrees.toFixed(6)) }
}

/** The second point lies on the circle. */
function circle(centre: Point, edge: Point): LabelmeShape[] {
  const radius = Math.hypot(edge.x - centre.x, edge.y - centre.y)
  if (!(radius > 0)) return []
  const ring = ellipseRing(centre, { x: radius, y: radius })
  return [{ shape: { type: 'polygon', rings: [ring] }, rules: ['geometry.ellipse_outlined'] }]
}

/** A PNG in Base64, with the pixels of the box that begins at a corner. */
async function mask(png: unknown, { x: left, y: top }: Point): Promise<LabelmeShape[]> {
  const text = textField(png)?.replace(/^data:[^,]*,/, '') ?? ''
  const found = await maskOfAll(await maskPixelsOf(Buffer.from(text, 'base64')))
  if (!found) return []
  const rings = (await ringsOf(found)).map((ring) => ring.map(({ x, y }) => ({ x: x + left, y: y + top })))
  return [{ shape: { type: 'polygon', rings }, rules: ['geometry.mask_outlined'] }]
}
