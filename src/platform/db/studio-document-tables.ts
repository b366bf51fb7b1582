/** The Studio's records of people, where several servers serve it. */
import type { Kysely, Migration } from 'kysely'

export const studioDocumentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('studio_documents')
      .addColumn('folder', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('content', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('studio_documents_key', ['folder', 'name'])
      .execute()
    await db.schema
      .createIndex('studio_documents_of_organization')
      .on('studio_documents')
      .column('organization_id')
      .execute()
  },
}
