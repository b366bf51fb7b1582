/** Stores and deletes the sets of images of tasks. Large ones take several transactions, with a hidden task meanwhile. */

import { sql, type Transaction } from 'kysely'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { type Database, lockingTransaction } from '../../db/database.ts'
import type { TaskRow } from '../../db/schema/tasks.ts'
import type { Tables } from '../../db/tables.ts'
import { lockDataset } from '../content-locks.ts'

type Tx = Transaction<Tables>

/** Images of one transaction: other callers' writes get their turn after it. */
const IMAGES_AT_ONCE = 5000
/** Ids of one statement. */
const IDS_AT_ONCE = 500
/** A task that has been hidden for so long was left by a process that ended. */
const ABANDONED_MS = 60 * 60_000

/** Images that are complete already are done. `completed_at`: ISO 8601. The data set is locked, so that no status changes. */
async function freeze(tx: Tx, task: TaskRow, ids: readonly string[]): Promise<void> {
  for (const some of batchesOf(ids, IDS_AT_ONCE)) {
    await tx
      .insertInto('task_images')
      .columns(['task_id', 'image_id', 'completed_at'])
      .expression((e) =>
        e
          .selectFrom('images')
          .select([
            sql<string>`cast(${task.id} as text)`.as('task_id'),
            'id',
            sql<string | null>`case when status = 'complete' then cast(${task.created_at} as text) end`.as('done'),
          ])
          // Not by the index of data sets, which would read all images of this one for each statement.
          .where(sql<boolean>`(dataset_id || '') = ${task.dataset_id}`)
          .where('id', 'in', some),
      )
      .execute()
  }
}

/** Counts the set, and shows the task. Returns the number of its images. */
async function show(tx: Tx, taskId: string): Promise<number> {
  const count = (of: 'image_id' | 'completed_at') => sql<number>`(select count(${sql.ref(of)}) from task_images
    where task_id = tasks.id and is_removed = 0)`
  const { image_count } = await tx
    .updateTable('tasks')
    .set({ image_count: count('image_id'), images_complete: count('completed_at'), is_ready: 1 })
    .where('id', '=', taskId)
    .returning('image_count')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('tasks')
    .set({ status: 'completed' })
    .where('id', '=', taskId)
    .where('image_count', '>', 0)
    .whereRef('images_complete', '=', 'image_count')
    .execute()
  return image_count
}

/**
 * Stores a task with the images of its data set that have these ids. `last`: called in the transaction that shows the task,
 * with the number of its images; an error that it throws undoes everything.
 */
export async function storeTask(
  db: Database,
  task: TaskRow,
  ids: readonly string[],
  last: (tx: Tx, images: number) => Promise<void>,
): Promise<void> {
  const rest = ids.slice(IMAGES_AT_ONCE)
  const end = async (tx: Tx) => last(tx, await show(tx, task.id))
  const locked = (work: (tx: Tx) => Promise<void>) =>
    lockingTransaction(db, async (tx) => {
      await lockDataset(tx, task.dataset_id)
      await work(tx)
    })
  await locked(async (tx) => {
    await tx
      .insertInto('tasks')
      .values({ ...task, is_ready: 0 })
      .execute()
    await freeze(tx, task, ids.slice(0, IMAGES_AT_ONCE))
    if (rest.length === 0) await end(tx)
  })
  if (rest.length === 0) return
  try {
    for (const some of batchesOf(rest, IMAGES_AT_ONCE)) {
      await locked((tx) => freeze(tx, task, some))
    }
    await locked(end)
  } catch (error) {
    await removeHidden(db, task.id).catch(() => undefined)
    throw error
  }
}

/** Deletes a task with its images and the work on it. */
export async function removeTask(db: Database, { id, image_count }: Pick<TaskRow, 'id' | 'image_count'>) {
  if (image_count <= IMAGES_AT_ONCE) {
    await db.deleteFrom('tasks').where('id', '=', id).execute()
    return
  }
  await db.updateTable('tasks').set({ is_ready: 0 }).where('id', '=', id).execute()
  await removeHidden(db, id)
}

async function removeHidden(db: Database, id: string): Promise<void> {
  for (let deleted = IMAGES_AT_ONCE; deleted === IMAGES_AT_ONCE; ) {
    const some = db.selectFrom('task_images').select('image_id').where('task_id', '=', id).limit(IMAGES_AT_ONCE)
    const result = await db
      .deleteFrom('task_images')
      .where('task_id', '=', id)
      .where('image_id', 'in', some)
      .executeTakeFirst()
    deleted = Number(result.numDeletedRows)
  }
  await db.deleteFrom('tasks').where('id', '=', id).execute()
}

/** Completes what a process that ended has left. */
export async function removeAbandoned(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ABANDONED_MS).toISOString()
  const hidden = db.selectFrom('tasks').select('id').where('is_ready', '=', 0).where('created_at', '<', before)
  for (const { id } of await hidden.execute()) await removeHidden(db, id)
}
