/** The images of a batch in the database: those that wait, and the outcome of each. */
import { ApiError } from '../../../shared/api/errors.ts'
import { message, type Said, saidOf } from '../../../shared/messages/message.ts'
import { addAnnotations } from '../../datasets/annotations/add-annotations.ts'
import type { LabelledRow } from '../../datasets/stored-annotation.ts'
import { tagObjects } from '../../datasets/tags/image-tags.ts'
import { type Database, lockingTransaction, toJson } from '../../db/database.ts'
import type { AnnotationBatchImageRow } from '../../db/schema/annotation-batches.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tx } from '../../work/events/event-store.ts'
import type { Hold, JobContext } from '../../work/jobs/job.ts'

/** An image that waits. The fields of the image are null when it was deleted. */
export type WaitingImage = Pick<AnnotationBatchImageRow, 'position' | 'image_id' | 'passes'> & {
  [Field in 'sha256' | 'filename' | 'width' | 'height']: ImageRow[Field] | null
}

/** The annotations of an image, or why it has none. */
export type Outcome = LabelledRow[] | Said

export interface StoredBy {
  /** The batch. */
  id: string
  userId: string | null
  /** The model of annotations that wait for a review. */
  proposer: string | null
  hold: Hold
}

export interface BatchImages {
  /** Returns the next images that wait, in their order; none when all are done. */
  waiting(batchId: string, datasetId: string): Promise<WaitingImage[]>
  /**
   * Stores the outcome of an image once, and only while the batch runs. Returns false when the batch has ended, or another
   * worker has stored the outcome of this image.
   */
  store(by: StoredBy, image: WaitingImage, outcome: Outcome): Promise<boolean>
  report(batchId: string, progress: JobContext['progress']): Promise<void>
}

/** Images that are looked up at a time. */
const SLICE = 50

export function batchImages(db: Database, now: () => Date): BatchImages {
  const stored = (by: StoredBy, image: WaitingImage, outcome: Outcome): Promise<boolean> =>
    lockingTransaction(db, async (tx) => {
      await by.hold(tx)
      if (!(await isCounted(tx, by.id, image.passes, outcome))) return false
      await take(tx, by.id, image.position, outcome)
      if (!Array.isArray(outcome)) return true
      const cause = { kind: 'batch', userId: by.userId, at: now().toISOString(), proposer: by.proposer } as const
      const added = await addAnnotations(tx, image.image_id, outcome, cause)
      await tagObjects(
        tx,
        image.image_id,
        outcome.map(({ name }) => name),
      )
      if (added > 0) {
        await tx
          .updateTable('annotation_batches')
          .set((e) => ({ annotations_added: e('annotations_added', '+', added) }))
          .where('id', '=', by.id)
          .execute()
      }
      return true
    })

  return {
    waiting: (batchId, datasetId) =>
      db
        .selectFrom('annotation_batch_images as b')
        .leftJoin('images as i', (join) => join.onRef('i.id', '=', 'b.image_id').on('i.dataset_id', '=', datasetId))
        .select(['b.position', 'b.image_id', 'b.passes', 'i.sha256', 'i.filename', 'i.width', 'i.height'])
        .where('b.batch_id', '=', batchId)
        .where('b.state', '=', 'waiting')
        .orderBy('b.position')
        .limit(SLICE)
        .execute(),
    store: (by, image, outcome) =>
      stored(by, image, outcome).catch((error) => {
        if (error instanceof AlreadyStored) return false
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
        return stored(by, image, saidOf(message('annotate.image_deleted')))
      }),
    async report(batchId, progress) {
      const row = await db
        .selectFrom('annotation_batches')
        .select(['processed_images', 'failed_images', 'total_images'])
        .where('id', '=', batchId)
        .executeTakeFirst()
      if (row) progress({ done: row.processed_images + row.failed_images, total: row.total_images })
    },
  }
}

/** Another worker has stored the outcome of this image. */
class AlreadyStored extends Error {}

/** Counts an image for its batch; false when the batch does not run any more. */
async function isCounted(tx: Tx, batchId: string, passes: number, outcome: Outcome): Promise<boolean> {
  const running = await tx
    .updateTable('annotation_batches')
    .set((e) =>
      Array.isArray(outcome)
        ? { processed_images: e('processed_images', '+', 1), passes_done: e('passes_done', '+', passes) }
        : {
            failed_images: e('failed_images', '+', 1),
            first_failure: e.fn.coalesce('first_failure', e.val(toJson(outcome))),
          },
    )
    .where('id', '=', batchId)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return running !== undefined
}

/** @throws AlreadyStored when the image does not wait any more, which takes its count back */
async function take(tx: Tx, batchId: string, position: number, outcome: Outcome): Promise<void> {
  const taken = await tx
    .updateTable('annotation_batch_images')
    .set({ state: Array.isArray(outcome) ? 'done' : 'failed' })
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .returning('position')
    .executeTakeFirst()
  if (!taken) throw new AlreadyStored()
}
