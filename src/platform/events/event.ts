/** The events of an organization: changes that webhooks, notifications and live streams report. */
import type { Artifact, RunError, WorkflowRun } from '../../shared/domain/run.ts'
import type { Said } from '../../shared/messages/said.ts'

export interface RunEnded {
  run_id: string
  workflow_id: string | null
  workflow_name: string
  status: 'completed' | 'error'
  counts: WorkflowRun['counts']
  error: RunError | null
  artifacts: readonly Artifact[]
}

export interface ExtractionEnded {
  job_id: string
  directory_path: string
  /** Null when it failed. */
  images: number | null
  error: Said | null
}

export interface DeploymentEnded {
  deployment_id: string
  deployment_name: string
  reason: Said
}

export interface ExportEnded {
  export_id: string
  name: string
  dataset_id: string
  images: number
  /** Null when it is ready. */
  error: Said | null
}

export interface EvaluationEnded {
  evaluation_id: string
  model_id: string
  model_name: string
  evaluated_images: number
  failed_images: number
  /** Null when it completed. */
  error: Said | null
}

export interface AnnotationBatchEnded {
  job_id: string
  dataset_id: string
  /** Null when the data set was deleted. */
  dataset_name: string | null
  processed_images: number
  failed_images: number
  total_annotations_added: number
  error: Said | null
}

export interface StorageImportEnded {
  import_id: string
  connection_id: string
  connection_name: string
  dataset_id: string
  imported: number
  skipped: number
  failed: number
  /** Null when it completed. */
  error: Said | null
}

export interface Mentioned {
  comment_id: string
  image_id: string
  dataset_id: string
  annotation_id: string
  /** Of the image. */
  filename: string
  /** Name of the person who wrote the comment. */
  author: string
  /** The start of the comment. */
  body: string
  /** The people who are notified. */
  user_ids: readonly string[]
}

export interface TaskAssigned {
  task_id: string
  title: string
  dataset_id: string
  images: number
  /** The people who are notified. */
  user_ids: readonly string[]
}

export interface EventPayloads {
  'workflow_run.completed': RunEnded
  'workflow_run.failed': RunEnded
  'video_extraction.complete': ExtractionEnded
  'video_extraction.failed': ExtractionEnded
  'dataset_export.completed': ExportEnded
  'dataset_export.failed': ExportEnded
  'model_evaluation.completed': EvaluationEnded
  'model_evaluation.failed': EvaluationEnded
  'deployment.failed': DeploymentEnded
  /** Paused by the platform. */
  'deployment.paused': DeploymentEnded
  'annotation_batch.completed': AnnotationBatchEnded
  'annotation_batch.failed': AnnotationBatchEnded
  'storage_import.completed': StorageImportEnded
  'storage_import.failed': StorageImportEnded
  'annotation_comment.mention': Mentioned
  'task.assigned': TaskAssigned
}
export type EventType = keyof EventPayloads

export type NewEvent = { [T in EventType]: { type: T; payload: EventPayloads[T] } }[EventType]

export type OrganizationEvent = NewEvent & {
  /** The same whenever the event is handled again. */
  id: string
  /** From 1 in each organization, without gaps, in the order of the commits. */
  position: number
  created_at: string
}
