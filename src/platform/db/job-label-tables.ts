/** Labels of workers, and those that jobs and organizations need. */
import { type Kysely, type Migration, sql } from 'kysely'

export const jobLabelTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('jobs').addColumn('label', 'text').execute()
    await db.schema.alterTable('lanes').addColumn('label', 'text').execute()
    await db.schema.alterTable('workers').addColumn('labels', 'text').execute()
    // Of an earlier version, in which servers executed them all.
    await sql`update jobs set label = 'server' where kind = 'annotation_batch'`.execute(db)
  },
}
