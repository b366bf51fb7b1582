/** Brings tasks up to date when the status of their images changes, or when images are deleted. */
import type { ImageStatus } from '../../../shared/api/datasets.ts'
import type { TaskRow } from '../../db/schema/tasks.ts'
import { addWork, beginTask, byTask, noteSaver, placesOf, type TaskPlace, type Tx } from './task-places.ts'

/** A complete image is done. A review also ends when the image is sent back to annotation. */
const isDone = (kind: TaskRow['kind'], status: ImageStatus): boolean =>
  status === 'complete' || (kind === 'review' && status === 'annotate')

export interface StatusChange {
  status: ImageStatus
  /** Null for a key that belongs to no user: then nobody is credited. */
  userId: string | null
  /** ISO 8601 */
  at: string
}

/** `imageIds`: images whose status changes, in its transaction. */
export async function noteStatuses(tx: Tx, imageIds: readonly string[], change: StatusChange): Promise<void> {
  if (imageIds.length === 0) return
  for (const [taskId, images] of byTask(await placesOf(tx, imageIds))) {
    const [{ kind, status }] = images as [TaskPlace]
    const done = isDone(kind, change.status)
    if (status !== 'completed' && change.userId !== null)
      await creditChange(tx, taskId, images, change.userId, change.at)
    const changed = images.filter(({ completed_at }) => (completed_at !== null) !== done).map((i) => i.image_id)
    if (changed.length === 0) continue
    await tx
      .updateTable('task_images')
      .set({ completed_at: done ? change.at : null })
      .where('task_id', '=', taskId)
      .where('image_id', 'in', changed)
      .execute()
    await count(tx, taskId, 0, done ? changed.length : -changed.length)
  }
}

/** In an annotation task, a person who only changes the status takes no credit from the one who annotated. */
async function creditChange(tx: Tx, task_id: string, images: readonly TaskPlace[], user_id: string, at: string) {
  const none = { task_id, user_id, active_seconds: 0, annotations_added: 0, updated_at: at }
  await addWork(
    tx,
    images.map(({ image_id }) => ({ ...none, image_id })),
  )
  const saved = images.filter(({ kind, last_saved_by }) => kind === 'review' || last_saved_by === null)
  await noteSaver(
    tx,
    task_id,
    saved.map(({ image_id }) => image_id),
    user_id,
    at,
  )
  await beginTask(tx, task_id)
}

/** `imageIds`: images that are deleted in this transaction. They leave their tasks; the work on them stays credited. */
export async function noteRemoved(tx: Tx, imageIds: readonly string[]): Promise<void> {
  if (imageIds.length === 0) return
  for (const [taskId, images] of byTask(await placesOf(tx, imageIds))) {
    const ids = images.map(({ image_id }) => image_id)
    await tx
      .updateTable('task_images')
      .set({ is_removed: 1 })
      .where('task_id', '=', taskId)
      .where('image_id', 'in', ids)
      .execute()
    await count(tx, taskId, -ids.length, -images.filter(({ completed_at }) => completed_at !== null).length)
  }
}

/** Changes the counts of a task, and completes it with its last image. */
async function count(tx: Tx, taskId: string, images: number, complete: number): Promise<void> {
  const { image_count, images_complete, status, is_ready } = await tx
    .updateTable('tasks')
    .set((e) => ({
      image_count: e('image_count', '+', images),
      images_complete: e('images_complete', '+', complete),
    }))
    .where('id', '=', taskId)
    .returning(['image_count', 'images_complete', 'status', 'is_ready'])
    .executeTakeFirstOrThrow()
  const isComplete = is_ready === 1 && image_count > 0 && images_complete === image_count
  if (!isComplete || status === 'completed') return
  await tx.updateTable('tasks').set({ status: 'completed' }).where('id', '=', taskId).execute()
}
