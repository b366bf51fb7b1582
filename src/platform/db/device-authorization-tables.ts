/** The table of apps that ask for the key of a person. */
import type { Kysely, Migration } from 'kysely'

export const deviceAuthorizationTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('device_authorizations')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('device_code_hash', 'text', (c) => c.notNull().unique())
      .addColumn('user_code_hash', 'text', (c) => c.notNull().unique())
      .addColumn('app', 'text', (c) => c.notNull())
      .addColumn('computer', 'text', (c) => c.notNull())
      .addColumn('asked_from', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.references('organizations.id').onDelete('cascade'))
      .addColumn('role', 'text')
      .addColumn('last_polled_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('device_authorizations_expiry')
      .on('device_authorizations')
      .column('expires_at')
      .execute()
  },
}
