/** Pages of lists: the rows of one, their total, and the forms in which the API returns them. */
import type { SelectQueryBuilder } from 'kysely'
import type { CountedList, Page, PaginatedList } from '../../shared/api/paging.ts'
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

/** As `pageOf`, with the total. `matching`: the same query without columns and order. */
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
