/** Fits a read annotation to its image and data set: inside the image, of an allowed type, with valid numbers. */
import type { ImportFormat, ImportRule } from '../../../../shared/api/imports.ts'
import { type AnnotationType, type BoundingBox, boundsOf } from '../../../../shared/domain/annotation.ts'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { NeutralAnnotation, NeutralShape, Point } from '../../../datasets/labels/neutral.ts'

export type Fitted =
  | { annotation: NeutralAnnotation; rules: readonly Noted[] }
  | { dropped: ImportRule; detail?: string }

export interface Noted {
  rule: ImportRule
  detail?: string
}

export interface FitOptions {
  /** Pixels, or 1 by 1 for parts of the image; null when the size is unknown, so that nothing can be outside. */
  bounds: Size | null
  /** By how much shapes may end outside. */
  tolerance: number
  allowed: readonly AnnotationType[]
}

const MAX_NAME = 200
const [MAX_RINGS, MAX_POINTS] = [10_000, 100_000]

export function fitAnnotation(annotation: NeutralAnnotation, { bounds, tolerance, allowed }: FitOptions): Fitted {
  const name = annotation.name.trim()
  if (name === '' || name.length > MAX_NAME) return { dropped: 'annotation.no_class' }
  if (!isValid(annotation.shape)) return { dropped: 'annotation.invalid', ...detailOf(annotation) }
  const rules: Noted[] = (annotation.rules ?? []).map((rule) => ({ rule }))
  const inside = bounds ? clipped(annotation.shape, bounds, tolerance) : annotation.shape
  if (!inside) return { dropped: 'geometry.outside', ...detailOf(annotation) }
  if (inside !== annotation.shape) rules.push({ rule: 'geometry.clipped' })
  const typed = ofType(inside, allowed)
  if (!typed) return { dropped: 'type.not_allowed', detail: inside.type }
  if (typed !== inside) rules.push({ rule: typed.type === 'bbox' ? 'type.as_box' : 'type.as_outline' })
  const { confidence: given, rules: _, ...kept } = annotation
  const confidence = given !== null && given >= 0 && given <= 1 ? given : null
  if (confidence !== given) rules.push({ rule: 'confidence.invalid', detail: `${given}` })
  return { annotation: { ...kept, name, confidence, shape: typed }, rules }
}

const detailOf = ({ id }: NeutralAnnotation): { detail?: string } => (id === null ? {} : { detail: id })

function isValid(shape: NeutralShape): boolean {
  if (shape.type === 'bbox') {
    const { x, y, w, h } = shape.box
    return [x, y, x + w, y + h].every(Number.isFinite) && w > 0 && h > 0
  }
  if (shape.type === 'keypoint') return isFinitePoint(shape.point)
  if (shape.type === 'polyline') {
    return shape.points.length >= 2 && shape.points.length <= MAX_POINTS && shape.points.every(isFinitePoint)
  }
  const { rings } = shape
  const areRings = rings.every((ring) => ring.length >= 3 && ring.length <= MAX_POINTS && ring.every(isFinitePoint))
  return rings.length > 0 && rings.length <= MAX_RINGS && areRings
}

const isFinitePoint = ({ x, y }: Point): boolean => Number.isFinite(x) && Number.isFinite(y)

