/** The audit log. */
import type { SchemaModule } from 'kysely'
import type { AuditOutcome, AuditWay } from '../../../shared/api/audit.ts'
import type { Role } from '../../../shared/api/endpoint.ts'
import { partOf, primary, required, type TableGroup } from './columns.ts'

export interface AuditRow {
  id: string
  organization_id: string
  created_at: string
  /** Not a reference: the entry outlives the user and the key. */
  user_id: string | null
  key_id: string | null
  via: AuditWay
  role: Role
  /** Id of the endpoint, such as `workflows.update`. */
  action: string
  /** JSON: names or ids of the objects, by the name of their field. */
  object: string
  request_id: string | null
  outcome: AuditOutcome
  /** The network address; null for entries that are not about signing in. */
  address: string | null
  /** How often the same failure was repeated within its period; 1 for other entries. */
  times: number
}

async function createAuditLog(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('audit_log')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_at', 'text', required)
    .addColumn('user_id', 'text')
    .addColumn('key_id', 'text')
    .addColumn('via', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('object', 'text', required)
    .addColumn('request_id', 'text')
    .addColumn('outcome', 'text', required)
    .addColumn('address', 'text')
    .addColumn('times', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.createIndex('audit_log_order').on('audit_log').columns(['organization_id', 'id']).execute()
}

/** A failure that is counted in one entry for a while. */
export interface RepeatedEntryRow {
  /** Hex SHA-256 of the action, the account and the network address. */
  subject: string
  organization_id: string
  entry_id: string
  ends_at: string
}

async function createRepeatedEntries(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('repeated_entries')
    .addColumn('subject', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('entry_id', 'text', required)
    .addColumn('ends_at', 'text', required)
    .execute()
}

export interface AuditTables {
  audit_log: AuditRow
  repeated_entries: RepeatedEntryRow
}

export const auditTables: TableGroup = [createAuditLog, createRepeatedEntries]
