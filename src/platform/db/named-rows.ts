/** Rows that callers address by name or id, within their organization. */
import type { SelectQueryBuilder } from 'kysely'
import { compiledQuery } from './compiled-query.ts'
import type { Database } from './database.ts'
import { isUuid } from './ids.ts'
import type { DatasetRow } from './schema/datasets.ts'
import type { ModelRow } from './schema/models.ts'
import type { WebhookEndpointRow } from './schema/webhooks.ts'
import type { WorkflowRow } from './schema/workflows.ts'
import type { Tables } from './tables.ts'

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

/** A search for one row, with these columns of it, by id or name. */
export function findNamed<T extends keyof NamedTables, C extends keyof NamedTables[T] & string>(
  db: Database,
  table: T,
  columns: readonly C[],
): (organizationId: string, nameOrId: string) => Promise<Pick<NamedTables[T], C> | null> {
  // Kysely does not know that the tables of a union share columns: one of them represents all.
  const rows = () => db.selectFrom(table as 'workflows').select(columns as readonly 'id'[])
  return finder(db, rows) as (organizationId: string, nameOrId: string) => Promise<Pick<NamedTables[T], C> | null>
}

export function namedRows<T extends keyof NamedTables>(db: Database, table: T): NamedRows<NamedTables[T]> {
  const rows = () => db.selectFrom(table as 'workflows').selectAll()
  const byName = by(db, rows, 'name')
  return {
    find: finder(db, rows) as NamedRows<NamedTables[T]>['find'],
    nameTaken: async (organizationId, name) => (await byName(organizationId, name)) !== null,
  }
}

type Rows<Row> = () => SelectQueryBuilder<Tables, 'workflows', Row>

function by<Row>(db: Database, rows: Rows<Row>, column: 'id' | 'name') {
  const found = compiledQuery(db, ({ organizationId, value }: Record<'organizationId' | 'value', string>) =>
    rows().where('organization_id', '=', organizationId).where(column, '=', value),
  )
  return async (organizationId: string, value: string): Promise<Row | null> =>
    (await found({ organizationId, value }))[0] ?? null
}

function finder<Row>(db: Database, rows: Rows<Row>) {
  const [byId, byName] = [by(db, rows, 'id'), by(db, rows, 'name')]
  return async (organizationId: string, nameOrId: string): Promise<Row | null> => {
    const found = isUuid(nameOrId) ? await byId(organizationId, nameOrId.toLowerCase()) : null
    return found ?? byName(organizationId, nameOrId)
  }
}
