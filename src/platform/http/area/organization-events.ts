/** The events of an organization: changes that webhooks, notifications and live streams report, and their outbox. */
import type { Transaction } from 'kysely'
import type { Artifact, RunError, WorkflowRun } from '../../../shared/domain/run.ts'
import type { Said } from '../../../shared/messages/message.ts'
import type { Tables } from '../../db/tables.ts'

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
  /** The filename of the image. */
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

type Tx = Transaction<Tables>

export interface EventConsumer {
  /** Unique, and never changed: its positions are stored under it. */
  readonly name: string
  /** Stores the effect of the events. Only database calls of the transaction. */
  handle(tx: Tx, organizationId: string, events: readonly OrganizationEvent[]): Promise<void>
  /** Called after a commit. */
  handled?(): void
}

export interface Events {
  /**
   * Stores events in the transaction of their change. Must be its last statement: the counter of the organization is
   * locked until the commit, so that positions are in the order of the commits.
   */
  append(tx: Tx, organizationId: string, events: readonly NewEvent[]): Promise<void>
  /** Must be called after the commit; otherwise the events are handled with the next ones, or a second later. */
  wake(): void
  addConsumer(consumer: EventConsumer): void
  /**
   * Events after a position; `null` is that of the newest event. Waits up to `waitMs` for the first one, unless the signal
   * aborts or the platform closes.
   */
  read(organizationId: string, after: number | null, wait: EventWait): Promise<EventPage>
  /** Handles all stored events; resolves when there are no more. */
  handleAll(): Promise<void>
  /** Removes old events. */
  prune(): Promise<void>
  /** From here on, events are handled in the background. */
  open(): void
  close(): Promise<void>
}

export interface EventWait {
  limit: number
  waitMs: number
  signal: AbortSignal
}

export interface EventPage {
  events: OrganizationEvent[]
  /** That of the last of them, or else that after which they were read. */
  position: number
}
