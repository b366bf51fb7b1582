/** Lists the images of a data set, filtered and sorted. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type ImageFilter, type ImageIdList, type ImageSort, MAX_LISTED_IDS } from '../../../shared/api/image-lists.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import type { Datasets } from '../datasets.ts'
import { matchingImages, type Reads } from './image-filter.ts'

export interface ImageLists {
  /** @throws ApiError not_found, here and below; invalid_field for a directory or cursor */
  page(
    caller: Caller,
    dataset: string,
    filter: ImageFilter & { limit: number; cursor?: string },
  ): Promise<{ rows: ImageRow[]; next_cursor: string | null }>
  /** All ids, of one moment. @throws ApiError invalid_field for a directory */
  ids(caller: Caller, dataset: string, filter: ImageFilter): Promise<ImageIdList>
}

/** Ids of one query. */
const IDS_AT_ONCE = 2500

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
interface Place {
  part: number
  after: readonly (string | number)[] | null
}

const START: Place = { part: 0, after: null }

type Images<Row> = SelectQueryBuilder<Tables, 'images', Row>

/** Columns that the rows of a page need for the place of the next one. */
const orderColumns = (sort: ImageSort): Column[] => [...new Set(PARTS[sort].flatMap(({ columns }) => columns))]

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
async function pageBehind<Row extends Partial<ImageRow>>(
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

const cursorOf = (sort: ImageSort, { part, after }: Place): string =>
  Buffer.from(JSON.stringify([sort, part, ...(after ?? [])])).toString('base64url')

/** @throws ApiError invalid_field for a text that is no cursor of this order */
function placeFrom(sort: ImageSort, cursor: string): Place {
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

export function createImageLists(db: Database, datasets: Datasets): ImageLists {
  return {
    async page(caller, nameOrId, { limit, cursor, ...filter }) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const place = cursor === undefined ? START : placeFrom(filter.sort, cursor)
      const images = (await matchingImages(db, dataset.id, filter))(db).selectAll()
      const { rows, next } = await pageBehind(images, filter.sort, place, limit)
      return { rows, next_cursor: next && cursorOf(filter.sort, next) }
    },
    async ids(caller, nameOrId, filter) {
      const { id } = await datasets.rowOf(caller, nameOrId)
      const images = await matchingImages(db, id, filter)
      const columns = [...new Set([...orderColumns(filter.sort), 'id' as const])]
      const pageAt = (reads: Reads, place: Place): Promise<{ rows: { id: string }[]; next: Place | null }> =>
        pageBehind(images(reads).select(columns), filter.sort, place, IDS_AT_ONCE)
      const first = await pageAt(db, START)
      if (!first.next) return { data: first.rows.map((row) => row.id), total: first.rows.length, has_more: false }
      return readSnapshot(db, async (tx) => {
        const data: string[] = []
        const pause = pausing()
        for (let place: Place | null = START; place && data.length < MAX_LISTED_IDS; ) {
          if (pause.isDue) await pause.take()
          const page = await pageAt(tx, place)
          for (const row of page.rows) data.push(row.id)
          place = page.next
          if (!place) return { data, total: data.length, has_more: false }
        }
        const counted = images(tx).select((e) => e.fn.countAll<number>().as('total'))
        return { data, total: Number((await counted.executeTakeFirstOrThrow()).total), has_more: true }
      })
    },
  }
}
