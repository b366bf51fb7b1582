import type { Database } from '../db/database.ts'
import { isUuid } from '../db/ids.ts'
import type { NotificationRow } from '../db/rows/notification-rows.ts'

export interface NotificationFilter {
  unreadOnly: boolean
  limit: number
  offset: number
}

export interface NotificationRepository {
  /** Newest first. */
  list(organizationId: string, filter: NotificationFilter): Promise<NotificationRow[]>
  countUnread(organizationId: string): Promise<number>
  /** Returns whether there is such a notification. */
  markRead(organizationId: string, id: string): Promise<boolean>
  /** Returns the number of notifications that were unread. */
  markAllRead(organizationId: string): Promise<number>
  delete(organizationId: string, id: string): Promise<boolean>
  /** Removes notifications before a time, and those of each organization beyond its newest. */
  prune(before: string, kept: number): Promise<void>
}

export function createNotificationRepository(db: Database): NotificationRepository {
  const update = (organizationId: string) =>
    db.updateTable('notifications').set({ is_read: 1 }).where('organization_id', '=', organizationId)

  return {
    list(organizationId, { unreadOnly, limit, offset }) {
      let query = db.selectFrom('notifications').selectAll().where('organization_id', '=', organizationId)
      if (unreadOnly) query = query.where('is_read', '=', 0)
      return query.orderBy('id', 'desc').limit(limit).offset(offset).execute()
    },
    async countUnread(organizationId) {
      const { unread } = await db
        .selectFrom('notifications')
        .select((e) => e.fn.countAll().as('unread'))
        .where('organization_id', '=', organizationId)
        .where('is_read', '=', 0)
        .executeTakeFirstOrThrow()
      return Number(unread)
    },
    async markRead(organizationId, id) {
      if (!isUuid(id)) return false
      return (await update(organizationId).where('id', '=', id.toLowerCase()).executeTakeFirst()).numUpdatedRows > 0n
    },
    async markAllRead(organizationId) {
      return Number((await update(organizationId).where('is_read', '=', 0).executeTakeFirst()).numUpdatedRows)
    },
    async delete(organizationId, id) {
      if (!isUuid(id)) return false
      const { numDeletedRows } = await db
        .deleteFrom('notifications')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async prune(before, kept) {
      await db.deleteFrom('notifications').where('created_at', '<', before).execute()
      for (const { id } of await db.selectFrom('organizations').select('id').execute()) {
        const own = db.selectFrom('notifications').select('id').where('organization_id', '=', id)
        const last = await own.orderBy('id', 'desc').limit(1).offset(kept).executeTakeFirst()
        if (!last) continue
        await db.deleteFrom('notifications').where('organization_id', '=', id).where('id', '<=', last.id).execute()
      }
    },
  }
}
