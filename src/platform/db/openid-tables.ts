/** The tables of sign-ins without a password; a person has at most one account at an issuer. */
import type { Kysely, Migration } from 'kysely'

export const openIdTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('openid_answers')
      .addColumn('state_hash', 'text', (c) => c.primaryKey())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('openid_answers_end').on('openid_answers').column('expires_at').execute()
    await db.schema
      .createTable('sign_in_links')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .addColumn('used_at', 'text')
      .execute()
    await db.schema.createIndex('sign_in_links_of_user').on('sign_in_links').column('user_id').execute()
    await db.schema.createIndex('identities_of_user').unique().on('identities').columns(['user_id', 'issuer']).execute()
  },
}
