/** The trace in which a job was queued. */
import type { Kysely, Migration } from 'kysely'

export const jobTraceTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('jobs').addColumn('trace', 'text').execute()
  },
}
