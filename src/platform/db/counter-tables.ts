/** Figures of data sets are kept instead of counted. The start counts those of the data sets that are there. */
import type { Kysely, Migration } from 'kysely'

export const counterTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('images')
      .addColumn('annotation_count', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('images').addColumn('lowest_confidence', 'double precision').execute()
    await db.schema
      .createIndex('images_confidence')
      .on('images')
      .columns(['dataset_id', 'is_archived', 'lowest_confidence'])
      // Partial, so that no query of other columns is planned with it.
      .where('lowest_confidence', 'is not', null)
      .execute()
    await db.schema
      .createTable('dataset_counters')
      .addColumn('dataset_id', 'text', (c) => c.notNull().references('datasets.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('images', 'bigint', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('dataset_counters_key', ['dataset_id', 'kind', 'key'])
      .execute()
    await db.schema
      .alterTable('datasets')
      .addColumn('is_counted', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
