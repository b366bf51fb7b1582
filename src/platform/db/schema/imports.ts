/** Imports: labels that were read from an archive, and what has been written of them. */
import type { SchemaModule } from 'kysely'
import type { ImageSplit } from '../../../shared/api/datasets.ts'
import type { ImportFormat, ImportMode, ImportStatus, SizeChoice } from '../../../shared/api/imports.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

export interface DatasetImportRow {
  id: string
  organization_id: string
  created_by: string | null
  dataset_id: string
  dataset_name: string
  /** The handle of the archive. */
  gcs_uri: string
  filename: string
  /** Null when it is to be detected. */
  requested_format: ImportFormat | null
  mode: ImportMode
  directory_path: string
  /** `ImportSettings` */
  settings: Json
  status: ImportStatus
  /** The job of the present step, or of the last one. */
  job_id: string
  /** The token of that job's last claim: only its holder writes. */
  attempt: number
  /** `ImportPlan`; null until the archive is read. */
  plan: Json | null
  /** The first pixel of boxes; null until it is confirmed, and for formats that count from 0. */
  box_base: number | null
  /** Null until it is confirmed, and for plans that do not ask. */
  size_choice: SizeChoice | null
  images_added: number
  images_changed: number
  /** Files that are no images. */
  images_failed: number
  annotations_written: number
  /** Annotations that a merge found and left as they were. */
  annotations_unchanged: number
  /** In the writing, beside those of the plan. */
  annotations_dropped: number
  /** `Lacking`: what the data set lacked when the writing began; null before. */
  lacking: Json | null
  /** `DatasetClass[]` that the import added to the class list. */
  made_classes: Json | null
  /** `Said` */
  error: Json | null
  created_at: Time
  confirmed_at: Time | null
  completed_at: Time | null
  /** Hidden since, while its images are removed. */
  deleted_at: Time | null
}

async function createDatasetImports(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('dataset_imports')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('dataset_id', 'text', required)
    .addColumn('dataset_name', 'text', required)
    .addColumn('gcs_uri', 'text', required)
    .addColumn('filename', 'text', required)
    .addColumn('requested_format', 'text')
    .addColumn('mode', 'text', required)
    .addColumn('directory_path', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('job_id', 'text', required)
    .addColumn('attempt', 'integer', required)
    .addColumn('plan', 'text')
    .addColumn('box_base', 'integer')
    .addColumn('size_choice', 'text')
    .addColumn('images_added', 'integer', required)
    .addColumn('images_changed', 'integer', required)
    .addColumn('images_failed', 'integer', required)
    .addColumn('annotations_written', 'bigint', required)
    .addColumn('annotations_unchanged', 'bigint', required)
    .addColumn('annotations_dropped', 'bigint', required)
    .addColumn('lacking', 'text')
    .addColumn('made_classes', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('confirmed_at', 'text')
    .addColumn('completed_at', 'text')
    .addColumn('deleted_at', 'text')
    .execute()
  await schema.createIndex('dataset_imports_order').on('dataset_imports').columns(['organization_id', 'id']).execute()
}

export interface ImportImageRow {
  import_id: string
  /** From 0, in the order in which labels name them. */
  position: number
  /** The place of the image in the archive, or as labels give it. */
  path: string
  /** Name of its file in the archive; null for an image that the data set has. */
  file: string | null
  unit: 'pixels' | 'relative'
  /** `DeclaredSize`; null when the labels declare the size of the image, or none. */
  declared: Json | null
  /** Null until the plan is complete, and for an image without a declared size. */
  sizing: 'kept' | 'scaled' | 'turned' | 'asked' | null
  /** The split in which the archive has the image. */
  split: ImageSplit | null
  /** The image of the data set; null until the file is imported. */
  image_id: string | null
  state: 'staged' | 'done' | 'failed' | 'undone'
  /** 1 when the import made the image. */
  is_new: 0 | 1
  /** That of the image after the import changed its annotations; 0 before, and without a change. */
  revision: number
  /** `Made[]`: the annotations that the import wrote; null without any. */
  made: Json | null
  /** 1 when the import gave the image its split. */
  split_set: 0 | 1
  /** `KnownRow[]`: annotations as they were before the import changed or removed them; null without any. */
  previous: Json | null
}

async function createImportImages(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('import_images')
    .addColumn('import_id', 'text', partOf('dataset_imports.id'))
    .addColumn('position', 'integer', required)
    .addColumn('path', 'text', required)
    .addColumn('file', 'text')
    .addColumn('unit', 'text', required)
    .addColumn('declared', 'text')
    .addColumn('sizing', 'text')
    .addColumn('split', 'text')
    .addColumn('image_id', 'text')
    .addColumn('state', 'text', required)
    .addColumn('is_new', 'integer', required)
    .addColumn('split_set', 'integer', required)
    .addColumn('revision', 'integer', required)
    .addColumn('made', 'text')
    .addColumn('previous', 'text')
    .addPrimaryKeyConstraint('import_images_key', ['import_id', 'position'])
    .execute()
  // An undo looks for other imports that changed the same images.
  await schema.createIndex('import_images_of_image').on('import_images').column('image_id').execute()
}

/** Labels of an image: those of an image that a file names often are in several parts. */
export interface ImportLabelsRow {
  import_id: string
  position: number
  part: number
  /** `NeutralAnnotation[]` */
  annotations: Json
}

async function createImportLabels(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('import_labels')
    .addColumn('import_id', 'text', partOf('dataset_imports.id'))
    .addColumn('position', 'integer', required)
    .addColumn('part', 'integer', required)
    .addColumn('annotations', 'text', required)
    .addPrimaryKeyConstraint('import_labels_key', ['import_id', 'position', 'part'])
    .execute()
}

export interface ImportTables {
  dataset_imports: DatasetImportRow
  import_images: ImportImageRow
  import_labels: ImportLabelsRow
}

export const importTables: TableGroup = [createDatasetImports, createImportImages, createImportLabels]
