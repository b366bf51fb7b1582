/** The runs of a batch, and the actions on it and on its files. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Visibility } from '../../../shared/api/studio-records.ts'
import type { Batch } from '../../../shared/domain/batch.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { type Host, HostError, useHost } from '../../base/host/host-context.ts'
import { deleteAllWithUndo, deleteWithUndo, usePendingDeletes } from '../../base/ui/pending-deletes.ts'
import { useResource } from '../../base/ui/resource.tsx'
import { toastError } from '../../base/ui/toast.tsx'
import { labelsStoreOf } from '../../parts/run/labels/labels-store.ts'
import { readEngineNow, useQueue } from '../../parts/run/queue/use-queue.ts'
import { pollMs } from '../../parts/run/queue/use-runs.ts'
import { texts } from '../../texts/texts.ts'
import { type BatchRow, isOpen, type KnownRuns } from './batch-rows.ts'
import { batchStoreOf, queueFiles, stopQueueing } from './batch-store.ts'

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

/** Beyond this number of runs, the newest ones are read with a single request. */
const FEW = 3
const PAGE = 200
const AT_ONCE = 8

/** The runs of a batch with the engine's state. Ended runs never change and are read once. */
export function useBatchRuns(batch: Batch) {
  const host = useHost()
  const hidden = usePendingDeletes((s) => s.ids)
  const ended = useRef(new Map<string, WorkflowRun | null>())
  const [active, setActive] = useState(false)
  const ids = JSON.stringify(batch.items.flatMap((item) => item.run_id ?? []))

  const load = useCallback(async () => {
    const wanted = JSON.parse(ids) as string[]
    const open = wanted.filter((id) => !ended.current.has(id))
    const reading = readRuns(host, open)
    const rows = reading.then((all) => [...all.values()].filter((run) => run !== null))
    const [found, engine] = await Promise.all([reading, readEngineNow(host, rows)])
    for (const [id, run] of found) if (run === null || isTerminal(run.status)) ended.current.set(id, run)
    setActive([...found.values()].some((run) => run !== null && !isTerminal(run.status)))
    const runs = new Map(wanted.map((id) => [id, found.get(id) ?? ended.current.get(id) ?? null]))
    return { runs, engine }
  }, [host, ids])
  const resource = useResource(load, pollMs(active))
  const { value, error, reload } = resource
  const queue = useQueue(resource)
  const runs = useMemo(
    (): KnownRuns | undefined =>
      value && new Map([...value.runs].map(([id, run]) => [id, hidden.has(id) ? null : run])),
    [value, hidden],
  )
  return { runs, engine: value?.engine, error, reload, queue }
}

/** Returns each run by its id; null for runs that no longer exist. */
async function readRuns(host: Host, ids: readonly string[]): Promise<Map<string, WorkflowRun | null>> {
  const newest = ids.length > FEW ? await host.api('workflowRuns.list', { query: { limit: PAGE, offset: 0 } }) : []
  const wanted = new Set(ids)
  const found = new Map<string, WorkflowRun | null>(newest.filter((r) => wanted.has(r.id)).map((r) => [r.id, r]))
  const rest = ids.filter((id) => !found.has(id))
  for (const some of batchesOf(rest, AT_ONCE)) {
    const runs = await Promise.all(some.map((id) => readRun(host, id)))
    for (const [i, id] of some.entries()) found.set(id, runs[i] ?? null)
  }
  return found
}

async function readRun(host: Host, id: string): Promise<WorkflowRun | null> {
  try {
    return await host.api('workflowRuns.get', { params: { run_id: id } })
  } catch (error) {
    if (error instanceof HostError && error.code === 'not_found') return null
    throw error
  }
}
