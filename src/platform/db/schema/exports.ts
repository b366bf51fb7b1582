/** Exports: frozen sets of images of a data set, with their annotations. */
import type { SchemaModule } from 'kysely'
import type { ExportFormat, ExportStatus, Split } from '../../../shared/api/exports.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

export interface DatasetExportRow {
  id: string
  organization_id: string
  created_by: string | null
  /** Kept when the data set is deleted, as its name at that time. */
  dataset_id: string
  dataset_name: string
  name: string
  format: ExportFormat
  status: ExportStatus
  directory_path: string | null
  /** Names; null for all classes of the data set. */
  only_classes: Json | null
  /** 1 when annotations that wait for a review are exported too. */
  include_pending: 0 | 1
  /** Shares, or the word `image_splits`; null for none. */
  split: Json | null
  seed: number
  /** The token of the job's last claim: only its holder writes. */
  attempt: number
  /** Null until all its images are frozen. */
  frozen_at: Time | null
  /** Names, in the order of the data set's class list. */
  classes: Json
  /** The types that occur. */
  annotation_types: Json
  image_count: number
  annotation_count: number
  split_counts: Json | null
  /** Hex SHA-256 of the archive in the blob store. */
  archive_sha256: string | null
  size_bytes: number | null
  /** `Said[]` */
  warnings: Json
  /** `Said` */
  error: Json | null
  created_at: Time
  completed_at: Time | null
  /** Hidden since, while its images are removed. */
  deleted_at: Time | null
}

async function createDatasetExports(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('dataset_exports')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('dataset_id', 'text', required)
    .addColumn('dataset_name', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('format', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('directory_path', 'text')
    .addColumn('only_classes', 'text')
    .addColumn('include_pending', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('split', 'text')
    .addColumn('seed', 'bigint', required)
    .addColumn('attempt', 'integer', required)
    .addColumn('frozen_at', 'text')
    .addColumn('classes', 'text', required)
    .addColumn('annotation_types', 'text', required)
    .addColumn('image_count', 'integer', required)
    .addColumn('annotation_count', 'bigint', required)
    .addColumn('split_counts', 'text')
    .addColumn('archive_sha256', 'text')
    .addColumn('size_bytes', 'bigint')
    .addColumn('warnings', 'text', required)
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('completed_at', 'text')
    .addColumn('deleted_at', 'text')
    .execute()
  await schema.createIndex('dataset_exports_order').on('dataset_exports').columns(['organization_id', 'id']).execute()
  await schema.createIndex('dataset_exports_archive').on('dataset_exports').column('archive_sha256').execute()
}

export interface ExportImageRow {
  export_id: string
  /** From 0, in the order of the paths. */
  position: number
  image_id: string
  filename: string
  directory_path: string
  /** Path of its file in the archive, below the folder of its images: safe and unique, also without its ending. */
  archive_path: string
  sha256: string
  content_type: string
  size_bytes: number
  width: number
  height: number
  split: Split | null
  /** The annotations whose classes the export has. */
  annotations: Json
  /** Ids of those among them that wait for a review and are left out; null when none are. */
  pending: Json | null
}

async function createExportImages(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('export_images')
    .addColumn('export_id', 'text', partOf('dataset_exports.id'))
    .addColumn('position', 'integer', required)
    .addColumn('image_id', 'text', required)
    .addColumn('filename', 'text', required)
    .addColumn('directory_path', 'text', required)
    .addColumn('archive_path', 'text', required)
    .addColumn('sha256', 'text', required)
    .addColumn('content_type', 'text', required)
    .addColumn('size_bytes', 'bigint', required)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('split', 'text')
    .addColumn('annotations', 'text', required)
    .addColumn('pending', 'text')
    .addPrimaryKeyConstraint('export_images_key', ['export_id', 'position'])
    .execute()
  await schema.createIndex('export_images_sha256').on('export_images').column('sha256').execute()
}

/** Exports of chosen images. */
export interface ExportSelectionRow {
  export_id: string
  image_ids: Json
}

async function createExportSelections(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('export_selections')
    .addColumn('export_id', 'text', (c) => c.primaryKey().references('dataset_exports.id').onDelete('cascade'))
    .addColumn('image_ids', 'text', required)
    .execute()
}

export interface ExportTables {
  dataset_exports: DatasetExportRow
  export_images: ExportImageRow
  export_selections: ExportSelectionRow
}

export const exportTables: TableGroup = [createDatasetExports, createExportImages, createExportSelections]
