/** The table of the images that were chosen for an export. */
import type { Kysely, Migration } from 'kysely'

export const exportSelectionTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('export_selections')
      .addColumn('export_id', 'text', (c) => c.primaryKey().references('dataset_exports.id').onDelete('cascade'))
      .addColumn('image_ids', 'text', (c) => c.notNull())
      .execute()
  },
}
