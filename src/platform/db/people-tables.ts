/** The tables of users, memberships, invites and mail; keys that belong to a user; the profile of an organization. */
import type { Kysely, Migration } from 'kysely'

export const peopleTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('organizations').addColumn('description', 'text').execute()
    await db.schema
      .alterTable('organizations')
      .addColumn('is_public', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('organizations')
      .addColumn('subscription_tier', 'text', (c) => c.notNull().defaultTo('embedded'))
      .execute()
    await db.schema.alterTable('organizations').addColumn('updated_at', 'text').execute()
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.unique())
      .addColumn('full_name', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('identities')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('identities_subject', ['issuer', 'subject'])
      .execute()
    await db.schema
      .createTable('memberships')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('joined_at', 'text', (c) => c.notNull())
      .addUniqueConstraint('memberships_user', ['organization_id', 'user_id'])
      .execute()
    await db.schema.createIndex('memberships_of_user').on('memberships').column('user_id').execute()
    await db.schema
      .createTable('invites')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('invited_by', 'text', (c) => c.references('users.id').onDelete('set null'))
      .addColumn('expires_at', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('decided_at', 'text')
      .execute()
    await db.schema.createIndex('invites_order').on('invites').columns(['organization_id', 'id']).execute()
    await db.schema
      .createTable('mails')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('recipient', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('about', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('last_error', 'text')
      .addColumn('next_attempt_at', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('mails_order').on('mails').columns(['organization_id', 'id']).execute()
    await db.schema.createIndex('mails_about').on('mails').column('about').execute()
    await db.schema.createIndex('mails_due').on('mails').columns(['status', 'next_attempt_at', 'id']).execute()
    await db.schema
      .alterTable('api_keys')
      .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('api_keys_order').on('api_keys').columns(['organization_id', 'id']).execute()
  },
}
