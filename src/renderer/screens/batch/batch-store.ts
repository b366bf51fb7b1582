/** The page's store of the batches that the platform keeps: lists, changes, shares and deletes them, and queues their files. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Visibility } from '../../../shared/api/studio-records.ts'
import type { PickedSource } from '../../../shared/bridge/studio.ts'
import type { Batch, BatchItem } from '../../../shared/domain/batch.ts'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { mergeLists } from '../../../shared/revisions/merge.ts'
import { useConnectionState } from '../../base/host/connection-context.ts'
import { type Host, HostError, useHost } from '../../base/host/host-context.ts'
import { useWindowFocus } from '../../base/navigation/use-window-focus.ts'
import { type KeptRecord, keepRecord } from '../../base/records/kept-record.ts'
import { batchCalls, bySubject, type Owned, type StudioRecord } from '../../base/records/record-calls.ts'
import { createSharedValue, type SharedValue } from '../../base/revisions/shared-value.ts'
import { errorText } from '../../base/ui/error-text.ts'

interface Batches {
  /** Newest first; undefined until the first response. */
  readonly batches: readonly Batch[] | undefined
  /** Whose each batch is, by its id; a new batch is missing until it is saved. */
  readonly owners: ReadonlyMap<string, Owned>
  /** The reason when the list could not be read. */
  readonly error: string | null
  /** Ids of batches whose files this page is queueing right now. */
  readonly queueing: ReadonlySet<string>
}

export interface BatchStore {
  readonly state: StoreApi<Batches>
  find(id: string): Batch | undefined
  refresh(): Promise<void>
  /**
   * Shows the batch at once and saves it, with the changes of other windows; a batch that another window deleted stays
   * deleted. Rejects when the host can't save it.
   */
  save(batch: Batch): Promise<void>
  /** Changes one file of a batch; does nothing when the batch was deleted. */
  change(batchId: string, itemId: string, change: Partial<BatchItem>): Promise<void>
  remove(id: string): Promise<void>
  /** Shares the batch with the organization, or makes it private again. */
  share(id: string, visibility: Visibility): Promise<void>
  setQueueing(id: string, on: boolean): void
}

const idOf = ({ id }: Batch): string => id

interface Kept {
  record: KeptRecord<Batch>
  value: SharedValue<Batch>
}

function createBatchStore(host: Pick<Host, 'api'>): BatchStore {
  const calls = batchCalls(host)
  const state = createStore<Batches>()(() => ({
    batches: undefined,
    owners: new Map(),
    error: null,
    queueing: new Set(),
  }))
  const find = (id: string) => state.getState().batches?.find((b) => b.id === id)
  /** Number of changes so far. A list that was read before pending writes ended, or while it changed, is stale. */
  let changes = 0
  let writing = 0
  let written: Promise<unknown> = Promise.resolve()
  let kept = new Map<string, Kept>()
  const put = (batches: readonly Batch[]) => {
    changes++
    state.setState({ batches, error: null })
  }
  const show = (batch: Batch) => {
    const { batches = [] } = state.getState()
    const known = batches.some((b) => b.id === batch.id)
    put(known ? batches.map((b) => (b.id === batch.id ? batch : b)) : [batch, ...batches])
  }
  const forget = (id: string) => put((state.getState().batches ?? []).filter((b) => b.id !== id))
  const showOwners = () => {
    const known = [...kept].map(([id, { record }]) => [id, record.current()] as const)
    state.setState({ owners: new Map(known.flatMap(([id, record]) => (record ? [[id, record] as const] : []))) })
  }

  function keep(batch: Batch, initial: StudioRecord<Batch> | null): Kept {
    const record = keepRecord(calls, initial, (all) => bySubject(all, idOf).get(batch.id))
    const value = createSharedValue<Batch>({
      initial,
      empty: { ...batch, items: [] },
      read: record.read,
      write: record.write,
      merge: mergeBatches,
      onMerged(merged, mine) {
        const now = find(batch.id)
        if (now) show(now === mine ? merged : mergeBatches(mine, now, merged))
      },
      onRemoved: () => forget(batch.id),
    })
    return { record, value }
  }

  async function save(batch: Batch) {
    const known = kept.get(batch.id) ?? keep(batch, null)
    kept.set(batch.id, known)
    show(batch)
    writing++
    const mine = known.value.save(() => find(batch.id) ?? null).finally(() => writing--)
    written = Promise.allSettled([written, mine])
    await mine
    showOwners()
  }

  async function refresh() {
    try {
      for (let read = -1; read !== changes; ) {
        while (writing > 0) await written
        read = changes
        const found = [...bySubject(await calls.list(), idOf).values()]
        if (read !== changes) continue
        kept = new Map(found.map((record) => [record.value.id, keep(record.value, record)]))
        state.setState({ batches: found.map(({ value }) => value), error: null })
        showOwners()
      }
    } catch (error) {
      state.setState({ error: errorText(error) })
    }
  }

  return {
    state,
    find,
    save,
    refresh,
    async change(batchId, itemId, change) {
      const batch = find(batchId)
      if (!batch) return
      await save({ ...batch, items: batch.items.map((item) => (item.id === itemId ? { ...item, ...change } : item)) })
    },
    async remove(id) {
      while (writing > 0) await written
      await kept.get(id)?.record.remove()
      forget(id)
    },
    async share(id, visibility) {
      await kept.get(id)?.record.share(visibility)
      changes++
      showOwners()
    },
    setQueueing(id, on) {
      const queueing = new Set(state.getState().queueing)
      if (on) queueing.add(id)
      else queueing.delete(id)
      state.setState({ queueing })
    },
  }
}

