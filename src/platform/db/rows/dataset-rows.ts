/** Rows of data sets: their directories, images, annotations, and the extractions of frames into them. */
import type { ImageSplit, ImageStatus } from '../../../shared/api/datasets.ts'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'

type Json = string
type Time = string
/** Null for work of the platform itself, and of keys that belong to no user. */
type UserId = string

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

/** A number of images that is updated in the transaction of each change. */
export interface DatasetCounterRow {
  dataset_id: string
  kind: 'state' | 'directory' | 'size' | 'density' | 'label' | 'archived_label'
  /** The property that these images share; its form depends on the kind. */
  key: string
  images: number
  /** Bytes of these images; annotations of a label. */
  amount: number
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
  annotation_count: number
  /** Of its annotations; null unless one of them has a confidence. */
  lowest_confidence: number | null
  /** Objects in which the latest proposals differ from the annotations of the image. */
  disagreement: number
  split: ImageSplit | null
  /** Images of one group are never in different splits, such as the frames of one video; null for an image by itself. */
  group_key: string | null
  /** The number of the newest change of its annotations; 0 before the first. */
  revision: number
}

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

/** Runs whose annotations are imported into data sets once they have completed. */
export interface AnnotationIntakeRow {
  run_id: string
  state: 'waiting' | 'done'
}

export interface VideoExtractionRow {
  id: string
  organization_id: string
  status: 'processing' | 'complete' | 'failed'
  frames_extracted: number
  /** The number of frames that the video declares; 0 until it is known. */
  total_frames: number
  error: string | null
  /** The message that `error` is the English of; null in rows of earlier versions. */
  error_text: Json | null
  directory_path: string
  warning: string | null
  image_ids: Json | null
  created_at: Time
}
