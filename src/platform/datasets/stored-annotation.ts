/** An annotation as it is stored, and as the API returns it. */
import type { Annotation, annotationExtras } from '../../shared/domain/annotation.ts'
import { fromJson, toJson } from '../db/database.ts'
import type { AnnotationRow, LabelRow } from '../db/schema/annotations.ts'
import type { ImageRow } from '../db/schema/datasets.ts'

/** The name and type of annotations. */
export type Label = Pick<LabelRow, 'name' | 'type'>

/** Annotations of one image with their names and types. */
export type LabelledRow = Omit<AnnotationRow, 'image_id' | 'label_id'> & Label

/** The fields that few annotations have. */
export type Extras = Pick<Annotation, keyof typeof annotationExtras>

export const annotationOf = ({ id, name, type, confidence, geometry, extra }: LabelledRow): Annotation => ({
  id,
  name,
  type,
  confidence,
  ...fromJson<Partial<Annotation>>(geometry),
  ...(extra !== null && fromJson<Extras>(extra)),
})

const NAMES = ['review', 'origin', 'track_id', 'z', 'occluded', 'outside', 'keyframe', 'attributes'] as const

/** JSON of the fields that have other than their usual values, always in the same order; null without any. */
export function extraOf(fields: Extras): string | null {
  if (!NAMES.some((name) => fields[name] !== undefined)) return null
  const { review = 'none', origin, track_id, z, occluded, outside, keyframe, attributes } = fields
  const kept: Extras = {}
  if (review !== 'none') kept.review = review
  if (origin) {
    const { source, model, version, confidence } = origin
    kept.origin = {
      source,
      ...(model !== undefined && { model }),
      ...(version !== undefined && { version }),
      ...(confidence !== undefined && { confidence }),
    }
  }
  if (track_id != null) kept.track_id = track_id
  if (z != null) kept.z = z
  if (occluded) kept.occluded = true
  if (keyframe != null) kept.keyframe = keyframe
  const names = Object.keys(attributes ?? {}).sort()
  if (names.length > 0) kept.attributes = Object.fromEntries(names.map((name) => [name, attributes?.[name]])) as never
  if (outside) kept.outside = true
  return Object.keys(kept).length > 0 ? toJson(kept) : null
}

const PENDING = '{"review":"pending"'

/** True for an annotation that waits for a review; its JSON begins with the review. */
export const isPending = ({ extra }: Pick<AnnotationRow, 'extra'>): boolean => extra?.startsWith(PENDING) ?? false

/** The same in SQL, as an index of such annotations has it. */
export const IS_PENDING = `substr(extra, 1, ${PENDING.length}) = '${PENDING}'`

const OUTSIDE = '"outside":true}'

/** The condition of `isVisible` for a stored row: the JSON of an annotation that is outside ends with that field. */
export const isVisibleRow = ({ extra }: Pick<AnnotationRow, 'extra'>): boolean => !extra?.endsWith(OUTSIDE)

/** The same in SQL, of a column `extra`. */
export const IS_VISIBLE = `(extra is null or substr(extra, length(extra) - ${OUTSIDE.length - 1}) <> '${OUTSIDE}')`

/** All annotations of an image: its objects, and those of tracks that have left it. */
export const storedCount = ({
  annotation_count,
  outside_count,
}: Pick<ImageRow, 'annotation_count' | 'outside_count'>) => annotation_count + outside_count
