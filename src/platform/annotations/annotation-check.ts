/** Converts annotations from requests to rows: one geometry of the right kind, inside the image, of an allowed type. */

import type { NewAnnotation } from '../../shared/api/annotations.ts'
import { plainType } from '../../shared/api/datasets.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { Annotation, AnnotationType, BoundingBox } from '../../shared/domain/annotation.ts'
import type { Size } from '../../shared/domain/geometry.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { LabelledRow } from '../datasets/stored-annotation.ts'
import { newId } from '../db/ids.ts'
import { toJson } from '../db/json.ts'
import { pausing } from '../machine/pauses.ts'

/** Allows for tools that round, and for the two sides of a border pixel. */
const TOLERANCE_PX = 1
const MAX_DETAILS = 20

const GEOMETRIES = { bbox: 'bounding_box', polygon: 'polygon', polyline: 'polyline', keypoint: 'keypoint' } as const

interface Point {
  x: number
  y: number
}

/**
 * `pointer` is the position of the list in the request. @throws ApiError invalid_field, with a detail for each problem
 */
export async function annotationRows(
  annotations: readonly NewAnnotation[],
  image: Size,
  allowed: readonly AnnotationType[],
  pointer = '/annotations',
): Promise<LabelledRow[]> {
  const problems: { field: string; problem: Message }[] = []
  const ids = new Set<string>()
  const rows: LabelledRow[] = []
  const pause = pausing()
  for (const [position, annotation] of annotations.entries()) {
    if (pause.isDue) await pause.take()
    const at = `${pointer}/${position}`
    const type = plainType(annotation.type)
    const id = annotation.id?.toLowerCase() ?? newId()
    const wrong = ids.has(id)
      ? { at: '/id', reason: message('invalid.id_used_twice') }
      : problemOf(annotation, type, image, allowed)
    if (wrong) problems.push({ field: `${at}${wrong.at}`, problem: wrong.reason })
    ids.add(id)
    const { name, confidence = null } = annotation
    const geometry = wrong ? '{}' : toJson(geometryOf(annotation, type))
    rows.push({ id, position, name, type, confidence, geometry })
  }
  const [first] = problems
  if (!first) return rows
  const found = message('invalid.at', first)
  const n = problems.length
  throw new ApiError(
    'invalid_field',
    n > 1 ? message('invalid.body_many', { problem: found, n }) : message('invalid.body', { problems: found }),
    problems.slice(0, MAX_DETAILS).map(({ field, problem }) => ({ field, ...saidOf(problem) })),
  )
}

interface Problem {
  at: string
  reason: Message
}

function problemOf(
  annotation: NewAnnotation,
  type: AnnotationType,
  image: Size,
  allowed: readonly AnnotationType[],
): Problem | null {
  const field = GEOMETRIES[type]
  if (!allowed.includes(type)) {
    return { at: '/type', reason: message('invalid.annotation_type', { type, allowed: allowed.join(', ') }) }
  }
  if (annotation[field] === undefined)
    return { at: `/${field}`, reason: message('invalid.geometry_required', { type }) }
  for (const other of Object.values(GEOMETRIES)) {
    const isOwn = other === field || (other === 'bounding_box' && type !== 'keypoint')
    if (!isOwn && annotation[other] !== undefined) {
      return { at: `/${other}`, reason: message('invalid.geometry_of_other_type', { type }) }
    }
  }
  const outside = pointsOf(annotation, type).find((p) => !isInside(p, image))
  if (!outside) return null
  const { width, height } = image
  return { at: `/${field}`, reason: message('invalid.outside_image', { width, height, ...outside }) }
}

function pointsOf(annotation: NewAnnotation, type: AnnotationType): Point[] {
  if (type === 'bbox') {
    const { x, y, w, h } = annotation.bounding_box as BoundingBox
    return [
      { x, y },
      { x: x + w, y: y + h },
    ]
  }
  if (type === 'polygon') return annotation.polygon?.paths.flat() ?? []
  if (type === 'polyline') return annotation.polyline?.points ?? []
  return annotation.keypoint ? [annotation.keypoint] : []
}

const isInside = ({ x, y }: Point, { width, height }: Size): boolean =>
  x >= -TOLERANCE_PX && y >= -TOLERANCE_PX && x <= width + TOLERANCE_PX && y <= height + TOLERANCE_PX

/** The bounding rectangle of an outline is always computed, whatever the request says. */
function geometryOf(annotation: NewAnnotation, type: AnnotationType): Partial<Annotation> {
  const { bounding_box, polygon, polyline, keypoint } = annotation
  if (type === 'bbox' && bounding_box) return { bounding_box }
  if (type === 'keypoint' && keypoint) return { keypoint }
  const box = enclosing(pointsOf(annotation, type))
  return type === 'polygon' && polygon
    ? { polygon, bounding_box: box }
    : { ...(polyline && { polyline }), bounding_box: box }
}

function enclosing(points: readonly Point[]): BoundingBox {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    x1 = Math.min(x1, x)
    y1 = Math.min(y1, y)
    x2 = Math.max(x2, x)
    y2 = Math.max(y2, y)
  }
  return { x: x1, y: y1, w: x2 - x1, h: y2 - y1 }
}
