/** Lists the images of a data set, filtered and sorted. */
import { type ImageFilter, type ImageIdList, MAX_LISTED_IDS } from '../../../shared/api/image-lists.ts'
import type { Database } from '../../db/database.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import type { Datasets } from '../datasets.ts'
import { matchingImages, type Reads } from './image-filter.ts'
import { cursorOf, orderColumns, type Place, pageBehind, placeFrom, START } from './image-order.ts'

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
