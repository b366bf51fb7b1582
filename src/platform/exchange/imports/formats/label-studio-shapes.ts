/**
 * The shapes of Label Studio's results. Coordinates are percent of the upright image; rotations are clockwise, in degrees, about
 * the top left corner of a box, or the centre of an ellipse.
 */
import { maskOfBrush } from '../../../datasets/labels/brush-rle.ts'
import { ellipseRing } from '../../../datasets/labels/ellipse-ring.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type { NeutralAnnotation, NeutralShape, Point } from '../../../datasets/labels/neutral.ts'
import { isTurned, rotatedCorners } from '../../../datasets/labels/rotated-box.ts'
import { numbersOf } from './json-values.ts'

type Json = Readonly<Record<string, unknown>>

export interface Made {
  shape: NeutralShape
  rules: NonNullable<NeutralAnnotation['rules']>
  /** Degrees by which a box is turned. */
  rotation?: number
}

type MakeShape = (value: Json, size: Size) => Made | null | Promise<Made | null>

/** Pixels of the image, as the result declares them. */
interface Size {
  width: number
  height: number
}

export const isSide = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && Number.isFinite(value)

/** The kinds of regions that annotations have a place for. Each returns null for a region that is no valid shape. */
const KINDS: Readonly<Record<string, MakeShape>> = {
  rectangle: rectangle,
  polygon({ points }) {
    const ring = pointsOf(points)
    return ring.length >= 3 ? { shape: { type: 'polygon', rings: [ring] }, rules: [] } : null
  },
  keypoint(value) {
    const point = { x: part(value.x), y: part(value.y) }
    return areFinite(point.x, point.y) ? { shape: { type: 'keypoint', point }, rules: [] } : null
  },
  ellipse: ellipse,
  brush: brush,
}

/** `rectangle` for `rectanglelabels`: a control with labels, and one without them, make the same shapes. */
const kindOf = ({ type }: Json): string =>
  String(type)
    .toLowerCase()
    .replace(/labels$/, '')

export const isRegion = (result: Json): boolean => Object.hasOwn(KINDS, kindOf(result))

/** Null for a region that is no valid shape. */
export async function regionShape(result: Json, value: Json): Promise<Made | null> {
  const { original_width: width, original_height: height } = result
  const size = isSide(width) && isSide(height) ? { width, height } : { width: Number.NaN, height: Number.NaN }
  return (await KINDS[kindOf(result)]?.(value, size)) ?? null
}

const part = (value: unknown): number => (typeof value === 'number' ? value / 100 : Number.NaN)
const areFinite = (...numbers: readonly number[]): boolean => numbers.every(Number.isFinite)

function rectangle(value: Json, { width, height }: Size): Made | null {
  const box = { x: part(value.x), y: part(value.y), w: part(value.width), h: part(value.height) }
  if (!areFinite(box.x, box.y, box.w, box.h) || !(box.w > 0 && box.h > 0)) return null
  const rotation = typeof value.rotation === 'number' ? value.rotation : 0
  if (!isTurned(rotation)) return { shape: { type: 'bbox', box }, rules: [] }
  if (!areFinite(width, height)) return null
  const pixels = { x: box.x * width, y: box.y * height, w: box.w * width, h: box.h * height }
  const corners = rotatedCorners(pixels, rotation, pixels).map((p) => ({ x: p.x / width, y: p.y / height }))
  return { shape: { type: 'polygon', rings: [corners] }, rules: ['geometry.rotated'], rotation }
}

function ellipse(value: Json, { width, height }: Size): Made | null {
  const [centre, radii] = [
    { x: part(value.x) * width, y: part(value.y) * height },
    { x: part(value.radiusX) * width, y: part(value.radiusY) * height },
  ]
  if (!areFinite(centre.x, centre.y, radii.x, radii.y) || !(radii.x > 0 && radii.y > 0)) return null
  const ring = ellipseRing(centre, radii, typeof value.rotation === 'number' ? value.rotation : 0)
  const rings = [ring.map(({ x, y }) => ({ x: x / width, y: y / height }))]
  return { shape: { type: 'polygon', rings }, rules: ['geometry.ellipse_outlined'] }
}

async function brush({ format, rle }: Json, { width, height }: Size): Promise<Made | null> {
  const bytes = format === 'rle' ? numbersOf(rle) : null
  if (!bytes || !areFinite(width, height)) return null
  try {
    const rings = await ringsOf(await maskOfBrush(bytes, width, height))
    if (rings.length === 0) return null
    const relative = rings.map((ring) => ring.map(({ x, y }) => ({ x: x / width, y: y / height })))
    return { shape: { type: 'polygon', rings: relative }, rules: ['geometry.mask_outlined'] }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Empty unless all of them are points. */
function pointsOf(value: unknown): Point[] {
  const pairs = Array.isArray(value) ? value.map(numbersOf) : []
  const points = pairs.flatMap((pair) => {
    const [x, y] = pair ?? []
    return x === undefined || y === undefined ? [] : [{ x: x / 100, y: y / 100 }]
  })
  return points.length === pairs.length ? points : []
}
