/** The feed of an organization; a notification of all that one person has read is read for all. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Notification, NotificationList } from '../../../shared/api/notifications.ts'
import { englishOf } from '../../../shared/messages/format.ts'
import { type MessageText, message } from '../../../shared/messages/message.ts'
import { newId } from '../../db/ids.ts'
import { fromJson, fromJsonOrNull, toJson } from '../../db/json.ts'
import type { NotificationRow } from '../../db/schema/events.ts'
import type { EventConsumer } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { notificationOf } from './notification-of.ts'
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
