/** The names of the workflows, models, data sets and videos that jobs work on. */
import type { Kysely, Migration } from 'kysely'

export const jobSubjectTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('jobs').addColumn('subject', 'text').execute()
  },
}
