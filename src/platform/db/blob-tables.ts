/** The table of the blobs in the store, whose rows are locked while bytes are named or removed. */
import type { Kysely, Migration } from 'kysely'

export const blobTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('blobs')
      .addColumn('sha256', 'text', (c) => c.primaryKey())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('unreferenced_since', 'text')
      .execute()
  },
}
