/** Rows of the history of annotations: the changes of each image, and the operations that clients sent. */
import type { RevisionKind } from '../../../shared/api/image-annotations.ts'
import type { AnnotationRow } from './dataset-rows.ts'

type Json = string
type Time = string

/** A change of the annotations of an image. */
export interface ImageRevisionRow {
  image_id: string
  /** From 1 in each image. */
  revision: number
  kind: RevisionKind
  /** Null for work of the platform itself, and of keys that belong to no user. */
  created_by: string | null
  created_at: Time
  /** After the change. */
  annotation_count: number
  created: number
  updated: number
  /** Without those that were rejected. */
  deleted: number
  rejected: number
  /** `Inverse`: how the annotations before are made from those after. */
  inverse: Json
}

/** An annotation that was there before a change which replaced all of its image. */
export interface PastAnnotationRow extends AnnotationRow {
  /** That of the change. */
  revision: number
}

/** An operation that was carried out, so that its repetition is not. */
export interface AnnotationOperationRow {
  image_id: string
  op_id: string
  /** In the order in which they arrived. */
  position: number
  /** `OperationResult` */
  result: Json
  created_at: Time
}

export interface AnnotationCommentRow {
  id: string
  organization_id: string
  image_id: string
  /** Kept when the annotation is deleted. */
  annotation_id: string
  user_id: string
  body: string
  resolved: 0 | 1
  created_at: Time
  updated_at: Time | null
}

export interface RevisionTables {
  image_revisions: ImageRevisionRow
  past_annotations: PastAnnotationRow
  annotation_operations: AnnotationOperationRow
  annotation_comments: AnnotationCommentRow
}
