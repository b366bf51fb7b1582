/** Organizations, and the settings of the installation as a whole. */
import type { Generated, SchemaModule } from 'kysely'
import type { PlanName } from '../../../shared/api/plans.ts'
import { primary, required, type TableGroup, type Time } from './columns.ts'

export interface OrganizationRow {
  id: string
  name: string
  slug: string
  description: string | null
  is_public: Generated<0 | 1>
  subscription_tier: Generated<PlanName>
  created_at: Time
  /** Null until its profile is changed. */
  updated_at: Time | null
}

async function createOrganizations(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('organizations')
    .addColumn('id', 'text', primary)
    .addColumn('name', 'text', required)
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('is_public', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('subscription_tier', 'text', (c) => c.notNull().defaultTo('embedded'))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text')
    .execute()
}

/** One row. */
export interface InstallationRow {
  id: 1
  /** The organization of the keys that the host and the command line make. */
  default_organization_id: string
  /** 1 when its blobs are in a bucket, of which the data folder has copies. */
  files_in_store: 0 | 1
}

async function createInstallation(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('installation')
    .addColumn('id', 'integer', primary)
    .addColumn('default_organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('files_in_store', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}

export interface OrganizationTables {
  organizations: OrganizationRow
  installation: InstallationRow
}

export const organizationTables: TableGroup = [createOrganizations, createInstallation]
