/** The order and the index by which images with proposals are reviewed. */
import { type Kysely, type Migration, sql } from 'kysely'

/** As the queries have it: an index serves only those whose text is the same. */
const IS_PENDING = `substr(extra, 1, 19) = '{"review":"pending"'`

export const reviewQueueTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('images')
      .addColumn('disagreement', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('images_by_disagreement')
      .on('images')
      .columns(['dataset_id', 'is_archived', 'disagreement', 'id'])
      .execute()
    // Partial, so that annotations that are no proposals are stored as fast as without it.
    await sql`create index annotations_pending on annotations (image_id) where ${sql.raw(IS_PENDING)}`.execute(db)
  },
}
