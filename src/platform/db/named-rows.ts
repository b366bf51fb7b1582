/** Rows that callers address by name or id, within their organization. */
import type { Database } from './database.ts'
import { isUuid } from './ids.ts'
import type { DatasetRow, ModelRow, WebhookEndpointRow, WorkflowRow } from './tables.ts'

interface NamedTables {
  datasets: DatasetRow
  models: ModelRow
  webhook_endpoints: WebhookEndpointRow
  workflows: WorkflowRow
}

export interface NamedRows<Row> {
  /** Matches the id when the text is one, otherwise the name. */
  find(organizationId: string, nameOrId: string): Promise<Row | null>
  nameTaken(organizationId: string, name: string): Promise<boolean>
}

export function namedRows<T extends keyof NamedTables>(db: Database, table: T): NamedRows<NamedTables[T]> {
  const by = async (column: 'id' | 'name', organizationId: string, value: string) => {
    // Kysely does not know that the tables of a union share columns: one of them represents all.
    const row = await db
      .selectFrom(table as 'workflows')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(column, '=', value)
      .executeTakeFirst()
    return (row as NamedTables[T] | undefined) ?? null
  }
  return {
    async find(organizationId, nameOrId) {
      const byId = isUuid(nameOrId) ? await by('id', organizationId, nameOrId.toLowerCase()) : null
      return byId ?? by('name', organizationId, nameOrId)
    },
    nameTaken: async (organizationId, name) => (await by('name', organizationId, name)) !== null,
  }
}
