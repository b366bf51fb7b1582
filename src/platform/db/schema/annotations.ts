/** Annotations of images with their labels. */
import { type SchemaModule, sql } from 'kysely'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

/**
 * The name and type that annotations of a data set share, so that a class is renamed in one row. Several labels have the same
 * name and type after their classes were merged.
 */
export interface LabelRow {
  id: string
  dataset_id: string
  name: string
  type: AnnotationType
  /** Hidden since, while its annotations are removed. */
  removed_at: Time | null
}

async function createLabels(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('labels')
    .addColumn('id', 'text', primary)
    .addColumn('dataset_id', 'text', partOf('datasets.id'))
    .addColumn('name', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('removed_at', 'text')
    .execute()
  await schema.createIndex('labels_name').on('labels').columns(['dataset_id', 'name']).execute()
}

export interface AnnotationRow {
  image_id: string
  /** Unique within its image. */
  id: string
  label_id: string
  /** Position in the order in which annotations were saved, from 0. */
  position: number
  confidence: number | null
  /** The fields of the geometry. */
  geometry: Json
  /** The fields that few annotations have, such as their review; null without any. */
  extra: Json | null
}

async function createAnnotations(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('annotations')
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('id', 'text', required)
    .addColumn('label_id', 'text', (c) => c.notNull().references('labels.id'))
    .addColumn('position', 'integer', required)
    .addColumn('confidence', 'double precision')
    .addColumn('geometry', 'text', required)
    .addColumn('extra', 'text')
    .addPrimaryKeyConstraint('annotations_of_image', ['image_id', 'id'])
    .execute()
  await schema.createIndex('annotations_label').on('annotations').columns(['label_id', 'image_id']).execute()
  // An id that is new in an image may be that of an annotation of another one.
  await schema.createIndex('annotations_id').on('annotations').column('id').execute()
  // Partial, so that annotations that are no proposals are stored as fast as without it. An index serves only queries whose
  // condition has the same text.
  await schema
    .createIndex('annotations_pending')
    .on('annotations')
    .column('image_id')
    .where(sql<boolean>`substr(extra, 1, 19) = '{"review":"pending"'`)
    .execute()
}

export interface AnnotationTables {
  labels: LabelRow
  annotations: AnnotationRow
}

export const annotationTables: TableGroup = [createLabels, createAnnotations]
