/** Notifications: the feed of the organization about work that has ended. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { defineEndpoint, pageQuery } from './endpoint.ts'

/** More may be added: a reader ignores a type that it does not know. */
export const NOTIFICATION_TYPES = [
  'workflow_run_completed',
  'workflow_run_failed',
  'video_extraction_complete',
  'video_extraction_failed',
  'export_ready',
  'export_failed',
  'model_evaluation_completed',
  'model_evaluation_failed',
  'deployment_failed',
  'deployment_paused',
  'annotation_batch_completed',
  'annotation_batch_failed',
  'storage_import_completed',
  'storage_import_failed',
  'comment_mention',
  'task_assigned',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const Notification = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    user_id: nullable(Type.String({ description: 'Null for a notification of the whole organization' })),
    type: Type.String({ description: `One of ${NOTIFICATION_TYPES.join(', ')}; more may be added` }),
    title: Type.String(),
    title_text: Type.Optional(MessageText),
    message: nullable(Type.String()),
    text: Type.Optional(MessageText),
    metadata: nullable(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Ids of what it is about; keys depend on the type' }),
    ),
    read: Type.Boolean(),
    created_at: Type.String(),
  },
  { $id: 'Notification' },
)
export type Notification = Static<typeof Notification>

export const NotificationList = Type.Object(
  {
    notifications: Type.Array(Notification),
    unread_count: Type.Integer({ minimum: 0 }),
    limit: Type.Integer(),
    offset: Type.Integer(),
  },
  { $id: 'NotificationList' },
)
export type NotificationList = Static<typeof NotificationList>

export const notifications = {
  list: defineEndpoint({
    method: 'GET',
    path: '/notifications/',
    role: 'viewer',
    summary: 'List notifications, newest first',
    query: Type.Object(
      {
        unread_only: Type.Boolean({ default: false }),
        ...pageQuery({ limit: 50, max: 100 }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: NotificationList },
    idempotent: true,
  }),
  unreadCount: defineEndpoint({
    method: 'GET',
    path: '/notifications/unread-count',
    role: 'viewer',
    summary: 'Count unread notifications',
    reply: { as: 'json', schema: Type.Integer({ minimum: 0 }) },
    idempotent: true,
  }),
  read: defineEndpoint({
    method: 'POST',
    path: '/notifications/{notification_id}/read',
    role: 'member',
    summary: 'Mark a notification as read, for the whole organization',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
  readAll: defineEndpoint({
    method: 'POST',
    path: '/notifications/read-all',
    role: 'member',
    summary: 'Mark all notifications as read; returns the number of those that were unread',
    reply: { as: 'json', schema: Type.Integer({ minimum: 0 }) },
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/notifications/{notification_id}',
    role: 'member',
    summary: 'Delete a notification',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
} as const
