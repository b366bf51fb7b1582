/** The operators of the installation, and keys that act as one. Before, each admin could do what operators do now. */
import { type Kysely, type Migration, sql } from 'kysely'

export const operatorTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('operators')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('added_at', 'text', (c) => c.notNull())
      .execute()
    // The owners of the organization that the command line manages: no other people of an installation have as much.
    await sql`insert into operators (user_id, added_at)
      select m.user_id, ${new Date().toISOString()} from memberships m
      join installation i on i.default_organization_id = m.organization_id where m.role = 'owner'`.execute(db)
    // No key becomes one: the app makes itself another key, and the command line makes those of scripts.
    await db.schema
      .alterTable('api_keys')
      .addColumn('is_operator', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
