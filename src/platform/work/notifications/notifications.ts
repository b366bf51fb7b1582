/** The feed of an organization; a notification of all that one person has read is read for all. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Notification, NotificationList, NotificationType } from '../../../shared/api/notifications.ts'
import { isInterrupted } from '../../../shared/domain/run.ts'
import {
  englishOf,
  type Message,
  type MessageText,
  message,
  paramOf,
  type Said,
  saidOf,
} from '../../../shared/messages/message.ts'
import { fromJson, fromJsonOrNull, newId, toJson } from '../../db/database.ts'
import type { NotificationRow } from '../../db/schema/events.ts'
import type { EventConsumer, EventPayloads, EventType, OrganizationEvent } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { NotificationFilter, NotificationRepository } from './notification-repository.ts'

export interface Notifications {
  list(caller: Caller, filter: NotificationFilter): Promise<NotificationList>
  countUnread(caller: Caller): Promise<number>
  /** @throws ApiError not_found, here and below */
  read(caller: Caller, id: string): Promise<void>
  /** Returns the number of notifications that were unread. */
  readAll(caller: Caller): Promise<number>
  delete(caller: Caller, id: string): Promise<void>
}

export function createNotifications(repository: NotificationRepository): Notifications {
  const missing = () => new ApiError('not_found', message('notification.missing'))
  return {
    async list(caller, filter) {
      const { limit, offset } = filter
      const rows = await repository.list(caller, filter)
      const unread_count = await repository.countUnread(caller)
      return { notifications: rows.map(shown), unread_count, limit, offset }
    },
    countUnread: (caller) => repository.countUnread(caller),
    async read(caller, id) {
      if (!(await repository.markRead(caller, id))) throw missing()
    },
    readAll: (caller) => repository.markAllRead(caller),
    async delete(caller, id) {
      if (!(await repository.delete(caller, id))) throw missing()
    },
  }
}

interface NewNotification {
  type: NotificationType
  title: Message
  message: Message
  metadata: Record<string, unknown>
  /** The people whom it is for; the whole organization when missing. */
  users?: readonly string[]
}

type Notify = { readonly [T in EventType]: (payload: EventPayloads[T]) => NewNotification }

