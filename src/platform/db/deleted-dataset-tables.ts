/** A deleted data set is hidden at once; its images are removed in small steps after that. */
import type { Kysely, Migration } from 'kysely'

export const deletedDatasets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('datasets').addColumn('deleted_at', 'text').execute()
  },
}
