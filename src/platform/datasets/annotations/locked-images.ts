/** Images whose annotations do not change until the transaction ends, and those annotations. */
import { sql, type Transaction } from 'kysely'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import { lockContents } from '../content-locks.ts'
import type { LabelCount } from '../counters.ts'
import { IS_VISIBLE } from '../stored-annotation.ts'
import type { StoredRow } from './inverse.ts'

export type LockedImage = Pick<
  ImageRow,
  'id' | 'dataset_id' | 'is_archived' | 'annotation_count' | 'outside_count' | 'revision'
>

/** By id; one that was deleted is missing. Their data sets are locked too. */
export async function lockedImages(tx: Transaction<Tables>, ids: readonly string[]): Promise<Map<string, LockedImage>> {
  return new Map((await lockContents(tx, ids)).map((row) => [row.id, row]))
}

/** Numbers of annotations by image and label. */
export async function labelCounts(
  tx: Pick<Transaction<Tables>, 'selectFrom'>,
  imageIds: readonly string[],
): Promise<Map<string, Map<string, LabelCount>>> {
  const counts = new Map<string, Map<string, LabelCount>>(imageIds.map((id) => [id, new Map()]))
  if (imageIds.length === 0) return counts
  const rows = await tx
    .selectFrom('annotations')
    .where('image_id', 'in', imageIds)
    .groupBy(['image_id', 'label_id'])
    .select(['image_id', 'label_id', (e) => e.fn.countAll().as('all')])
    .select(sql<number>`count(case when ${sql.raw(IS_VISIBLE)} then 1 end)`.as('visible'))
    .execute()
  for (const { image_id, label_id, all, visible } of rows) {
    counts.get(image_id)?.set(label_id, { visible: Number(visible), outside: Number(all) - Number(visible) })
  }
  return counts
}

/** Annotations of one query: more would keep the thread from other work when they arrive. */
const ROWS_AT_ONCE = 2000

/** The annotations of these images, in no order; `expected` of them. */
export async function storedRows(
  tx: Pick<Transaction<Tables>, 'selectFrom'>,
  imageIds: readonly string[],
  expected: number,
): Promise<Map<string, StoredRow[]>> {
  const found = new Map<string, StoredRow[]>(imageIds.map((id) => [id, []]))
  if (imageIds.length === 0 || expected === 0) return found
  const query = tx
    .selectFrom('annotations')
    .select(['image_id', 'id', 'label_id', 'position', 'confidence', 'geometry', 'extra'])
    .where('image_id', 'in', imageIds)
  let rows = await (expected < ROWS_AT_ONCE
    ? query
    : query.orderBy('image_id').orderBy('id').limit(ROWS_AT_ONCE)
  ).execute()
  for (;;) {
    for (const { image_id, ...row } of rows) found.get(image_id)?.push(row)
    const last = rows.at(-1)
    if (expected < ROWS_AT_ONCE || !last || rows.length < ROWS_AT_ONCE) return found
    rows = await query
      .where(sql<boolean>`(image_id, id) > (${last.image_id}, ${last.id})`)
      .orderBy('image_id')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
  }
}
