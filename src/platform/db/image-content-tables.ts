/** The tables of what is derived from images: once for the same bytes, with a row for each image and each of its tags. */
import { type Kysely, type Migration, sql } from 'kysely'

export const imageContentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('image_contents')
      .addColumn('sha256', 'text', (c) => c.primaryKey())
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('descriptor', 'text')
      .addColumn('phash', 'text')
      .addColumn('tags', 'text')
      .addColumn('failure', 'text')
      .addColumn('made_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('image_derivations')
      .addColumn('image_id', 'text', (c) => c.primaryKey().references('images.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('dataset_id', 'text', (c) => c.notNull())
      .addColumn('content_key', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('made_id', 'text')
      .execute()
    await db.schema
      .createIndex('image_derivations_state')
      .on('image_derivations')
      .columns(['dataset_id', 'state', 'made_id', 'image_id'])
      .execute()
    await db.schema
      .createIndex('image_derivations_content')
      .on('image_derivations')
      .columns(['dataset_id', 'content_key'])
      .execute()
    await db.schema
      .createTable('image_tags')
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('tag', 'text', (c) => c.notNull())
      .addColumn('organization_id', 'text', (c) => c.notNull())
      .addColumn('dataset_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('image_tags_key', ['image_id', 'tag'])
      .execute()
    await db.schema
      .createIndex('image_tags_organization')
      .on('image_tags')
      .columns(['organization_id', 'tag', 'image_id'])
      .execute()
    await db.schema
      .createIndex('image_tags_dataset')
      .on('image_tags')
      .columns(['dataset_id', 'tag', 'image_id'])
      .execute()
    await db.schema
      .createTable('derivation_jobs')
      .addColumn('dataset_id', 'text', (c) => c.primaryKey().references('datasets.id').onDelete('cascade'))
      .addColumn('images', 'bigint', (c) => c.notNull())
      .execute()
    // Images of earlier versions; the start of the platform queues their jobs.
    await sql`
      insert into image_derivations (image_id, organization_id, dataset_id, content_key, state)
      select id, organization_id, dataset_id, substr(sha256, 1, 16), 'pending' from images`.execute(db)
  },
}
