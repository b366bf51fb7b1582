/** Credits the saves of annotations of images to the people who save, in the tasks that the images belong to. */
import { addWork, beginTask, byTask, noteSaver, placesOf, type Tx } from './task-places.ts'

export interface SavedImage {
  imageId: string
  /** Annotations that the save added. */
  added: number
}

/** In the transaction of the saves, of different images. Completed tasks stay as they are. */
export async function creditSaves(tx: Tx, saves: readonly SavedImage[], userId: string, at: string): Promise<void> {
  const added = new Map(saves.map((save) => [save.imageId, save.added]))
  const places = (await placesOf(tx, [...added.keys()])).filter(({ status }) => status !== 'completed')
  for (const [task_id, images] of byTask(places)) {
    const ids = images.map(({ image_id }) => image_id)
    const none = { task_id, user_id: userId, active_seconds: 0, updated_at: at }
    await addWork(
      tx,
      ids.map((image_id) => ({ ...none, image_id, annotations_added: added.get(image_id) ?? 0 })),
    )
    await noteSaver(tx, task_id, ids, userId, at)
    await beginTask(tx, task_id)
  }
}
