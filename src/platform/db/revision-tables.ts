/** The history of annotations, the operations of clients, and the fields that few annotations have. */
import type { Kysely, Migration } from 'kysely'

export const revisionTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('images')
      .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('annotations').addColumn('extra', 'text').execute()
    // An id that is new in an image may be that of an annotation of another one.
    await db.schema.createIndex('annotations_id').on('annotations').column('id').execute()
    await db.schema
      .createTable('image_revisions')
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('annotation_count', 'integer', (c) => c.notNull())
      .addColumn('created', 'integer', (c) => c.notNull())
      .addColumn('updated', 'integer', (c) => c.notNull())
      .addColumn('deleted', 'integer', (c) => c.notNull())
      .addColumn('rejected', 'integer', (c) => c.notNull())
      .addColumn('inverse', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('image_revisions_key', ['image_id', 'revision'])
      .execute()
    await db.schema
      .createTable('past_annotations')
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      // Of a label that may be gone since.
      .addColumn('label_id', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('confidence', 'double precision')
      .addColumn('geometry', 'text', (c) => c.notNull())
      .addColumn('extra', 'text')
      .execute()
    await db.schema
      .createIndex('past_annotations_of_image')
      .on('past_annotations')
      .columns(['image_id', 'revision'])
      .execute()
    await db.schema
      .createTable('annotation_operations')
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('op_id', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('result', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('annotation_operations_key', ['image_id', 'op_id'])
      .execute()
    await db.schema
      .createIndex('annotation_operations_order')
      .on('annotation_operations')
      .columns(['image_id', 'position'])
      .execute()
    await db.schema
      .alterTable('dataset_exports')
      .addColumn('include_pending', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