const NOTIFICATIONS: Notify = {
  'workflow_run.completed': ({ run_id, workflow_id, workflow_name: workflow }) => ({
    type: 'workflow_run_completed',
    title: message('notification.run_completed'),
    message: message('notification.run_completed_of', { workflow }),
    metadata: { run_id, workflow_id },
  }),
  'workflow_run.failed': (run) => ({
    type: 'workflow_run_failed',
    title: message(isInterrupted(run) ? 'notification.run_interrupted' : 'notification.run_failed'),
    message: message('notification.run_failed_of', {
      workflow: run.workflow_name,
      reason: reasonOf(run.error && saidOf(run.error)),
    }),
    metadata: { run_id: run.run_id, workflow_id: run.workflow_id, error_code: run.error?.code ?? null },
  }),
  'video_extraction.complete': ({ job_id, directory_path, images }) => ({
    type: 'video_extraction_complete',
    title: message('notification.extraction_complete'),
    message: message('notification.extraction_complete_in', { images: images ?? 0, directory: directory_path }),
    metadata: { job_id, directory_path, images },
  }),
  'video_extraction.failed': ({ job_id, directory_path, error }) => ({
    type: 'video_extraction_failed',
    title: message('notification.extraction_failed'),
    message: message('notification.extraction_failed_in', { directory: directory_path, reason: reasonOf(error) }),
    metadata: { job_id, directory_path },
  }),
  'deployment.failed': ({ deployment_id, deployment_name: name, reason }) => ({
    type: 'deployment_failed',
    title: message('notification.deployment_failed'),
    message: message('notification.deployment_ended_of', { name, reason: paramOf(reason) }),
    metadata: { deployment_id },
  }),
  'deployment.paused': ({ deployment_id, deployment_name: name, reason }) => ({
    type: 'deployment_paused',
    title: message('notification.deployment_paused'),
    message: message('notification.deployment_ended_of', { name, reason: paramOf(reason) }),
    metadata: { deployment_id },
  }),
  'dataset_export.completed': ({ export_id, dataset_id, name, images }) => ({
    type: 'export_ready',
    title: message('notification.export_ready'),
    message: message('notification.export_ready_of', { name, images }),
    metadata: { export_id, dataset_id },
  }),
  'dataset_export.failed': ({ export_id, dataset_id, name, error }) => ({
    type: 'export_failed',
    title: message('notification.export_failed'),
    message: message('notification.export_failed_of', { name, reason: reasonOf(error) }),
    metadata: { export_id, dataset_id },
  }),
  'model_evaluation.completed': ({ evaluation_id, model_id, model_name: model, evaluated_images: images }) => ({
    type: 'model_evaluation_completed',
    title: message('notification.evaluation_completed'),
    message: message('notification.evaluation_completed_of', { model, images }),
    metadata: { evaluation_id, model_id },
  }),
  'model_evaluation.failed': ({ evaluation_id, model_id, model_name: model, error }) => ({
    type: 'model_evaluation_failed',
    title: message('notification.evaluation_failed'),
    message: message('notification.evaluation_failed_of', { model, reason: reasonOf(error) }),
    metadata: { evaluation_id, model_id },
  }),
  'annotation_batch.completed': ({ job_id, dataset_id, dataset_name, ...batch }) => ({
    type: 'annotation_batch_completed',
    title: message('notification.batch_completed'),
    message: message('notification.batch_completed_of', {
      dataset: dataset_name ?? dataset_id,
      annotations: batch.total_annotations_added,
      images: batch.processed_images,
      failed: batch.failed_images,
    }),
    metadata: { job_id, dataset_id },
  }),
  'annotation_batch.failed': ({ job_id, dataset_id, dataset_name, error }) => ({
    type: 'annotation_batch_failed',
    title: message('notification.batch_failed'),
    message: message('notification.batch_failed_of', { dataset: dataset_name ?? dataset_id, reason: reasonOf(error) }),
    metadata: { job_id, dataset_id },
  }),
  'storage_import.completed': ({ import_id, connection_id, connection_name, dataset_id, imported: images }) => ({
    type: 'storage_import_completed',
    title: message('notification.storage_import_completed'),
    message: message('notification.storage_import_completed_of', { connection: connection_name, images }),
    metadata: { import_id, connection_id, dataset_id },
  }),
  'storage_import.failed': ({ import_id, connection_id, connection_name, dataset_id, error }) => ({
    type: 'storage_import_failed',
    title: message('notification.storage_import_failed'),
    message: message('notification.storage_import_failed_of', {
      connection: connection_name,
      reason: reasonOf(error),
    }),
    metadata: { import_id, connection_id, dataset_id },
  }),
  'annotation_comment.mention': ({ comment_id, image_id, dataset_id, annotation_id, ...mention }) => ({
    type: 'comment_mention',
    title: message('notification.mentioned'),
    message: message('notification.mentioned_by', {
      author: mention.author,
      image: mention.filename,
      comment: mention.body,
    }),
    metadata: { comment_id, image_id, dataset_id, annotation_id },
    users: mention.user_ids,
  }),
  'task.assigned': ({ task_id, dataset_id, title: task, images, user_ids }) => ({
    type: 'task_assigned',
    title: message('notification.task_assigned'),
    message: message('notification.task_assigned_of', { task, images }),
    metadata: { task_id, dataset_id },
    users: user_ids,
  }),
}

const reasonOf = (error: Said | null) => (error ? paramOf(error) : '')

/**
 * The notification that an event adds to the feed.
 * Null for an event of another version, which this one does not know.
 */
function notificationOf(event: OrganizationEvent): NewNotification | null {
  return Object.hasOwn(NOTIFICATIONS, event.type) ? notify(event.type, event.payload) : null
}

function notify<T extends EventType>(type: T, payload: EventPayloads[T]): NewNotification {
  return NOTIFICATIONS[type](payload)
}

/** Adds the notifications of events to the feeds. */
export const notificationConsumer: EventConsumer = {
  name: 'notifications',
  async handle(tx, organization_id, events) {
    const rows = events.flatMap((event): NotificationRow[] => {
      const made = notificationOf(event)
      if (!made) return []
      return (made.users ?? [null]).map((user_id) => ({
        id: newId(),
        organization_id,
        user_id,
        type: made.type,
        title: englishOf(made.title),
        title_text: toJson(made.title),
        message: englishOf(made.message),
        message_text: toJson(made.message),
        metadata: toJson(made.metadata),
        is_read: 0,
        created_at: event.created_at,
      }))
    })
    if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute()
  },
}

function shown(row: NotificationRow): Notification {
  const text = fromJsonOrNull<MessageText>(row.message_text)
  return {
    id: row.id,
    organization_id: row.organization_id,
    user_id: row.user_id,
    type: row.type,
    title: row.title,
    title_text: fromJson<MessageText>(row.title_text),
    message: row.message,
    ...(text && { text }),
    metadata: fromJsonOrNull<Record<string, unknown>>(row.metadata),
    read: row.is_read === 1,
    created_at: row.created_at,
  }
}
