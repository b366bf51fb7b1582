/** The tables of limits: windows of requests, and requests that may be repeated. */
import type { Kysely, Migration } from 'kysely'

export const limitsTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rate_windows')
      .addColumn('subject', 'text', (c) => c.primaryKey())
      .addColumn('window_start', 'integer', (c) => c.notNull())
      .addColumn('used', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('credential', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('answer', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_key', ['organization_id', 'credential', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
  },
}
