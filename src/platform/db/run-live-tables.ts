/** Log lines and pictures of runs that somebody follows on another machine. */
import type { Kysely, Migration } from 'kysely'

export const runLiveTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('job_leases').addColumn('watched_until', 'text').execute()
    await db.schema
      .createTable('run_live')
      .addColumn('run_id', 'text', (c) => c.primaryKey().references('workflow_runs.id').onDelete('cascade'))
      .addColumn('token', 'integer', (c) => c.notNull())
      .addColumn('lines', 'text', (c) => c.notNull())
      .addColumn('picture', 'text')
      .execute()
  },
}
