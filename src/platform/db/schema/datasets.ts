/** Data sets: their figures, directories and images. */
import { type SchemaModule, sql } from 'kysely'
import type { ImageSplit, ImageStatus } from '../../../shared/api/datasets.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time, type UserId } from './columns.ts'

export interface DatasetRow {
  id: string
  organization_id: string
  created_by: UserId | null
  name: string
  description: string | null
  readme: string | null
  annotation_types: Json
  classes: Json
  is_public: 0 | 1
  is_archived: 0 | 1
  archived_at: Time | null
  storage_class: string
  created_at: Time
  updated_at: Time | null
  /** Hidden since, while its images are removed. */
  deleted_at: Time | null
  /** 0 when its counters are to be counted again at the next start. */
  is_counted: 0 | 1
}

async function createDatasets(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('datasets')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('readme', 'text')
    .addColumn('annotation_types', 'text', required)
    .addColumn('classes', 'text', required)
    .addColumn('is_public', 'integer', required)
    .addColumn('is_archived', 'integer', required)
    .addColumn('archived_at', 'text')
    .addColumn('storage_class', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text')
    .addColumn('deleted_at', 'text')
    .addColumn('is_counted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // The name of a deleted one is free, while its images are removed.
  await schema
    .createIndex('datasets_name')
    .unique()
    .on('datasets')
    .columns(['organization_id', 'name'])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await schema.createIndex('datasets_order').on('datasets').columns(['organization_id', 'is_archived', 'id']).execute()
}

/** A number of images that is updated in the transaction of each change. */
export interface DatasetCounterRow {
  dataset_id: string
  kind: 'state' | 'directory' | 'size' | 'density' | 'label' | 'archived_label' | 'outside'
  /** The property that these images share; its form depends on the kind. */
  key: string
  images: number
  /** Bytes of these images; annotations of a label. Under `outside`, images without an object of it, and the rest of `label`. */
  amount: number
}

async function createDatasetCounters(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('dataset_counters')
    .addColumn('dataset_id', 'text', partOf('datasets.id'))
    .addColumn('kind', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('images', 'bigint', required)
    .addColumn('amount', 'bigint', required)
    .addPrimaryKeyConstraint('dataset_counters_key', ['dataset_id', 'kind', 'key'])
    .execute()
}

export interface DirectoryRow {
  id: string
  organization_id: string
  dataset_id: string
  name: string
  parent_directory_id: string | null
  /** Path from the root, such as /train/cars. The root itself has no row. */
  full_path: string
  created_by: UserId | null
  created_at: Time
  updated_at: Time | null
}

async function createDirectories(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('directories')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', required)
    .addColumn('dataset_id', 'text', partOf('datasets.id'))
    .addColumn('name', 'text', required)
    .addColumn('parent_directory_id', 'text')
    .addColumn('full_path', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text')
    .addUniqueConstraint('directories_path', ['dataset_id', 'full_path'])
    .execute()
}

export interface ImageRow {
  id: string
  organization_id: string
  created_by: UserId | null
  dataset_id: string
  filename: string
  /** Displayed instead of the file name; addresses keep the file name. */
  display_name: string | null
  /** `/`, or the path of a directory. */
  directory_path: string
  status: ImageStatus
  is_archived: 0 | 1
  width: number
  height: number
  content_type: string
  size_bytes: number
  /** Hex SHA-256 of the image file in the blob store. */
  sha256: string
  created_at: Time
  updated_at: Time | null
  /** Number of annotations that can be seen in the image. */
  annotation_count: number
  /** Number of annotations of tracks whose objects have left the image. */
  outside_count: number
  /** The lowest one of its objects; null unless one of them has a confidence. */
  lowest_confidence: number | null
  /** Objects in which the latest proposals differ from the annotations of the image. */
  disagreement: number
  split: ImageSplit | null
  /** Images of one group are never in different splits, such as the frames of one video; null for an image by itself. */
  group_key: string | null
  /** The number of the newest change of its annotations; 0 before the first. */
  revision: number
}

async function createImages(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('images')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', required)
    .addColumn('created_by', 'text')
    .addColumn('dataset_id', 'text', partOf('datasets.id'))
    .addColumn('filename', 'text', required)
    .addColumn('display_name', 'text')
    .addColumn('directory_path', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('is_archived', 'integer', required)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('content_type', 'text', required)
    .addColumn('size_bytes', 'bigint', required)
    .addColumn('sha256', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text')
    .addColumn('annotation_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('outside_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lowest_confidence', 'double precision')
    .addColumn('disagreement', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('split', 'text')
    .addColumn('group_key', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('images_filename', ['dataset_id', 'directory_path', 'filename'])
    .execute()
  await schema.createIndex('images_sha256').on('images').column('sha256').execute()
  // The orders of lists end with the id, so that the list of all ids is read from an index alone.
  await schema
    .createIndex('images_by_path')
    .on('images')
    .columns(['dataset_id', 'is_archived', 'directory_path', 'filename', 'id'])
    .execute()
  await schema
    .createIndex('images_by_annotations')
    .on('images')
    .columns(['dataset_id', 'is_archived', 'annotation_count', 'id'])
    .execute()
  await schema.createIndex('images_by_status').on('images').columns(['dataset_id', 'is_archived', 'status']).execute()
  await schema.createIndex('images_by_split').on('images').columns(['dataset_id', 'is_archived', 'split']).execute()
  // Partial, so that no query of other columns is planned with it.
  await schema
    .createIndex('images_by_confidence')
    .on('images')
    .columns(['dataset_id', 'is_archived', 'lowest_confidence', 'id'])
    .where('lowest_confidence', 'is not', null)
    .execute()
  await schema
    .createIndex('images_by_disagreement')
    .on('images')
    .columns(['dataset_id', 'is_archived', 'disagreement', 'id'])
    .execute()
  // Includes the names that a search compares.
  await schema
    .createIndex('images_by_time')
    .on('images')
    .columns(['dataset_id', 'is_archived', 'created_at', 'id', 'filename'])
    .execute()
}

export interface DatasetTables {
  datasets: DatasetRow
  dataset_counters: DatasetCounterRow
  directories: DirectoryRow
  images: ImageRow
}

export const datasetTables: TableGroup = [createDatasets, createDatasetCounters, createDirectories, createImages]
