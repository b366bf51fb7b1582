/** The outbox of organization events, notifications, and the claims of webhook deliveries. */
import type { Kysely, Migration } from 'kysely'

export const eventTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('events')
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('events_key', ['organization_id', 'position'])
      .execute()
    await db.schema
      .createTable('event_counters')
      .addColumn('organization_id', 'text', (c) => c.primaryKey().references('organizations.id').onDelete('cascade'))
      .addColumn('position', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('event_consumers')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('event_consumers_key', ['name', 'organization_id'])
      .execute()
    await db.schema
      .createTable('notifications')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('user_id', 'text')
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('title_text', 'text', (c) => c.notNull())
      .addColumn('message', 'text')
      .addColumn('message_text', 'text')
      .addColumn('metadata', 'text')
      .addColumn('is_read', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('notifications_order').on('notifications').columns(['organization_id', 'id']).execute()
    await db.schema
      .createIndex('notifications_unread')
      .on('notifications')
      .columns(['organization_id', 'is_read', 'id'])
      .execute()
    await webhookClaims(db)
  },
}

async function webhookClaims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('webhook_deliveries')
    .addColumn('token', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('webhook_deliveries').addColumn('waiting_since', 'text').execute()
  await db.schema.alterTable('webhook_endpoints').addColumn('claimed_until', 'text').execute()
  await db.schema.alterTable('webhook_endpoints').addColumn('failing_since', 'text').execute()
  await db.schema.alterTable('webhook_endpoints').addColumn('disabled_reason_text', 'text').execute()
  // The next delivery of an endpoint, and those that are old.
  await db.schema
    .createIndex('webhook_deliveries_next')
    .on('webhook_deliveries')
    .columns(['endpoint_id', 'status', 'next_retry_at'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_age')
    .on('webhook_deliveries')
    .columns(['status', 'created_at'])
    .execute()
}
