/** The split of each image, the group that a split keeps together, and the orders in which images are listed. */
import type { Kysely, Migration } from 'kysely'

interface Then {
  images: { id: string; group_key: string | null }
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
    // Filters read the last columns from the index, so that only the listed rows are read.
    const orders = {
      images_by_path: ['directory_path', 'filename'],
      images_by_time: ['created_at', 'id'],
      images_by_annotations: ['annotation_count', 'id'],
      images_by_confidence: ['lowest_confidence', 'id'],
    }
    for (const [name, columns] of Object.entries(orders)) {
      await db.schema
        .createIndex(name)
        .on('images')
        .columns([...new Set(['dataset_id', 'is_archived', ...columns, 'status', 'split', 'annotation_count', 'id'])])
        .execute()
    }
  },
}
