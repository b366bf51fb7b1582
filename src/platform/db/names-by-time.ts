/** The order of images by time, with the names that a search compares. */
import type { Kysely, Migration } from 'kysely'

export const namesByTime: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('images_by_time').execute()
    await db.schema
      .createIndex('images_by_time')
      .on('images')
      .columns(['dataset_id', 'is_archived', 'created_at', 'id', 'filename'])
      .execute()
  },
}
