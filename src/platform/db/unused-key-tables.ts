/** Keys that expire when they are not used. */
import type { Kysely, Migration } from 'kysely'

export const unusedKeyTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('api_keys').addColumn('unused_until', 'text').execute()
  },
}
