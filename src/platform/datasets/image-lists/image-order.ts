/** Orders of images, and the places in them after which a page begins. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ImageSort } from '../../../shared/api/image-lists.ts'
import { message } from '../../../shared/messages/message.ts'
import { invalidField } from '../../db/naming/invalid-field.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'

type Column = keyof ImageRow & string

/** A part of an order: images in the order of columns whose values no two of them share. */
interface Part {
  columns: readonly [Column, ...Column[]]
  isDescending?: true
  where?: RawBuilder<boolean>
}

const PARTS: Record<ImageSort, readonly Part[]> = {
  name: [{ columns: ['directory_path', 'filename'] }],
  '-name': [{ columns: ['directory_path', 'filename'], isDescending: true }],
  created: [{ columns: ['created_at', 'id'] }],
  '-created': [{ columns: ['created_at', 'id'], isDescending: true }],
  annotations: [{ columns: ['annotation_count', 'id'] }],
  '-annotations': [{ columns: ['annotation_count', 'id'], isDescending: true }],
  confidence: [
    { columns: ['lowest_confidence', 'id'], where: sql<boolean>`lowest_confidence is not null` },
    { columns: ['created_at', 'id'], where: sql<boolean>`lowest_confidence is null` },
  ],
  disagreement: [{ columns: ['disagreement', 'id'], isDescending: true }],
}

/** A place in an order: the part, and the values of its columns in the last image before the place. */
export interface Place {
  part: number
  after: readonly (string | number)[] | null
}

export const START: Place = { part: 0, after: null }

type Images<Row> = SelectQueryBuilder<Tables, 'images', Row>

/** Columns that the rows of a page need for the place of the next one. */
export const orderColumns = (sort: ImageSort): Column[] => [...new Set(PARTS[sort].flatMap(({ columns }) => columns))]

/** The images of the part behind a place, in order. */
function behind<Row>(images: Images<Row>, { columns, isDescending, where }: Part, after: Place['after']): Images<Row> {
  let query = where ? images.where(where) : images
  if (after) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const values = sql.join(after.map((value) => sql.val(value)))
    query = query.where(isDescending ? sql<boolean>`(${names}) < (${values})` : sql<boolean>`(${names}) > (${values})`)
  }
  for (const column of columns) query = query.orderBy(column, isDescending ? 'desc' : 'asc')
  return query
}

/** Up to `limit` rows behind a place, which have the columns of the order; `next` is null at the end of the list. */
export async function pageBehind<Row extends Partial<ImageRow>>(
  images: Images<Row>,
  sort: ImageSort,
  place: Place,
  limit: number,
): Promise<{ rows: Row[]; next: Place | null }> {
  const parts = PARTS[sort]
  const rows: Row[] = []
  let last: Place = place
  for (let part = place.part; part < parts.length; part++) {
    const ordered = behind(images, parts[part] as Part, part === place.part ? place.after : null)
    // One more, which shows that there is another page.
    for (const row of await ordered.limit(limit + 1 - rows.length).execute()) {
      if (rows.length === limit) return { rows, next: last }
      rows.push(row as Row)
      last = { part, after: (parts[part] as Part).columns.map((column) => row[column as keyof Row] as string | number) }
    }
  }
  return { rows, next: null }
}

export const cursorOf = (sort: ImageSort, { part, after }: Place): string =>
  Buffer.from(JSON.stringify([sort, part, ...(after ?? [])])).toString('base64url')

/** @throws ApiError invalid_field for a text that is no cursor of this order */
export function placeFrom(sort: ImageSort, cursor: string): Place {
  const [of, part, ...after] = parsed(cursor)
  const columns = of === sort && typeof part === 'number' ? PARTS[sort][part]?.columns : undefined
  const isOfColumns = columns?.length === after.length && columns.every((column, i) => fits(column, after[i]))
  if (!isOfColumns) throw invalidField('/cursor', message('invalid.cursor'))
  return { part: part as number, after: after as (string | number)[] }
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const NUMBERS: readonly Column[] = ['annotation_count', 'lowest_confidence', 'disagreement']

const fits = (column: Column, value: unknown): boolean =>
  NUMBERS.includes(column) ? typeof value === 'number' : typeof value === 'string' && !value.includes('\0')
