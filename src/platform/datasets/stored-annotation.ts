/** An annotation as it is stored, and as the API returns it. */
import type { Annotation } from '../../shared/domain/annotation.ts'
import { fromJson } from '../db/json.ts'
import type { AnnotationRow, LabelRow } from '../db/rows/dataset-rows.ts'

/** The name and type of annotations. */
export type Label = Pick<LabelRow, 'name' | 'type'>

/** Annotations of one image with their names and types. */
export type LabelledRow = Omit<AnnotationRow, 'image_id' | 'label_id'> & Label

export const annotationOf = ({ id, name, type, confidence, geometry }: LabelledRow): Annotation => ({
  id,
  name,
  type,
  confidence,
  ...fromJson<Partial<Annotation>>(geometry),
})
