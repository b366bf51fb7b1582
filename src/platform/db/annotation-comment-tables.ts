/** Comments on annotations, which outlive them. */
import type { Kysely, Migration } from 'kysely'

export const annotationCommentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('annotation_comments')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('annotation_id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('resolved', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text')
      .execute()
    await db.schema
      .createIndex('annotation_comments_order')
      .on('annotation_comments')
      .columns(['image_id', 'id'])
      .execute()
  },
}
