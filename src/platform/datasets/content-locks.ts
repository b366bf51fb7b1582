/**
 * Row locks for the transactions that change what a data set holds. Such a transaction is read committed on PostgreSQL
 * (`lockingTransaction`) and locks in this order: its images by their ids, their data sets by their ids, then the rows that it
 * writes, counters last. What it decides from is read once the data set is locked: nobody else changes it from then on. SQLite
 * has one writer at a time.
 */
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { type Database, isPostgres } from '../db/database.ts'
import type { ImageRow } from '../db/schema/datasets.ts'

type Locks = Pick<Database, 'selectFrom' | 'updateTable' | 'getExecutor'>

/**
 * The images among these that exist, in no order, with their data sets locked as well. A transaction that calls it several
 * times first calls it once for all images.
 */
export async function lockContents(tx: Locks, imageIds: readonly string[]): Promise<ImageRow[]> {
  const rows = await lockedRows(tx, imageIds)
  for (const id of [...new Set(rows.map(({ dataset_id }) => dataset_id))].sort()) await lockDataset(tx, id)
  return rows
}

function lockedRows(tx: Locks, ids: readonly string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  if (isPostgres(tx)) {
    const rows = tx.selectFrom('images').selectAll().where('id', 'in', ids)
    return rows.orderBy('id').forNoKeyUpdate().execute()
  }
  // The width is in no index.
  const rows = tx.updateTable('images').set((e) => ({ width: e.ref('width') }))
  return rows.where('id', 'in', ids).returningAll().execute()
}

/** Keeps others from changing the data set and what it holds. Returns false when it is deleted. */
export async function lockDataset(tx: Locks, id: string): Promise<boolean> {
  const live = tx.selectFrom('datasets').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  return (await (isPostgres(tx) ? live.forNoKeyUpdate() : live).executeTakeFirst()) !== undefined
}

/** The error of a change that found the data set deleted meanwhile. */
export const datasetDeleted = (): ApiError => new ApiError('not_found', message('dataset.deleted'))
