/** The images of an export, page by page in the order of their paths: those of a directory, or chosen ones. */

import { sql, type Transaction } from 'kysely'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { fromJson } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { DatasetExportRow } from '../../db/schema/exports.ts'
import type { Tables } from '../../db/tables.ts'

/** Images of a page. */
const PAGE = 100
/** Ids of one query. */
const IDS = 500

const COLUMNS = [
  'id',
  'filename',
  'directory_path',
  'sha256',
  'content_type',
  'size_bytes',
  'width',
  'height',
  'split',
] as const
export type SelectedImage = Pick<ImageRow, (typeof COLUMNS)[number]>

export type Snapshot = Pick<Transaction<Tables>, 'selectFrom'>

/** Archived images are left out. */
export interface Selection extends Pick<DatasetExportRow, 'dataset_id' | 'directory_path'> {
  /** Null for all images of the directory. Those of other images are left out. */
  image_ids: readonly string[] | null
}

export interface SelectedImages {
  count: number
  pages(): AsyncGenerator<SelectedImage[]>
}

export async function selectImages(tx: Snapshot, selection: Selection): Promise<SelectedImages> {
  const { image_ids: ids } = selection
  return ids === null ? ofDirectory(tx, selection) : ofIds(tx, selection, [...new Set(ids)])
}

/** The images that were chosen for an export; null for all of its directory. */
export async function chosenIds(tx: Snapshot, exportId: string): Promise<string[] | null> {
  const rows = tx.selectFrom('export_selections').select('image_ids').where('export_id', '=', exportId)
  const row = await rows.executeTakeFirst()
  return row ? fromJson<string[]>(row.image_ids) : null
}

async function ofDirectory(tx: Snapshot, selection: Selection): Promise<SelectedImages> {
  const all = imagesOf(tx, selection)
  const { n } = await all.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const ordered = all.select(COLUMNS).orderBy('directory_path').orderBy('filename').limit(PAGE)
  return {
    count: Number(n),
    async *pages() {
      for (let page = await ordered.execute(); ; ) {
        const last = page.at(-1)
        if (!last) return
        yield page
        const { directory_path, filename } = last
        page = await ordered
          .where(sql<boolean>`(directory_path, filename) > (${directory_path}, ${filename})`)
          .execute()
      }
    },
  }
}

/** The ids are sorted by path once, so that each page reads its own rows only. */
async function ofIds(tx: Snapshot, selection: Selection, ids: readonly string[]): Promise<SelectedImages> {
  const places: Pick<ImageRow, 'id' | 'directory_path' | 'filename'>[] = []
  for (const batch of batchesOf(ids, IDS)) {
    const some = imagesOf(tx, selection).where('id', 'in', batch)
    places.push(...(await some.select(['id', 'directory_path', 'filename']).execute()))
  }
  places.sort((a, b) => order(a.directory_path, b.directory_path) || order(a.filename, b.filename))
  return {
    count: places.length,
    async *pages() {
      for (const some of batchesOf(places, PAGE)) {
        const wanted = some.map(({ id }) => id)
        const rows = await imagesOf(tx, selection).select(COLUMNS).where('id', 'in', wanted).execute()
        const byId = new Map(rows.map((row) => [row.id, row]))
        yield wanted.flatMap((id) => byId.get(id) ?? [])
      }
    },
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function imagesOf(tx: Snapshot, { dataset_id, directory_path }: Selection) {
  const live = tx.selectFrom('images').where('dataset_id', '=', dataset_id).where('is_archived', '=', 0)
  if (directory_path === null) return live
  const start = `${directory_path}/`
  return live.where(
    sql<boolean>`(directory_path = ${directory_path} or substr(directory_path, 1, length(${start})) = ${start})`,
  )
}
