/** Data keys of organizations; the shown part of webhook secrets, which are encrypted at the next start. */
import { type Kysely, type Migration, sql } from 'kysely'

/** Length of `whsec_` and six characters. */
const SHOWN_LENGTH = 12

export const secretTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('data_keys')
      .addColumn('organization_id', 'text', (c) => c.primaryKey().references('organizations.id').onDelete('cascade'))
      .addColumn('wrapped', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .alterTable('webhook_endpoints')
      .addColumn('secret_prefix', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await sql`update webhook_endpoints set secret_prefix = substr(secret, 1, ${sql.lit(SHOWN_LENGTH)})`.execute(db)
  },
}
