/** The tables of two-factor sign-in. */
import type { Kysely, Migration } from 'kysely'

export const secondFactorTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('second_factors')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('activated_at', 'text')
      .addColumn('last_step', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
      .execute()
    await db.schema
      .createTable('pending_sign_ins')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('checked_from', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('pending_sign_ins_of_user').on('pending_sign_ins').column('user_id').execute()
    await db.schema.createIndex('pending_sign_ins_expiry').on('pending_sign_ins').column('expires_at').execute()
  },
}
