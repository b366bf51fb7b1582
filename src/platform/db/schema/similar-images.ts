/** Scans for near-duplicates, and the vectors that an installed model has made of images. */
import type { SchemaModule } from 'kysely'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

export interface NearDuplicateScanRow {
  /** Also that of its job. */
  id: string
  organization_id: string
  dataset_id: string
  /** Least cosine similarity. */
  threshold: number
  status: 'pending' | 'completed' | 'failed' | 'cancelled'
  scanned_images: number
  group_count: number
  /** Images of all groups, less one of each. */
  duplicate_count: number
  error: string | null
  error_text: Json | null
  created_at: Time
  completed_at: Time | null
}

async function createNearDuplicateScans(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('near_duplicate_scans')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('dataset_id', 'text', partOf('datasets.id'))
    .addColumn('threshold', 'double precision', required)
    .addColumn('status', 'text', required)
    .addColumn('scanned_images', 'integer', required)
    .addColumn('group_count', 'integer', required)
    .addColumn('duplicate_count', 'integer', required)
    .addColumn('error', 'text')
    .addColumn('error_text', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('completed_at', 'text')
    .execute()
  await schema
    .createIndex('near_duplicate_scans_dataset')
    .on('near_duplicate_scans')
    .columns(['dataset_id', 'id'])
    .execute()
}

/** An image of a group. */
export interface NearDuplicateRow {
  scan_id: string
  /** From 0, the largest group first. */
  group_number: number
  image_id: string
  /** To the most similar image of its group. */
  similarity: number
}

async function createNearDuplicates(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('near_duplicates')
    .addColumn('scan_id', 'text', partOf('near_duplicate_scans.id'))
    .addColumn('group_number', 'integer', required)
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('similarity', 'double precision', required)
    .addPrimaryKeyConstraint('near_duplicates_key', ['scan_id', 'group_number', 'image_id'])
    .execute()
  await schema.createIndex('near_duplicates_image').on('near_duplicates').column('image_id').execute()
}

export interface ImageEmbeddingRow {
  image_id: string
  dataset_id: string
  /** The hash of the model's files. */
  model: string
  /** The first 16 digits of the SHA-256 of the image: its key in the index. */
  content_key: string
  /** Base64 of its bytes; null when the image could not be read. */
  vector: string | null
  /** Rises in the order in which images of the data set were completed. */
  made_id: string
}

async function createImageEmbeddings(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('image_embeddings')
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('dataset_id', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('content_key', 'text', required)
    .addColumn('vector', 'text')
    .addColumn('made_id', 'text', required)
    .addPrimaryKeyConstraint('image_embeddings_key', ['image_id', 'model'])
    .execute()
  await schema
    .createIndex('image_embeddings_made')
    .on('image_embeddings')
    .columns(['dataset_id', 'model', 'made_id'])
    .execute()
  await schema
    .createIndex('image_embeddings_content')
    .on('image_embeddings')
    .columns(['dataset_id', 'model', 'content_key'])
    .execute()
}

/** One row for each data set with a job that waits or runs. */
export interface EmbeddingJobRow {
  dataset_id: string
  job_id: string
}

async function createEmbeddingJobs(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('embedding_jobs')
    .addColumn('dataset_id', 'text', (c) => c.primaryKey().references('datasets.id').onDelete('cascade'))
    .addColumn('job_id', 'text', required)
    .execute()
}

export interface SimilarImageTables {
  near_duplicate_scans: NearDuplicateScanRow
  near_duplicates: NearDuplicateRow
  image_embeddings: ImageEmbeddingRow
  embedding_jobs: EmbeddingJobRow
}

export const similarImageTables: TableGroup = [
  createNearDuplicateScans,
  createNearDuplicates,
  createImageEmbeddings,
  createEmbeddingJobs,
]
