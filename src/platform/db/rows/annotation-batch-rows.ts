/** Rows of batches of auto-annotation. */
import type { BatchJob } from '../../../shared/api/auto-annotate.ts'

type Json = string
type Time = string

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
  /** Of the images that this attempt has processed. */
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

export interface AnnotationBatchImageRow {
  batch_id: string
  /** Images are processed in this order. */
  position: number
  image_id: string
  /** Runs of the model that it takes. */
  passes: number
  state: 'waiting' | 'done' | 'failed'
}
