/** The split of each image, the group that a split keeps together, and the orders in which images are listed. */
import type { Kysely, Migration } from 'kysely'

interface Then {
  images: { id: string; group_key: string | null; lowest_confidence: number | null }
  video_extractions: { id: string; image_ids: string | null }
}

/** Ids of one statement. */
const IDS_AT_ONCE = 500

export const imageListTables: Migration = {
  async up(db: Kysely<Then>) {
    await db.schema.alterTable('images').addColumn('split', 'text').execute()
    await db.schema.alterTable('images').addColumn('group_key', 'text').execute()
    for (const { id, image_ids } of await db.selectFrom('video_extractions').select(['id', 'image_ids']).execute()) {
      const ids: string[] = image_ids === null ? [] : JSON.parse(image_ids)
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const some = ids.slice(from, from + IDS_AT_ONCE)
        await db
          .updateTable('images')
          .set({ group_key: `video ${id}` })
          .where('id', 'in', some)
          .execute()
      }
    }
    const orders = {
      // Ends with the id, so that the list of all ids is read from the index alone.
      images_by_path: ['directory_path', 'filename', 'id'],
      images_by_time: ['created_at', 'id'],
      images_by_annotations: ['annotation_count', 'id'],
      images_by_status: ['status'],
      images_by_split: ['split'],
    }
    for (const [name, columns] of Object.entries(orders)) {
      await db.schema
        .createIndex(name)
        .on('images')
        .columns(['dataset_id', 'is_archived', ...columns])
        .execute()
    }
    await db.schema.dropIndex('images_confidence').execute()
    await db.schema
      .createIndex('images_by_confidence')
      .on('images')
      .columns(['dataset_id', 'is_archived', 'lowest_confidence', 'id'])
      // Partial, so that no query of other columns is planned with it.
      .where('lowest_confidence', 'is not', null)
      .execute()
  },
}
