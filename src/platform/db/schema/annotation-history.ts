/** The history of annotations: the changes of each image, the operations that clients sent, and comments. */
import type { SchemaModule } from 'kysely'
import type { RevisionKind } from '../../../shared/api/image-annotations.ts'
import type { AnnotationRow } from './annotations.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

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
  /** Annotations that were deleted, but not those that were rejected. */
  deleted: number
  rejected: number
  /** `Inverse`: how the annotations before are made from those after. */
  inverse: Json
}

async function createImageRevisions(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('image_revisions')
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('revision', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('annotation_count', 'integer', required)
    .addColumn('created', 'integer', required)
    .addColumn('updated', 'integer', required)
    .addColumn('deleted', 'integer', required)
    .addColumn('rejected', 'integer', required)
    .addColumn('inverse', 'text', required)
    .addPrimaryKeyConstraint('image_revisions_key', ['image_id', 'revision'])
    .execute()
}

/** An annotation that was there before a change which replaced all of its image. */
export interface PastAnnotationRow extends AnnotationRow {
  /** That of the change. */
  revision: number
}

async function createPastAnnotations(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('past_annotations')
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('id', 'text', required)
    .addColumn('label_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('confidence', 'double precision')
    .addColumn('geometry', 'text', required)
    .addColumn('extra', 'text')
    .addColumn('revision', 'integer', required)
    .execute()
  await schema
    .createIndex('past_annotations_of_image')
    .on('past_annotations')
    .columns(['image_id', 'revision'])
    .execute()
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

async function createAnnotationOperations(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('annotation_operations')
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('op_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('result', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('annotation_operations_key', ['image_id', 'op_id'])
    .execute()
  await schema
    .createIndex('annotation_operations_order')
    .on('annotation_operations')
    .columns(['image_id', 'position'])
    .execute()
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

async function createAnnotationComments(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('annotation_comments')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('annotation_id', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('resolved', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text')
    .execute()
  await schema.createIndex('annotation_comments_order').on('annotation_comments').columns(['image_id', 'id']).execute()
}

export interface AnnotationHistoryTables {
  image_revisions: ImageRevisionRow
  past_annotations: PastAnnotationRow
  annotation_operations: AnnotationOperationRow
  annotation_comments: AnnotationCommentRow
}

export const annotationHistoryTables: TableGroup = [
  createImageRevisions,
  createPastAnnotations,
  createAnnotationOperations,
  createAnnotationComments,
]
