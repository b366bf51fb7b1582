/** Rows of imports: labels that were read from an archive, and what has been written of them. */
import type { ImportFormat, ImportMode, ImportStatus } from '../../../shared/api/imports.ts'

type Json = string
type Time = string

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
  /** Of the present step, or the last one. */
  job_id: string
  /** The token of that job's last claim: only its holder writes. */
  attempt: number
  /** `ImportPlan`; null until the archive is read. */
  plan: Json | null
  /** The first pixel of boxes; null until it is confirmed, and for formats that count from 0. */
  box_base: number | null
  images_added: number
  images_changed: number
  /** Files that are no images. */
  images_failed: number
  annotations_written: number
  /** In the writing, beside those of the plan. */
  annotations_dropped: number
  /** `Said` */
  error: Json | null
  created_at: Time
  confirmed_at: Time | null
  completed_at: Time | null
  /** Hidden since, while its images are removed. */
  deleted_at: Time | null
}

export interface ImportImageRow {
  import_id: string
  /** From 0, in the order in which labels name them. */
  position: number
  /** Of the image in the archive, or as labels give it. */
  path: string
  /** Name of its file in the archive; null for an image that the data set has. */
  file: string | null
  unit: 'pixels' | 'relative'
  /** The image of the data set; null until the file is imported. */
  image_id: string | null
  state: 'staged' | 'done' | 'failed' | 'undone'
  /** 1 when the import made the image. */
  is_new: 0 | 1
  /** Ids of the annotations that the import wrote. */
  made: Json | null
  /** Annotations that it replaced, as rows with their names and types. */
  previous: Json | null
}

/** Labels of an image: those of an image that a file names often are in several parts. */
export interface ImportLabelsRow {
  import_id: string
  position: number
  part: number
  /** `NeutralAnnotation[]` */
  annotations: Json
}

export interface ImportTables {
  dataset_imports: DatasetImportRow
  import_images: ImportImageRow
  import_labels: ImportLabelsRow
}
