/** Pages of lists: the rows of one, their total, and the forms in which the API returns them. */
import type { SelectQueryBuilder } from 'kysely'
import type { CountedList, Page, PaginatedList } from '../../shared/api/endpoint.ts'
import { compiledQuery } from './compiled-query.ts'
import { type Database, isUuid } from './database.ts'
import type { DatasetRow } from './schema/datasets.ts'
import type { ModelRow } from './schema/models.ts'
import type { WebhookEndpointRow } from './schema/webhooks.ts'
import type { WorkflowRow } from './schema/workflows.ts'
import type { Tables } from './tables.ts'

export interface CountedRows<Row> {
  rows: Row[]
  /** Number of rows on all pages. */
  total: number
}

/** The rows of a page; the query has an order that is the same at each call. */
export const pageOf = <T extends keyof Tables, Row>(
  ordered: SelectQueryBuilder<Tables, T, Row>,
  { limit, offset }: Page,
): Promise<Row[]> => ordered.limit(limit).offset(offset).execute() as Promise<Row[]>

/** The rows of a page, with the number of all rows. `matching`: the same query without columns and order. */
export async function countedPage<T extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, T, object>,
  ordered: SelectQueryBuilder<Tables, T, Row>,
  page: Page,
): Promise<CountedRows<Row>> {
  const { total } = await matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows: await pageOf(ordered, page), total: Number(total) }
}

const hasMore = ({ rows, total }: CountedRows<unknown>, { offset }: Page): boolean => offset + rows.length < total

export const countedListOf = <Row, T>(found: CountedRows<Row>, page: Page, show: (row: Row) => T): CountedList<T> => ({
  data: found.rows.map(show),
  total: found.total,
  has_more: hasMore(found, page),
})

export const paginatedListOf = <Row, T>(
  found: CountedRows<Row>,
  page: Page,
  show: (row: Row) => T,
): PaginatedList<T> => ({
  data: found.rows.map(show),
  pagination: { limit: page.limit, offset: page.offset, total: found.total, has_more: hasMore(found, page) },
})

interface NamedTables {
  datasets: DatasetRow
  models: ModelRow
  webhook_endpoints: WebhookEndpointRow
  workflows: WorkflowRow
}

/** Rows that callers address by name or id, within their organization. */
export interface NamedRows<Row> {
  /** Matches the id when the text is one, otherwise the name. */
  find(organizationId: string, nameOrId: string): Promise<Row | null>
  nameTaken(organizationId: string, name: string): Promise<boolean>
}

/** Kysely does not know that the tables of a union share columns: one of them represents all. */
function liveRows(db: Database, table: keyof NamedTables): SelectQueryBuilder<Tables, 'workflows', object> {
  const rows = db.selectFrom(table as 'workflows')
  // Only data sets are hidden before they are deleted.
  return table === 'datasets' ? rows.where('deleted_at' as 'id', 'is', null) : rows
}

/** A search for one row, with these columns of it, by id or name. */
export function findNamed<T extends keyof NamedTables, C extends keyof NamedTables[T] & string>(
  db: Database,
  table: T,
  columns: readonly C[],
): (organizationId: string, nameOrId: string) => Promise<Pick<NamedTables[T], C> | null> {
  const rows = () => liveRows(db, table).select(columns as readonly 'id'[])
  return finder(db, rows) as (organizationId: string, nameOrId: string) => Promise<Pick<NamedTables[T], C> | null>
}

export function namedRows<T extends keyof NamedTables>(db: Database, table: T): NamedRows<NamedTables[T]> {
  const rows = () => liveRows(db, table).selectAll()
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
