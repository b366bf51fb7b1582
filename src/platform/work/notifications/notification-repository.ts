import { expressionBuilder, sql } from 'kysely'
import { type Database, isUuid } from '../../db/database.ts'
import type { NotificationRow } from '../../db/schema/events.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'

export interface NotificationFilter {
  unreadOnly: boolean
  limit: number
  offset: number
}

/** The reader of notifications: those of the whole organization, and those of this person. */
export type Reader = Pick<Caller, 'organizationId' | 'userId'>

export interface NotificationRepository {
  /** Newest first. */
  list(reader: Reader, filter: NotificationFilter): Promise<NotificationRow[]>
  countUnread(reader: Reader): Promise<number>
  /** Returns whether there is such a notification. */
  markRead(reader: Reader, id: string): Promise<boolean>
  /** Returns the number of notifications that were unread. */
  markAllRead(reader: Reader): Promise<number>
  delete(reader: Reader, id: string): Promise<boolean>
  /** Removes notifications before a time, and those of each organization beyond its newest. */
  prune(before: string, kept: number): Promise<void>
}

export function createNotificationRepository(db: Database): NotificationRepository {
  const own = ({ userId }: Reader) =>
    expressionBuilder<Tables, 'notifications'>().or([
      sql<boolean>`user_id is null`,
      ...(userId === null ? [] : [sql<boolean>`user_id = ${userId}`]),
    ])
  const update = (reader: Reader) =>
    db
      .updateTable('notifications')
      .set({ is_read: 1 })
      .where('organization_id', '=', reader.organizationId)
      .where(own(reader))

  return {
    list(reader, { unreadOnly, limit, offset }) {
      let query = db
        .selectFrom('notifications')
        .selectAll()
        .where('organization_id', '=', reader.organizationId)
        .where(own(reader))
      if (unreadOnly) query = query.where('is_read', '=', 0)
      return query.orderBy('id', 'desc').limit(limit).offset(offset).execute()
    },
    async countUnread(reader) {
      const { unread } = await db
        .selectFrom('notifications')
        .select((e) => e.fn.countAll().as('unread'))
        .where('organization_id', '=', reader.organizationId)
        .where(own(reader))
        .where('is_read', '=', 0)
        .executeTakeFirstOrThrow()
      return Number(unread)
    },
    async markRead(reader, id) {
      if (!isUuid(id)) return false
      return (await update(reader).where('id', '=', id.toLowerCase()).executeTakeFirst()).numUpdatedRows > 0n
    },
    async markAllRead(reader) {
      return Number((await update(reader).where('is_read', '=', 0).executeTakeFirst()).numUpdatedRows)
    },
    async delete(reader, id) {
      if (!isUuid(id)) return false
      const { numDeletedRows } = await db
        .deleteFrom('notifications')
        .where('organization_id', '=', reader.organizationId)
        .where(own(reader))
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async prune(before, kept) {
      await db.deleteFrom('notifications').where('created_at', '<', before).execute()
      for (const { id } of await db.selectFrom('organizations').select('id').execute()) {
        const all = db.selectFrom('notifications').select('id').where('organization_id', '=', id)
        const last = await all.orderBy('id', 'desc').limit(1).offset(kept).executeTakeFirst()
        if (!last) continue
        await db.deleteFrom('notifications').where('organization_id', '=', id).where('id', '<=', last.id).execute()
      }
    },
  }
}
