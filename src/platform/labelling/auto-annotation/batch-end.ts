/** The end of a batch: its state, its charge and its event, stored together and once. The restart takes the end back. */
import type { BatchJob } from '../../../shared/api/auto-annotate.ts'
import type { ChargedWork, Charges } from '../../accounts/credits/credits.ts'
import { toJsonOrNull } from '../../db/database.ts'
import type { AnnotationBatchRow } from '../../db/schema/annotation-batches.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { RecordKind } from '../../work/jobs/job-record.ts'

export const RUNNING: readonly BatchJob['status'][] = ['pending', 'running']

export const workOf = ({
  id,
  organization_id,
  attempt,
}: Pick<AnnotationBatchRow, 'id' | 'organization_id' | 'attempt'>): ChargedWork => ({
  organizationId: organization_id,
  key: `batch:${id}:${attempt}`,
})

export const batchRecords = (charges: Charges): RecordKind<AnnotationBatchRow> => ({
  async store(tx, id, { status, error, completed_at }) {
    const row = await tx
      .updateTable('annotation_batches')
      .set({ status, error: toJsonOrNull(error), completed_at })
      .where('id', '=', id)
      .where('status', 'in', RUNNING)
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  },
  async settle(tx, row) {
    const passes = Number(row.passes_done)
    if (passes > 0) await charges.charge(tx, workOf(row), 'annotation_batch', { passes })
    else await charges.release(tx, workOf(row))
  },
  async eventOf({ id, dataset_id, processed_images, failed_images, annotations_added }, { status, error }, tx) {
    const dataset = await tx.selectFrom('datasets').select('name').where('id', '=', dataset_id).executeTakeFirst()
    const payload = {
      job_id: id,
      dataset_id,
      dataset_name: dataset?.name ?? null,
      processed_images,
      failed_images,
      total_annotations_added: annotations_added,
      error,
    }
    return { type: status === 'completed' ? 'annotation_batch.completed' : 'annotation_batch.failed', payload }
  },
})

/** Resets an ended batch, and holds the estimate of the images that are left. */
export async function restartBatch(tx: Tx, id: string, charges: Charges): Promise<void> {
  await tx
    .updateTable('annotation_batch_images')
    .set({ state: 'waiting' })
    .where('batch_id', '=', id)
    .where('state', '=', 'failed')
    .execute()
  const batch = await tx
    .updateTable('annotation_batches')
    .set((e) => ({
      status: 'pending',
      failed_images: 0,
      passes_done: 0,
      first_failure: null,
      error: null,
      completed_at: null,
      attempt: e('attempt', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { passes } = await tx
    .selectFrom('annotation_batch_images')
    .select((e) => e.fn.sum('passes').as('passes'))
    .where('batch_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  await charges.hold(tx, workOf(batch), 'annotation_batch', { passes: Number(passes ?? 0) })
}
