/** The tables of credits: accounts of organizations, and a ledger by double entry. */
import { type Kysely, type Migration, sql } from 'kysely'

export const creditsTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('accounts')
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('balance', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('accounts_key', ['organization_id', 'kind'])
      .addCheckConstraint('accounts_not_negative', sql`balance >= 0 or kind in ('issued', 'earned', 'lapsed')`)
      .execute()
    await db.schema
      .createTable('ledger_txns')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('detail', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('ledger_txns_once', ['organization_id', 'key'])
      .execute()
    await db.schema
      .createTable('ledger_lines')
      .addColumn('txn_id', 'text', (c) => c.notNull().references('ledger_txns.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('amount', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('ledger_lines_key', ['txn_id', 'kind'])
      .execute()
  },
}
