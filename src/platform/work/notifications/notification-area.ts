/** Notifications: the feed of an organization, filled from its events. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import { createNotificationRepository } from './notification-repository.ts'
import { createNotifications, notificationConsumer } from './notifications.ts'

export interface NotificationArea extends Area {
  /** Called when the server listens. */
  listening(): void
  handlers: Pick<Handlers, 'notifications'>
}

const KEPT_DAYS = 90
/** The most notifications that are kept for each organization. */
const KEPT_NOTIFICATIONS = 1000
const DAY_MS = 24 * 60 * 60 * 1000

export function createNotificationArea({ db, events, now, log }: PlatformServices): NotificationArea {
  const repository = createNotificationRepository(db)
  const notifications = createNotifications(repository)
  const prune = () => repository.prune(new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString(), KEPT_NOTIFICATIONS)
  const hourly = createHourly('The removal of old notifications', prune, log)
  events.addConsumer(notificationConsumer)
  return {
    handlers: {
      notifications: {
        list: ({ caller, query: { unread_only: unreadOnly, limit, offset } }) =>
          notifications.list(caller, { unreadOnly, limit, offset }),
        unreadCount: ({ caller }) => notifications.countUnread(caller),
        read: ({ caller, params }) => notifications.read(caller, params.notification_id),
        readAll: ({ caller }) => notifications.readAll(caller),
        delete: ({ caller, params }) => notifications.delete(caller, params.notification_id),
      },
    },
    listening: hourly.start,
    close: hourly.close,
  }
}
