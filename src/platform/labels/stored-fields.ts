/**
 * The one place between neutral labels and stored annotations. A field that annotations gain is added to `STORED_FIELDS`, and
 * is then imported, exported, and no longer listed as lost.
 */
import type { NewAnnotation } from '../../shared/api/annotations.ts'
import type { Annotation } from '../../shared/domain/annotation.ts'
import type { NeutralAnnotation, NeutralFields, NeutralShape } from './neutral.ts'

export type FieldName = keyof NeutralFields

const FIELDS: readonly FieldName[] = ['review', 'track_id', 'occluded', 'outside', 'keyframe', 'z', 'attributes']

/** Fields that annotations have a place for. */
export const STORED_FIELDS: ReadonlySet<FieldName> = new Set<FieldName>(FIELDS)

/** Names of the fields that are lost when the annotation is stored. */
export const unstoredFields = ({ fields = {} }: Pick<NeutralAnnotation, 'fields'>): FieldName[] =>
  FIELDS.filter((name) => isMeaningful(fields[name]) && !STORED_FIELDS.has(name))

/** `false`, 0 and an empty list of attributes are the usual state, which needs no place. */
function isMeaningful(value: NeutralFields[FieldName]): boolean {
  if (typeof value === 'object') return Object.keys(value).length > 0
  return value !== undefined && value !== false && value !== 0
}

export function toStored({ name, confidence, shape, fields = {} }: NeutralAnnotation, id: string): NewAnnotation {
  const kept = Object.fromEntries(FIELDS.filter((field) => STORED_FIELDS.has(field)).map((f) => [f, fields[f]]))
  return { id, name, confidence, ...kept, ...geometryOf(shape) }
}

function geometryOf(
  shape: NeutralShape,
): Pick<NewAnnotation, 'type' | 'bounding_box' | 'polygon' | 'polyline' | 'keypoint'> {
  const { type } = shape
  if (type === 'bbox') return { type, bounding_box: shape.box }
  if (type === 'polygon') return { type, polygon: { paths: shape.rings.map((ring) => [...ring]) } }
  if (type === 'polyline') return { type, polyline: { points: [...shape.points] } }
  return { type, keypoint: shape.point }
}

/** The fields of an annotation that formats with a place for them can be given. */
export const fieldsOf = (annotation: Annotation): NeutralFields =>
  Object.fromEntries(
    Object.entries(annotation).filter(([name, value]) => STORED_FIELDS.has(name as FieldName) && value != null),
  )
