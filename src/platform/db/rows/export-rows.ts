/** Rows of exports: frozen sets of images of a data set, with their annotations. */
import type { ExportFormat, ExportStatus, Split } from '../../../shared/api/exports.ts'

type Json = string
type Time = string

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
  /** `Said`, or sentences in rows of earlier versions. */
  warnings: Json
  /** `Said` */
  error: Json | null
  created_at: Time
  completed_at: Time | null
  /** Hidden since, while its images are removed. */
  deleted_at: Time | null
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
  /** Those of the classes of the export. */
  annotations: Json
}

/** Exports of chosen images. */
export interface ExportSelectionRow {
  export_id: string
  image_ids: Json
}

export interface ExportTables {
  export_selections: ExportSelectionRow
  dataset_exports: DatasetExportRow
  export_images: ExportImageRow
}
