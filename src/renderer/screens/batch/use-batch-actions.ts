/** The actions on a batch and on its files. */
import { useMemo } from 'react'
import type { Visibility } from '../../../shared/api/studio-records.ts'
import type { Batch } from '../../../shared/domain/batch.ts'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { type Host, HostError, useHost } from '../../base/host/host-context.ts'
import { deleteAllWithUndo, deleteWithUndo } from '../../base/ui/pending-deletes.ts'
import { toastError } from '../../base/ui/toast.tsx'
import { labelsStoreOf } from '../../parts/run/labels/labels-store.ts'
import { texts } from '../../texts/texts.ts'
import { type BatchRow, isOpen } from './batch-rows.ts'
import { batchStoreOf } from './batch-store.ts'
import { queueFiles, stopQueueing } from './queue-files.ts'
import { readRuns } from './use-batch-runs.ts'

export function useBatchActions() {
  const host = useHost()
  return useMemo(
    () => ({
      /** Runs these files again, or for the first time; interrupted runs are resumed. */
      async queue(batch: Batch, rows: readonly BatchRow[]) {
        const files = rows.map(({ item, run }) => (run ? { item, run } : { item }))
        await queueFiles(host, batch.id, files).catch((error: unknown) => toastError(texts.batch.errors.queue, error))
      },
      /** Stops queueing, and cancels queued and active runs. */
      async cancelRest(batch: Batch, rows: readonly BatchRow[]) {
        stopQueueing(batch.id)
        await cancelAll(
          host,
          rows.filter(isOpen).flatMap(({ run }) => run ?? []),
        ).catch((error: unknown) => toastError(texts.batch.errors.cancel, error))
      },
      share: (batch: Batch, visibility: Visibility) => batchStoreOf(host).share(batch.id, visibility),
      /** Deletes the batch but not its runs, and stops queueing. */
      remove(batch: Batch) {
        stopQueueing(batch.id)
        deleteWithUndo(batch.id, texts.batch.removed(batch.workflow_name), () => batchStoreOf(host).remove(batch.id))
      },
      /** Deletes the batch and its runs; active runs are cancelled first. */
      removeWithRuns(batch: Batch) {
        stopQueueing(batch.id)
        const runIds = batch.items.flatMap((item) => item.run_id ?? [])
        deleteAllWithUndo([batch.id, ...runIds], texts.batch.removed(batch.workflow_name), async (id) => {
          if (id === batch.id) return batchStoreOf(host).remove(id)
          const run = (await readRuns(host, [id])).get(id)
          if (!run) return
          if (!isTerminal(run.status)) await cancelAll(host, [run])
          await host.api('workflowRuns.delete', { params: { run_id: id } })
          labelsStoreOf(host).forget(id)
        })
      },
    }),
    [host],
  )
}

export type BatchActions = ReturnType<typeof useBatchActions>

/** Cancels queued runs from last to first, then the active one, so that no cancellation starts another run. */
async function cancelAll(host: Host, runs: readonly WorkflowRun[]): Promise<void> {
  const order = [...runs].sort((a, b) => Number(a.status === 'processing') - Number(b.status === 'processing'))
  const waiting = order.filter((run) => run.status !== 'processing').reverse()
  let failure: unknown = null
  for (const { id } of [...waiting, ...order.slice(waiting.length)]) {
    try {
      await host.api('workflowRuns.cancel', { params: { run_id: id } })
    } catch (error) {
      // A run that has just ended or was deleted needs no cancellation.
      const late = error instanceof HostError && (error.code === 'wrong_state' || error.code === 'not_found')
      if (!late) failure = error
    }
  }
  if (failure !== null) throw failure
}