/** The same shape when it is inside; null when nothing of it is. */
function clipped(shape: NeutralShape, size: Size, tolerance: number): NeutralShape | null {
  const isInside = ({ x, y }: Point) =>
    x >= -tolerance && y >= -tolerance && x <= size.width + tolerance && y <= size.height + tolerance
  if (shape.type === 'keypoint') return isInside(shape.point) ? shape : null
  if (shape.type === 'bbox') {
    const { x, y, w, h } = shape.box
    const box = intersection(shape.box, size)
    if (!box) return null
    return isInside({ x, y }) && isInside({ x: x + w, y: y + h }) ? shape : { type: 'bbox', box }
  }
  const points = shape.type === 'polyline' ? shape.points : shape.rings.flat()
  if (points.every(isInside)) return shape
  if (shape.type === 'polyline') {
    if (!points.some(isInside)) return null
    const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))
    const moved = points.map(({ x, y }) => ({ x: clamp(x, size.width), y: clamp(y, size.height) }))
    return { type: 'polyline', points: moved }
  }
  const rings = shape.rings.map((ring) => clippedRing(ring, size)).filter((ring) => ring.length >= 3)
  return rings.length > 0 && rings.some(hasArea) ? { type: 'polygon', rings } : null
}

function intersection({ x, y, w, h }: BoundingBox, { width, height }: Size): BoundingBox | null {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(width, x + w), Math.min(height, y + h)]
  return right > left && bottom > top ? { x: left, y: top, w: right - left, h: bottom - top } : null
}

/** Cut along each border after the other (Sutherland and Hodgman 1974). */
function clippedRing(ring: readonly Point[], { width, height }: Size): readonly Point[] {
  const borders: [distance: (p: Point) => number][] = [
    [({ x }) => x],
    [({ x }) => width - x],
    [({ y }) => y],
    [({ y }) => height - y],
  ]
  let points = ring
  for (const [distance] of borders) {
    const cut: Point[] = []
    let before = points.at(-1)
    for (const point of points) {
      if (before) {
        const [a, b] = [distance(before), distance(point)]
        if (a < 0 !== b < 0) {
          const part = a / (a - b)
          cut.push({ x: before.x + part * (point.x - before.x), y: before.y + part * (point.y - before.y) })
        }
        if (b >= 0) cut.push(point)
      }
      before = point
    }
    points = cut
  }
  return points
}

function hasArea(ring: readonly Point[]): boolean {
  const box = boundsOf(ring)
  return box.w > 0 && box.h > 0
}

/** Makes boxes of outlines, and outlines of boxes, where only those are allowed, as for the annotations of runs. */
function ofType(shape: NeutralShape, allowed: readonly AnnotationType[]): NeutralShape | null {
  if (allowed.includes(shape.type)) return shape
  if (shape.type === 'polygon' && allowed.includes('bbox')) {
    const box = boundsOf(shape.rings.flat())
    return box.w > 0 && box.h > 0 ? { type: 'bbox', box } : null
  }
  if (shape.type !== 'bbox' || !allowed.includes('polygon')) return null
  const { x, y, w, h } = shape.box
  const corners = [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ]
  return { type: 'polygon', rings: [corners] }
}

/** Pixels of an image from parts of it. */
export function scaled(shape: NeutralShape, { width, height }: Size): NeutralShape {
  const point = ({ x, y }: Point): Point => ({ x: x * width, y: y * height })
  if (shape.type === 'bbox') {
    const { x, y, w, h } = shape.box
    return { type: 'bbox', box: { x: x * width, y: y * height, w: w * width, h: h * height } }
  }
  if (shape.type === 'keypoint') return { type: 'keypoint', point: point(shape.point) }
  if (shape.type === 'polyline') return { type: 'polyline', points: shape.points.map(point) }
  return { type: 'polygon', rings: shape.rings.map((ring) => ring.map(point)) }
}

/** Formats whose boxes may count pixels from 1. */
export const hasBoxBase = (format: ImportFormat): boolean => format === 'voc' || format === 'mot'

/** Pascal VOC's last pixel belongs to the box, so only its first one is moved. */
export function fromBase(shape: NeutralShape, format: ImportFormat, base: number): NeutralShape {
  if (shape.type !== 'bbox' || base === 0 || !hasBoxBase(format)) return shape
  const { x, y, w, h } = shape.box
  const more = format === 'voc' ? base : 0
  return { type: 'bbox', box: { x: x - base, y: y - base, w: w + more, h: h + more } }
}
