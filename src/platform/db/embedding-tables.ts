/** The tables of the vectors that an installed model has made of images. */
import type { Kysely, Migration } from 'kysely'

export const embeddingTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('image_embeddings')
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('dataset_id', 'text', (c) => c.notNull())
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('content_key', 'text', (c) => c.notNull())
      .addColumn('vector', 'text')
      .addColumn('made_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('image_embeddings_key', ['image_id', 'model'])
      .execute()
    await db.schema
      .createIndex('image_embeddings_made')
      .on('image_embeddings')
      .columns(['dataset_id', 'model', 'made_id'])
      .execute()
    await db.schema
      .createIndex('image_embeddings_content')
      .on('image_embeddings')
      .columns(['dataset_id', 'model', 'content_key'])
      .execute()
    await db.schema
      .createTable('embedding_jobs')
      .addColumn('dataset_id', 'text', (c) => c.primaryKey().references('datasets.id').onDelete('cascade'))
      .addColumn('job_id', 'text', (c) => c.notNull())
      .execute()
  },
}
