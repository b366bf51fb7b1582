/** What is derived from images: once for the same bytes, with a row for each image and each of its tags. */
import type { SchemaModule } from 'kysely'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

/** What was derived from the bytes of a hash, or why nothing could be. */
export interface ImageContentRow {
  /** Hex SHA-256 of the image file. */
  sha256: string
  /** Name and version of the descriptor. */
  model: string
  /** Base64 of its bytes; null when the image could not be read. */
  descriptor: string | null
  /** 16 hexadecimal digits. */
  phash: string | null
  /** `AutoTags` */
  tags: Json | null
  /** `Said`; null when the image could be read. */
  failure: Json | null
  made_at: Time
}

async function createImageContents(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('image_contents')
    .addColumn('sha256', 'text', primary)
    .addColumn('model', 'text', required)
    .addColumn('descriptor', 'text')
    .addColumn('phash', 'text')
    .addColumn('tags', 'text')
    .addColumn('failure', 'text')
    .addColumn('made_at', 'text', required)
    .execute()
}

/** One row for each image, inserted with it. */
export interface ImageDerivationRow {
  image_id: string
  organization_id: string
  dataset_id: string
  /** The first 16 digits of the SHA-256: its key in the index of descriptors. */
  content_key: string
  state: 'pending' | 'made' | 'failed'
  /** Rises in the order in which images of the data set were completed; null while pending. */
  made_id: string | null
}

async function createImageDerivations(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('image_derivations')
    .addColumn('image_id', 'text', (c) => c.primaryKey().references('images.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', required)
    .addColumn('dataset_id', 'text', required)
    .addColumn('content_key', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('made_id', 'text')
    .execute()
  await schema
    .createIndex('image_derivations_state')
    .on('image_derivations')
    .columns(['dataset_id', 'state', 'made_id', 'image_id'])
    .execute()
  await schema
    .createIndex('image_derivations_content')
    .on('image_derivations')
    .columns(['dataset_id', 'content_key'])
    .execute()
}

export interface ImageTagRow {
  image_id: string
  /** Category and name, such as `attributes:dark`. */
  tag: string
  /** `measured` from the pixels, chosen by the installed search model, or found by a detector. */
  source: 'measured' | 'model' | 'detector'
  organization_id: string
  dataset_id: string
}

async function createImageTags(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('image_tags')
    .addColumn('image_id', 'text', partOf('images.id'))
    .addColumn('tag', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('organization_id', 'text', required)
    .addColumn('dataset_id', 'text', required)
    .addPrimaryKeyConstraint('image_tags_key', ['image_id', 'tag'])
    .execute()
  await schema
    .createIndex('image_tags_organization')
    .on('image_tags')
    .columns(['organization_id', 'tag', 'image_id'])
    .execute()
  await schema.createIndex('image_tags_dataset').on('image_tags').columns(['dataset_id', 'tag', 'image_id']).execute()
}

/** The job that derives images of the data set: it is queued again when more arrive. */
export interface DerivationJobRow {
  dataset_id: string
  job_id: string
  /** 1 while it waits or runs. */
  is_live: 0 | 1
}

async function createDerivationJobs(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('derivation_jobs')
    .addColumn('dataset_id', 'text', (c) => c.primaryKey().references('datasets.id').onDelete('cascade'))
    .addColumn('job_id', 'text', required)
    .addColumn('is_live', 'integer', required)
    .execute()
}

export interface ImageContentTables {
  image_contents: ImageContentRow
  image_derivations: ImageDerivationRow
  image_tags: ImageTagRow
  derivation_jobs: DerivationJobRow
}

export const imageContentTables: TableGroup = [
  createImageContents,
  createImageDerivations,
  createImageTags,
  createDerivationJobs,
]
