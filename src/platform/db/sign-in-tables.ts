/** The tables of people who sign in. */
import type { Kysely, Migration } from 'kysely'

export const signInTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passwords')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('last_used_at', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sessions_of_user').on('sessions').columns(['user_id', 'id']).execute()
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
    await db.schema
      .createTable('one_time_links')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .addColumn('used_at', 'text')
      .execute()
    await db.schema
      .createTable('sign_in_attempts')
      .addColumn('subject', 'text', (c) => c.primaryKey())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('window_ends_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sign_in_attempts_end').on('sign_in_attempts').column('window_ends_at').execute()
  },
}
