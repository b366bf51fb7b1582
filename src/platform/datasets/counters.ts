/**
 * Counters of data sets: numbers of images that share a property, updated in the transaction of each change instead of
 * counted by each call.
 */

import { sql } from 'kysely'
import type { ImageStatus } from '../../shared/api/datasets.ts'
import { batchesOf } from '../../shared/domain/batches.ts'
import type { Database } from '../db/database.ts'
import type { DatasetCounterRow, ImageRow } from '../db/schema/datasets.ts'
import { IS_VISIBLE } from './stored-annotation.ts'

export type CounterKind = DatasetCounterRow['kind']
export type Counter = Pick<DatasetCounterRow, 'key' | 'images' | 'amount'>

/** The properties of an image that are counted. */
export type CountedImage = Pick<
  ImageRow,
  'status' | 'is_archived' | 'directory_path' | 'width' | 'height' | 'size_bytes' | 'annotation_count'
>

/** Key of archived images among the states; the others are statuses. */
export const ARCHIVED = 'archived'

/** The counters of a label that say whether annotations have it. */
export const LABEL_KINDS = ['label', 'archived_label'] as const

/** Annotations of one label in one image: objects, and those of tracks that have left the image. */
export interface LabelCount {
  visible: number
  outside: number
}

/** A status and the path of a directory, which begins with a slash. */
export function placeOf(key: string): { status: ImageStatus; path: string } {
  const end = key.indexOf('/')
  return { status: key.slice(0, end) as ImageStatus, path: key.slice(end) }
}

/** The differences that a transaction makes. */
export interface Tally {
  add(kind: CounterKind, key: string, images: number, amount: number): void
  /** Adds all annotations of a label in an image, or removes them. */
  label(image: Pick<ImageRow, 'is_archived'>, labelId: string, count: LabelCount, sign: 1 | -1): void
  /** Adds an image to all counters but those of labels, or removes it from them. */
  image(row: CountedImage, sign: 1 | -1): void
  /** The last statement of the transaction, since other changes of the data set wait for its end. */
  write(tx: Pick<Database, 'insertInto'>): Promise<void>
}

const ROWS_AT_ONCE = 100

export function createTally(dataset_id: string): Tally {
  const differences = new Map<string, DatasetCounterRow>()

  function add(kind: CounterKind, key: string, images: number, amount: number): void {
    const id = `${kind} ${key}`
    const there = differences.get(id) ?? { dataset_id, kind, key, images: 0, amount: 0 }
    differences.set(id, { ...there, images: there.images + images, amount: there.amount + amount })
  }

  return {
    add,
    label({ is_archived }, labelId, { visible, outside }, sign) {
      if (visible + outside === 0) return
      // Archived images only count as such; so do annotations of theirs.
      add(is_archived ? 'archived_label' : 'label', labelId, sign, sign * (visible + outside))
      if (!is_archived) add('outside', labelId, visible === 0 ? sign : 0, sign * outside)
    },
    image({ status, is_archived, directory_path, width, height, size_bytes, annotation_count }, sign) {
      add('state', is_archived ? ARCHIVED : status, sign, sign * size_bytes)
      if (is_archived) return
      add('directory', status + directory_path, sign, sign * size_bytes)
      add('size', `${width}x${height}`, sign, 0)
      add('density', `${annotation_count}`, sign, 0)
    },
    async write(tx) {
      // In one order: two transactions that wait for each other's rows would be stopped.
      const ids = [...differences.keys()].sort()
      const rows = ids.map((id) => differences.get(id) as DatasetCounterRow)
      const changed = rows.filter(({ images, amount }) => images !== 0 || amount !== 0)
      for (const some of batchesOf(changed, ROWS_AT_ONCE)) {
        await tx
          .insertInto('dataset_counters')
          .values(some)
          .onConflict((c) =>
            c.columns(['dataset_id', 'kind', 'key']).doUpdateSet({
              images: sql`dataset_counters.images + excluded.images`,
              amount: sql`dataset_counters.amount + excluded.amount`,
            }),
          )
          .execute()
      }
    },
  }
}

/** The counters of a kind that are not zero. */
export async function readCounters(
  db: Pick<Database, 'selectFrom'>,
  datasetId: string,
  kind: CounterKind,
): Promise<Counter[]> {
  const rows = await db
    .selectFrom('dataset_counters')
    .select(['key', 'images', 'amount'])
    .where('dataset_id', '=', datasetId)
    .where('kind', '=', kind)
    .where((e) => e.or([e('images', '<>', 0), e('amount', '<>', 0)]))
    .execute()
  return rows.map(({ key, images, amount }) => ({ key, images: Number(images), amount: Number(amount) }))
}

const VISIBLE = sql.raw(IS_VISIBLE)

/** Sets the figures of images that follow from their annotations, in an update of `images`. */
export const ANNOTATION_FIGURES = sql`(annotation_count, outside_count, lowest_confidence) = (
  select count(case when ${VISIBLE} then 1 end), count(case when ${VISIBLE} then null else 1 end),
    min(case when ${VISIBLE} then confidence end)
  from annotations where image_id = images.id)`

/** For counters that are not right, or not there yet. */
export function recount(db: Database, datasetId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const of = sql`dataset_id = ${datasetId}`
    const live = sql`${of} and is_archived = 0`
    const insert = (counted: ReturnType<typeof sql>) =>
      sql`insert into dataset_counters (dataset_id, kind, key, images, amount) ${counted}`.execute(tx)
    await sql`update images set ${ANNOTATION_FIGURES} where ${of}`.execute(tx)
    await tx.deleteFrom('dataset_counters').where('dataset_id', '=', datasetId).execute()
    await insert(sql`
      select dataset_id, 'state', case when is_archived = 1 then 'archived' else status end as state, count(*), sum(size_bytes)
      from images where ${of} group by dataset_id, state`)
    await insert(sql`
      select dataset_id, 'directory', status || directory_path as place, count(*), sum(size_bytes)
      from images where ${live} group by dataset_id, place`)
    await insert(sql`
      select dataset_id, 'size', cast(width as text) || 'x' || cast(height as text) as size, count(*), 0
      from images where ${live} group by dataset_id, size`)
    await insert(sql`
      select dataset_id, 'density', cast(annotation_count as text) as density, count(*), 0
      from images where ${live} group by dataset_id, density`)
    await insert(sql`
      select i.dataset_id, case when i.is_archived = 1 then 'archived_label' else 'label' end as counted, a.label_id,
        count(distinct i.id), count(*)
      from annotations a join images i on i.id = a.image_id
      where i.dataset_id = ${datasetId} group by i.dataset_id, counted, a.label_id`)
    await insert(sql`
      select dataset_id, 'outside', label_id, sum(case when visible = 0 then 1 else 0 end), sum(outside)
      from (
        select dataset_id, image_id, label_id, count(case when ${VISIBLE} then 1 end) as visible,
          count(case when ${VISIBLE} then null else 1 end) as outside
        from annotations join images on images.id = image_id
        where ${live} group by dataset_id, image_id, label_id) as counts
      where outside > 0 group by dataset_id, label_id`)
    await tx.updateTable('datasets').set({ is_counted: 1 }).where('id', '=', datasetId).execute()
  })
}

/** At the start: the data sets that were marked for a repair. */
export async function recountUnsure(db: Database): Promise<void> {
  const unsure = await db
    .selectFrom('datasets')
    .select('id')
    .where('is_counted', '=', 0)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of unsure) await recount(db, id)
}
