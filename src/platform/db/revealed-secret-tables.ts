/** Secrets of API keys, which are kept encrypted from now on; secrets that people have seen again. */
import type { Kysely, Migration } from 'kysely'

export const revealedSecretTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('api_keys').addColumn('sealed_secret', 'text').execute()
    await db.schema
      .createTable('revealed_secrets')
      .addColumn('session_id', 'text', (c) => c.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('revealed_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('revealed_secrets_of_session', ['session_id', 'secret'])
      .execute()
  },
}
