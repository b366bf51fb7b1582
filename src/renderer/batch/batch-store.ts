/** The batches that the host keeps, as the page knows them: shown, changed and forgotten in one place. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Batch, BatchItem } from '../../shared/bridge/batch.ts'
import { useConnectionState } from '../shell/connection-context.ts'
import { type Host, useHost } from '../shell/host.ts'
import { errorText } from '../ui/error-text.ts'

interface Batches {
  /** Newest first; undefined before the first answer. */
  readonly batches: readonly Batch[] | undefined
  /** Why they could not be read. */
  readonly error: string | null
  /** Ids of batches whose files this page is queueing right now. */
  readonly queueing: ReadonlySet<string>
}

export interface BatchStore {
  readonly state: StoreApi<Batches>
  find(id: string): Batch | undefined
  refresh(): Promise<void>
  /** Shows the batch at once and keeps it. Rejects when the host can't. */
  save(batch: Batch): Promise<void>
  /** Changes one file of a batch; does nothing when the batch is gone. */
  change(batchId: string, itemId: string, change: Partial<BatchItem>): Promise<void>
  remove(id: string): Promise<void>
  setQueueing(id: string, on: boolean): void
}

function createBatchStore({ studio }: Host): BatchStore {
  const state = createStore<Batches>()(() => ({ batches: undefined, error: null, queueing: new Set() }))
  const find = (id: string) => state.getState().batches?.find((b) => b.id === id)
  /** Changes made while the list was read are newer than it, and so are those that are still being written. */
  let changes = 0
  let written: Promise<unknown> = Promise.resolve()
  const put = (batches: readonly Batch[]) => {
    changes++
    state.setState({ batches, error: null })
  }

  async function save(batch: Batch) {
    const { batches = [] } = state.getState()
    const known = batches.some((b) => b.id === batch.id)
    put(known ? batches.map((b) => (b.id === batch.id ? batch : b)) : [batch, ...batches])
    const writing = studio.saveBatch(batch)
    written = Promise.allSettled([written, writing])
    await writing
  }

  return {
    state,
    find,
    save,
    async refresh() {
      try {
        for (let read = -1; read !== changes; ) {
          await written
          read = changes
          const batches = await studio.listBatches({})
          if (read === changes) state.setState({ batches, error: null })
        }
      } catch (error) {
        state.setState({ error: errorText(error) })
      }
    },
    async change(batchId, itemId, change) {
      const batch = find(batchId)
      if (!batch) return
      await save({ ...batch, items: batch.items.map((item) => (item.id === itemId ? { ...item, ...change } : item)) })
    },
    async remove(id) {
      await studio.deleteBatch({ id })
      put((state.getState().batches ?? []).filter((b) => b.id !== id))
    },
    setQueueing(id, on) {
      const queueing = new Set(state.getState().queueing)
      if (on) queueing.add(id)
      else queueing.delete(id)
      state.setState({ queueing })
    },
  }
}

const stores = new WeakMap<Host['studio'], BatchStore>()

/** The one store of a host. */
export function batchStoreOf(host: Host): BatchStore {
  const known = stores.get(host.studio)
  if (known) return known
  const made = createBatchStore(host)
  stores.set(host.studio, made)
  return made
}

/** Reads the batches when the screen opens and after a reconnect. */
export function useBatches(): Batches & { store: BatchStore } {
  const host = useHost()
  const { generation } = useConnectionState()
  const store = batchStoreOf(host)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection means reading again
  useEffect(() => {
    void store.refresh()
  }, [store, generation])
  return { ...useStore(store.state), store }
}

/** The batch that a run belongs to, as far as the screen around has read them. */
export function useBatchOfRun(runId: string): Batch | undefined {
  const store = batchStoreOf(useHost())
  return useStore(store.state, (s) => s.batches?.find((b) => b.items.some((item) => item.run_id === runId)))
}
