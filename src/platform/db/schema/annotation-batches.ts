/** Batches of auto-annotation, with the images of each. */
import type { SchemaModule } from 'kysely'
import type { BatchJob } from '../../../shared/api/auto-annotate.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

/** Has the id of its job. */
export interface AnnotationBatchRow {
  id: string
  organization_id: string
  dataset_id: string
  /** Null for SAM 3. */
  model_id: string | null
  /** `BatchSettings`. */
  settings: Json
  status: BatchJob['status']
  total_images: number
  processed_images: number
  failed_images: number
  annotations_added: number
  /** From 1; each retry is charged by itself. */
  attempt: number
  /** The passes over images that this attempt has processed. */
  passes_done: number
  /** Micro-USD, of all images. */
  estimated_credits: number
  /** `Said` of the first image that failed in this attempt. */
  first_failure: Json | null
  /** `Said` of a batch that failed. */
  error: Json | null
  created_at: Time
  completed_at: Time | null
}

async function createAnnotationBatches(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('annotation_batches')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('dataset_id', 'text', required)
    .addColumn('model_id', 'text')
    .addColumn('settings', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('total_images', 'integer', required)
    .addColumn('processed_images', 'integer', required)
    .addColumn('failed_images', 'integer', required)
    .addColumn('annotations_added', 'integer', required)
    .addColumn('attempt', 'integer', required)
    .addColumn('passes_done', 'bigint', required)
    .addColumn('estimated_credits', 'bigint', required)
    .addColumn('first_failure', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('completed_at', 'text')
    .execute()
  await schema
    .createIndex('annotation_batches_of_organization')
    .on('annotation_batches')
    .columns(['organization_id', 'id'])
    .execute()
}

export interface AnnotationBatchImageRow {
  batch_id: string
  /** Images are processed in this order. */
  position: number
  image_id: string
  /** Runs of the model that it takes. */
  passes: number
  state: 'waiting' | 'done' | 'failed'
}

async function createAnnotationBatchImages(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('annotation_batch_images')
    .addColumn('batch_id', 'text', partOf('annotation_batches.id'))
    .addColumn('position', 'integer', required)
    .addColumn('image_id', 'text', required)
    .addColumn('passes', 'integer', required)
    .addColumn('state', 'text', required)
    .addPrimaryKeyConstraint('annotation_batch_images_key', ['batch_id', 'position'])
    .execute()
}

export interface AnnotationBatchTables {
  annotation_batches: AnnotationBatchRow
  annotation_batch_images: AnnotationBatchImageRow
}

export const annotationBatchTables: TableGroup = [createAnnotationBatches, createAnnotationBatchImages]
