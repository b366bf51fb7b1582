/** The end of a batch: its state, its charge and its event, stored together and once. The restart takes the end back. */
import type { BatchJob } from '../../../shared/api/auto-annotate.ts'
import type { Said } from '../../../shared/messages/message.ts'
import type { ChargedWork, Charges } from '../../accounts/credits/credits.ts'
import { toJson } from '../../db/database.ts'
import type { AnnotationBatchRow } from '../../db/schema/annotation-batches.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Tx } from '../../work/events/event-store.ts'

export type BatchEnd = { status: 'completed' | 'cancelled' } | { status: 'failed'; error: Said }

export const RUNNING: readonly BatchJob['status'][] = ['pending', 'running']

export interface EndServices {
  charges: Charges
  events: Pick<Events, 'append'>
  now: () => Date
}

export const workOf = ({
  id,
  organization_id,
  attempt,
}: Pick<AnnotationBatchRow, 'id' | 'organization_id' | 'attempt'>): ChargedWork => ({
  organizationId: organization_id,
  key: `batch:${id}:${attempt}`,
})

/** The first end wins; false when the batch has ended already. Must be last in its transaction. */
export async function endBatch(tx: Tx, id: string, end: BatchEnd, services: EndServices): Promise<boolean> {
  const { charges, events, now } = services
  const error = end.status === 'failed' ? end.error : null
  const row = await tx
    .updateTable('annotation_batches')
    .set({ status: end.status, error: error && toJson(error), completed_at: now().toISOString() })
    .where('id', '=', id)
    .where('status', 'in', RUNNING)
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const passes = Number(row.passes_done)
  if (passes > 0) await charges.charge(tx, workOf(row), 'annotation_batch', { passes })
  else await charges.release(tx, workOf(row))
  if (end.status === 'cancelled') return true
  const dataset = await tx.selectFrom('datasets').select('name').where('id', '=', row.dataset_id).executeTakeFirst()
  const payload = {
    job_id: id,
    dataset_id: row.dataset_id,
    dataset_name: dataset?.name ?? null,
    processed_images: row.processed_images,
    failed_images: row.failed_images,
    total_annotations_added: row.annotations_added,
    error,
  }
  const type = end.status === 'completed' ? 'annotation_batch.completed' : 'annotation_batch.failed'
  await events.append(tx, row.organization_id, [{ type, payload }])
  return true
}

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
