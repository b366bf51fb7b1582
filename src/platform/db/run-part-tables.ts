/** Runs whose videos several workers share. */
import type { Kysely, Migration } from 'kysely'

export const runPartTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('run_parts')
      .addColumn('run_id', 'text', (c) => c.primaryKey().references('workflow_runs.id').onDelete('cascade'))
      .addColumn('plan', 'text', (c) => c.notNull())
      .execute()
  },
}
