/** Entries of the audit log about signing in: the network address, and how often a failure was repeated. */
import type { Kysely, Migration } from 'kysely'

export const signInEntryTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit_log').addColumn('address', 'text').execute()
    await db.schema
      .alterTable('audit_log')
      .addColumn('times', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createTable('repeated_entries')
      .addColumn('subject', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('entry_id', 'text', (c) => c.notNull())
      .addColumn('ends_at', 'text', (c) => c.notNull())
      .execute()
  },
}
