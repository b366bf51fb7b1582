/** Labels of workers, and those that jobs and organizations need. */
import type { Kysely, Migration } from 'kysely'

export const jobLabelTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('jobs').addColumn('label', 'text').execute()
    await db.schema.alterTable('lanes').addColumn('label', 'text').execute()
    await db.schema.alterTable('workers').addColumn('labels', 'text').execute()
  },
}
