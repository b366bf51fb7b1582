/** Converts annotations from requests to rows: one geometry of the right kind, inside the image, of an allowed type. */

import type { NewAnnotation } from '../../../shared/api/annotations.ts'
import { plainType } from '../../../shared/api/datasets.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { type Annotation, type AnnotationType, type BoundingBox, boundsOf } from '../../../shared/domain/annotation.ts'
import type { Size } from '../../../shared/domain/geometry.ts'
import { type Message, message, saidOf } from '../../../shared/messages/message.ts'
import { newId, toJson } from '../../db/database.ts'
import { pausing } from '../../machine/pauses.ts'
import { extraOf, type LabelledRow } from '../stored-annotation.ts'

/** An annotation of a request. */
export interface CheckedRow extends LabelledRow {
  /** True when the request has its id, which may be known already. */
  isNamed: boolean
  /** True when a review rejected it: it leaves the list. */
  isRejected: boolean
}

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
): Promise<CheckedRow[]> {
  const problems: { field: string; problem: Message }[] = []
  const ids = new Set<string>()
  const rows: CheckedRow[] = []
  const pause = pausing()
  for (const [position, annotation] of annotations.entries()) {
    if (pause.isDue) await pause.take()
    const id = annotation.id?.toLowerCase() ?? newId()
    const checked = ids.has(id)
      ? { at: '/id', reason: message('invalid.id_used_twice') }
      : checkedAnnotation(annotation, id, position, image, allowed)
    if ('reason' in checked) problems.push({ field: `${pointer}/${position}${checked.at}`, problem: checked.reason })
    else rows.push(checked)
    ids.add(id)
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

export interface AnnotationProblem {
  /** JSON pointer into the annotation. */
  at: string
  reason: Message
}

/** The row of an annotation, or the reason why it can't be stored. */
export function checkedAnnotation(
  annotation: NewAnnotation,
  id: string,
  position: number,
  image: Size,
  allowed: readonly AnnotationType[],
): CheckedRow | AnnotationProblem {
  const type = plainType(annotation.type)
  const problem = problemOf(annotation, type, image, allowed)
  if (problem) return problem
  return {
    id,
    position,
    name: annotation.name,
    type,
    confidence: annotation.confidence ?? null,
    geometry: toJson(geometryOf(annotation, type)),
    extra: extraOf(annotation),
    isNamed: annotation.id !== undefined,
    isRejected: annotation.review === 'rejected',
  }
}

function problemOf(
  annotation: NewAnnotation,
  type: AnnotationType,
  image: Size,
  allowed: readonly AnnotationType[],
): AnnotationProblem | null {
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
  if (type === 'bbox') {
    const { w, h } = annotation.bounding_box as BoundingBox
    // Only outlines may be flat.
    if (w <= 0 || h <= 0) return { at: `/bounding_box/${w <= 0 ? 'w' : 'h'}`, reason: message('invalid.not_positive') }
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

const pointOf = ({ x, y }: Point): Point => ({ x, y })

/**
 * The bounding rectangle of an outline is always computed, whatever the request says. Fields are in one order, so that
 * equal geometries have equal texts.
 */
function geometryOf(annotation: NewAnnotation, type: AnnotationType): Partial<Annotation> {
  const { bounding_box, polygon, polyline, keypoint } = annotation
  if (type === 'bbox' && bounding_box) {
    const { x, y, w, h } = bounding_box
    return { bounding_box: { x, y, w, h } }
  }
  if (type === 'keypoint' && keypoint) return { keypoint: pointOf(keypoint) }
  const box = boundsOf(pointsOf(annotation, type))
  return type === 'polygon' && polygon
    ? { polygon: { paths: polygon.paths.map((ring) => ring.map(pointOf)) }, bounding_box: box }
    : { ...(polyline && { polyline: { points: polyline.points.map(pointOf) } }), bounding_box: box }
}