/** Merges the files of both windows, each with its latest run; where both started one, that of `mine`. */
const mergeBatches = (base: Batch, mine: Batch, theirs: Batch): Batch => ({
  ...mine,
  items: mergeLists(base.items, mine.items, theirs.items).value,
})

const stores = new WeakMap<Host['studio'], BatchStore>()

/** Returns the store of a host, one per host. */
export function batchStoreOf(host: Host): BatchStore {
  const known = stores.get(host.studio)
  if (known) return known
  const made = createBatchStore(host)
  stores.set(host.studio, made)
  return made
}

/** Reads the batches when the screen opens, when its window gets the focus, and after a reconnect. */
export function useBatches(): Batches & { store: BatchStore } {
  const host = useHost()
  const { generation } = useConnectionState()
  const store = batchStoreOf(host)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection means reading again
  useEffect(() => {
    void store.refresh()
  }, [store, generation])
  useWindowFocus(() => void store.refresh())
  return { ...useStore(store.state), store }
}

/** Returns the batch that a run belongs to, if a screen has loaded it. */
export function useBatchOfRun(runId: string): Batch | undefined {
  const store = batchStoreOf(useHost())
  return useStore(store.state, (s) => s.batches?.find((b) => b.items.some((item) => item.run_id === runId)))
}

export function newBatch(workflow: { id: string; name: string }, sources: readonly PickedSource[]): Batch {
  return {
    id: crypto.randomUUID(),
    workflow_id: workflow.id,
    workflow_name: workflow.name,
    created_at: new Date().toISOString(),
    items: sources.map(({ uri, name, kind, size_bytes, video }) => ({
      id: crypto.randomUUID(),
      source: { uri, name, kind, size_bytes, duration_seconds: video?.duration_seconds ?? null },
      run_id: null,
      problem: null,
    })),
  }
}

/** Ids of batches whose queueing was stopped. */
const stopped = new Set<string>()

/** Stops queueing after the file whose request is under way. */
export const stopQueueing = (batchId: string): void => void stopped.add(batchId)

interface FileToQueue {
  item: BatchItem
  /** The file's last run; an interrupted run is resumed. */
  run?: WorkflowRun
}

/**
 * Queues the files in their order. The reason why a file can't be queued is saved with it, and the next file follows.
 * When the host is unreachable the remaining files stay unqueued and can be queued later.
 */
export async function queueFiles(host: Host, batchId: string, files: readonly FileToQueue[]): Promise<void> {
  const store = batchStoreOf(host)
  if (store.state.getState().queueing.has(batchId)) return
  stopped.delete(batchId)
  store.setQueueing(batchId, true)
  try {
    for (const { item, run } of files) {
      const batch = store.find(batchId)
      if (!batch || stopped.has(batchId)) return
      try {
        const run_id = run?.resumable ? await resume(host, run.id) : await invoke(host, batch, item)
        await store.change(batchId, item.id, { run_id, problem: null })
      } catch (error) {
        if (error instanceof HostError && error.code === 'unreachable') throw error
        await store.change(batchId, item.id, { problem: errorText(error) })
      }
    }
  } finally {
    store.setQueueing(batchId, false)
  }
}

async function invoke(host: Host, { workflow_id }: Batch, { source: { kind, uri } }: BatchItem): Promise<string> {
  const answer = await host.api('workflows.invoke', {
    params: { workflow: workflow_id },
    query: { wait: false },
    body: { source: { kind, gcs_uri: uri } },
  })
  return 'run_id' in answer ? answer.run_id : answer.id
}

const resume = async (host: Host, runId: string): Promise<string> =>
  (await host.api('workflowRuns.resume', { params: { run_id: runId } })).id
