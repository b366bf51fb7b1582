/** The places of images in tasks, and the work that is credited there. */
import type { Transaction } from 'kysely'
import { insertMany } from '../../db/database.ts'
import type { ContributionRow } from '../../db/schema/tasks.ts'
import type { Tables } from '../../db/tables.ts'

export type Tx = Transaction<Tables>

/** The rows of these images in all tasks, in the order in which they are locked. */
export const placesOf = (tx: Tx, imageIds: readonly string[]) =>
  tx
    .selectFrom('task_images as i')
    .innerJoin('tasks as t', 't.id', 'i.task_id')
    .select(['i.task_id', 'i.image_id', 'i.completed_at', 'i.last_saved_by', 't.kind', 't.status'])
    .where('i.image_id', 'in', imageIds)
    .where('i.is_removed', '=', 0)
    .orderBy('i.task_id')
    .orderBy('i.image_id')
    .execute()

export type TaskPlace = Awaited<ReturnType<typeof placesOf>>[number]

/** By the id of the task. */
export function byTask<P extends Pick<TaskPlace, 'task_id'>>(places: readonly P[]): Map<string, P[]> {
  const groups = new Map<string, P[]>()
  for (const place of places) {
    const group = groups.get(place.task_id)
    if (group) group.push(place)
    else groups.set(place.task_id, [place])
  }
  return groups
}

/** Adds work of people on images; the first work on an image adds its row. */
export async function addWork(tx: Tx, works: readonly ContributionRow[]): Promise<void> {
  const key = ['task_id', 'user_id', 'image_id'] as const
  await insertMany(
    tx,
    'contributions',
    works.map((work) => ({ ...work, active_seconds: 0, annotations_added: 0 })),
    { key, set: ['updated_at'] },
  )
  for (const { task_id, user_id, image_id, active_seconds, annotations_added } of works) {
    if (active_seconds === 0 && annotations_added === 0) continue
    await tx
      .updateTable('contributions')
      .set((e) => ({
        active_seconds: e('active_seconds', '+', active_seconds),
        annotations_added: e('annotations_added', '+', annotations_added),
      }))
      .where('task_id', '=', task_id)
      .where('user_id', '=', user_id)
      .where('image_id', '=', image_id)
      .execute()
  }
}

/** Makes a person the last saver of images of a task. */
export async function noteSaver(tx: Tx, taskId: string, imageIds: readonly string[], userId: string, at: string) {
  if (imageIds.length === 0) return
  await tx
    .updateTable('task_images')
    .set((e) => ({
      last_saved_by: userId,
      last_saved_at: at,
      annotations_added: e.fn.coalesce(
        e
          .selectFrom('contributions as c')
          .select('c.annotations_added')
          .whereRef('c.task_id', '=', 'task_images.task_id')
          .whereRef('c.image_id', '=', 'task_images.image_id')
          .where('c.user_id', '=', userId),
        e.val(0),
      ),
    }))
    .where('task_id', '=', taskId)
    .where('image_id', 'in', imageIds)
    .execute()
}

/** The first work on an open task begins it. */
export async function beginTask(tx: Tx, taskId: string): Promise<void> {
  const open = tx.updateTable('tasks').set({ status: 'in_progress' }).where('id', '=', taskId)
  await open.where('status', '=', 'open').execute()
}
