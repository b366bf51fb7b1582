/** Rows that callers address by name or id, within their organization. */
import { compiledQuery } from './compiled-query.ts'
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
  // Kysely does not know that the tables of a union share columns: one of them represents all.
  const by = (column: 'id' | 'name') => {
    const rows = compiledQuery(db, ({ organizationId, value }: Record<'organizationId' | 'value', string>) =>
      db
        .selectFrom(table as 'workflows')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where(column, '=', value),
    )
    return async (organizationId: string, value: string) =>
      ((await rows({ organizationId, value }))[0] as NamedTables[T] | undefined) ?? null
  }
  const byId = by('id')
  const byName = by('name')
  return {
    async find(organizationId, nameOrId) {
      const found = isUuid(nameOrId) ? await byId(organizationId, nameOrId.toLowerCase()) : null
      return found ?? byName(organizationId, nameOrId)
    },
    nameTaken: async (organizationId, name) => (await byName(organizationId, name)) !== null,
  }
}
