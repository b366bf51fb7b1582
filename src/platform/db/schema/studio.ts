/** The Studio’s records of people, where several servers serve it. */
import type { SchemaModule } from 'kysely'
import { partOf, required, type TableGroup } from './columns.ts'

/** A record of the Studio that belongs to a person, where several servers serve it. */
export interface StudioDocumentRow {
  /** `<organization>/<user>`, and the folder below it. */
  folder: string
  name: string
  organization_id: string
  content: string
}

async function createStudioDocuments(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('studio_documents')
    .addColumn('folder', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('content', 'text', required)
    .addPrimaryKeyConstraint('studio_documents_key', ['folder', 'name'])
    .execute()
  await schema
    .createIndex('studio_documents_of_organization')
    .on('studio_documents')
    .column('organization_id')
    .execute()
}

export interface StudioTables {
  studio_documents: StudioDocumentRow
}

export const studioTables: TableGroup = [createStudioDocuments]
