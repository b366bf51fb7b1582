/** The default organization is a setting; until then it was the one with the lowest id. */
import type { Kysely, Migration } from 'kysely'

interface TablesThen {
  organizations: { id: string }
  installation: { id: number; default_organization_id: string }
}

export const installationTables: Migration = {
  async up(db: Kysely<TablesThen>) {
    await db.schema
      .createTable('installation')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('default_organization_id', 'text', (c) => c.notNull().references('organizations.id'))
      .execute()
    const first = await db.selectFrom('organizations').select('id').orderBy('id').limit(1).executeTakeFirst()
    if (first) await db.insertInto('installation').values({ id: 1, default_organization_id: first.id }).execute()
  },
}
