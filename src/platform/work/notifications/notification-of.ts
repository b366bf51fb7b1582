/** The notification that an event adds to the feed. */
import type { NotificationType } from '../../../shared/api/notifications.ts'
import { isInterrupted } from '../../../shared/domain/run.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { paramOf, saidOf } from '../../../shared/messages/said.ts'
import type { OrganizationEvent } from '../../http/area/organization-events.ts'

export interface NewNotification {
  type: NotificationType
  title: Message
  message: Message
  metadata: Record<string, unknown>
  /** The people whom it is for; the whole organization when missing. */
  users?: readonly string[]
}

/** Null for an event of another version, which this one does not know. */
export function notificationOf({ type, payload }: OrganizationEvent): NewNotification | null {
  switch (type) {
    case 'workflow_run.completed': {
      const { run_id, workflow_id, workflow_name: workflow } = payload
      return {
        type: 'workflow_run_completed',
        title: message('notification.run_completed'),
        message: message('notification.run_completed_of', { workflow }),
        metadata: { run_id, workflow_id },
      }
    }
    case 'workflow_run.failed': {
      const { run_id, workflow_id, workflow_name: workflow, error } = payload
      const title = isInterrupted(payload) ? 'notification.run_interrupted' : 'notification.run_failed'
      const reason = error ? paramOf(saidOf(error)) : ''
      return {
        type: 'workflow_run_failed',
        title: message(title),
        message: message('notification.run_failed_of', { workflow, reason }),
        metadata: { run_id, workflow_id, error_code: error?.code ?? null },
      }
    }
    case 'video_extraction.complete': {
      const { job_id, directory_path, images } = payload
      return {
        type: 'video_extraction_complete',
        title: message('notification.extraction_complete'),
        message: message('notification.extraction_complete_in', { images: images ?? 0, directory: directory_path }),
        metadata: { job_id, directory_path, images },
      }
    }
    case 'video_extraction.failed': {
      const { job_id, directory_path, error } = payload
      const reason = error ? paramOf(error) : ''
      return {
        type: 'video_extraction_failed',
        title: message('notification.extraction_failed'),
        message: message('notification.extraction_failed_in', { directory: directory_path, reason }),
        metadata: { job_id, directory_path },
      }
    }
    case 'deployment.failed':
    case 'deployment.paused': {
      const { deployment_id, deployment_name: name, reason } = payload
      const isFailed = type === 'deployment.failed'
      return {
        type: isFailed ? 'deployment_failed' : 'deployment_paused',
        title: message(isFailed ? 'notification.deployment_failed' : 'notification.deployment_paused'),
        message: message('notification.deployment_ended_of', { name, reason: paramOf(reason) }),
        metadata: { deployment_id },
      }
    }
    case 'dataset_export.completed': {
      const { export_id, dataset_id, name, images } = payload
      return {
        type: 'export_ready',
        title: message('notification.export_ready'),
        message: message('notification.export_ready_of', { name, images }),
        metadata: { export_id, dataset_id },
      }
    }
    case 'dataset_export.failed': {
      const { export_id, dataset_id, name, error } = payload
      const reason = error ? paramOf(error) : ''
      return {
        type: 'export_failed',
        title: message('notification.export_failed'),
        message: message('notification.export_failed_of', { name, reason }),
        metadata: { export_id, dataset_id },
      }
    }
    case 'model_evaluation.completed': {
      const { evaluation_id, model_id, model_name: model, evaluated_images: images } = payload
      return {
        type: 'model_evaluation_completed',
        title: message('notification.evaluation_completed'),
        message: message('notification.evaluation_completed_of', { model, images }),
        metadata: { evaluation_id, model_id },
      }
    }
    case 'model_evaluation.failed': {
      const { evaluation_id, model_id, model_name: model, error } = payload
      return {
        type: 'model_evaluation_failed',
        title: message('notification.evaluation_failed'),
        message: message('notification.evaluation_failed_of', { model, reason: error ? paramOf(error) : '' }),
        metadata: { evaluation_id, model_id },
      }
    }
    case 'annotation_batch.completed':
    case 'annotation_batch.failed': {
      const { job_id, dataset_id, dataset_name, processed_images, failed_images, total_annotations_added, error } =
        payload
      const dataset = dataset_name ?? dataset_id
      const failed = type === 'annotation_batch.failed'
      return {
        type: failed ? 'annotation_batch_failed' : 'annotation_batch_completed',
        title: message(failed ? 'notification.batch_failed' : 'notification.batch_completed'),
        message: failed
          ? message('notification.batch_failed_of', { dataset, reason: error ? paramOf(error) : '' })
          : message('notification.batch_completed_of', {
              dataset,
              annotations: total_annotations_added,
              images: processed_images,
              failed: failed_images,
            }),
        metadata: { job_id, dataset_id },
      }
    }
    case 'storage_import.completed':
    case 'storage_import.failed': {
      const { import_id, connection_id, connection_name: connection, dataset_id, imported: images, error } = payload
      const failed = type === 'storage_import.failed'
      return {
        type: failed ? 'storage_import_failed' : 'storage_import_completed',
        title: message(failed ? 'notification.storage_import_failed' : 'notification.storage_import_completed'),
        message: failed
          ? message('notification.storage_import_failed_of', { connection, reason: error ? paramOf(error) : '' })
          : message('notification.storage_import_completed_of', { connection, images }),
        metadata: { import_id, connection_id, dataset_id },
      }
    }
    case 'annotation_comment.mention': {
      const { comment_id, image_id, dataset_id, annotation_id, filename: image, author, body: comment } = payload
      return {
        type: 'comment_mention',
        title: message('notification.mentioned'),
        message: message('notification.mentioned_by', { author, image, comment }),
        metadata: { comment_id, image_id, dataset_id, annotation_id },
        users: payload.user_ids,
      }
    }
    case 'task.assigned': {
      const { task_id, dataset_id, title: task, images, user_ids } = payload
      return {
        type: 'task_assigned',
        title: message('notification.task_assigned'),
        message: message('notification.task_assigned_of', { task, images }),
        metadata: { task_id, dataset_id },
        users: user_ids,
      }
    }
    default:
      return null
  }
}
