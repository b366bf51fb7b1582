/** Whether the files of an installation are in a store, without which it then does not start. */
import type { Kysely, Migration } from 'kysely'

export const storeTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('installation')
      .addColumn('files_in_store', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
