/** The tables of scans for near-duplicates: one for each data set, the last one that was requested. */
import type { Kysely, Migration } from 'kysely'

export const nearDuplicateTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('near_duplicate_scans')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('dataset_id', 'text', (c) => c.notNull().references('datasets.id').onDelete('cascade'))
      .addColumn('threshold', 'double precision', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('scanned_images', 'integer', (c) => c.notNull())
      .addColumn('group_count', 'integer', (c) => c.notNull())
      .addColumn('duplicate_count', 'integer', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('error_text', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('completed_at', 'text')
      .execute()
    await db.schema
      .createIndex('near_duplicate_scans_dataset')
      .on('near_duplicate_scans')
      .columns(['dataset_id', 'id'])
      .execute()
    await db.schema
      .createTable('near_duplicates')
      .addColumn('scan_id', 'text', (c) => c.notNull().references('near_duplicate_scans.id').onDelete('cascade'))
      .addColumn('group_number', 'integer', (c) => c.notNull())
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('similarity', 'double precision', (c) => c.notNull())
      .addPrimaryKeyConstraint('near_duplicates_key', ['scan_id', 'group_number', 'image_id'])
      .execute()
    await db.schema.createIndex('near_duplicates_image').on('near_duplicates').column('image_id').execute()
  },
}
