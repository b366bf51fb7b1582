/** The tables of batches of auto-annotation, with the images of each. */
import type { Kysely, Migration } from 'kysely'

export const annotationBatchTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('annotation_batches')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('dataset_id', 'text', (c) => c.notNull())
      .addColumn('model_id', 'text')
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('total_images', 'integer', (c) => c.notNull())
      .addColumn('processed_images', 'integer', (c) => c.notNull())
      .addColumn('failed_images', 'integer', (c) => c.notNull())
      .addColumn('annotations_added', 'integer', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('passes_done', 'bigint', (c) => c.notNull())
      .addColumn('estimated_credits', 'bigint', (c) => c.notNull())
      .addColumn('first_failure', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('completed_at', 'text')
      .execute()
    await db.schema
      .createIndex('annotation_batches_of_organization')
      .on('annotation_batches')
      .columns(['organization_id', 'id'])
      .execute()
    await db.schema
      .createTable('annotation_batch_images')
      .addColumn('batch_id', 'text', (c) => c.notNull().references('annotation_batches.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('image_id', 'text', (c) => c.notNull())
      .addColumn('passes', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('annotation_batch_images_key', ['batch_id', 'position'])
      .execute()
  },
}
