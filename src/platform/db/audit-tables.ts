/** The audit log. */
import type { Kysely, Migration } from 'kysely'

export const auditTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text')
      .addColumn('key_id', 'text')
      .addColumn('via', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('object', 'text', (c) => c.notNull())
      .addColumn('request_id', 'text')
      .addColumn('outcome', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('audit_log_order').on('audit_log').columns(['organization_id', 'id']).execute()
  },
}
