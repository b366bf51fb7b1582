/** Counts the counters of data sets from their images and annotations. */
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** For counters that are not right, or not there yet. */
export function recount(db: Database, datasetId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const of = sql`dataset_id = ${datasetId}`
    const live = sql`${of} and is_archived = 0`
    const insert = (counted: ReturnType<typeof sql>) =>
      sql`insert into dataset_counters (dataset_id, kind, key, images, amount) ${counted}`.execute(tx)
    await sql`
      update images set
        annotation_count = (select count(*) from annotations a where a.image_id = images.id),
        lowest_confidence = (select min(a.confidence) from annotations a where a.image_id = images.id)
      where ${of}`.execute(tx)
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
