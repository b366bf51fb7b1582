/** The one place between neutral labels and stored annotations: a field that annotations gain is added to `FIELDS`. */
import type { NewAnnotation } from '../../../shared/api/annotations.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'
import type { NeutralAnnotation, NeutralFields, NeutralShape } from './neutral.ts'

export type FieldName = keyof NeutralFields

const FIELDS: readonly FieldName[] = ['review', 'track_id', 'occluded', 'outside', 'keyframe', 'z', 'attributes']

export function toStored({ name, confidence, shape, fields = {} }: NeutralAnnotation, id: string): NewAnnotation {
  const kept = Object.fromEntries(FIELDS.map((name) => [name, fields[name]]))
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
    Object.entries(annotation).filter(([name, value]) => FIELDS.includes(name as FieldName) && value != null),
  )
