/** Starts a run for each file of a batch, one request at a time, and saves each outcome at once. */

import type { PickedSource } from '../../../shared/bridge/studio.ts'
import type { Batch, BatchItem } from '../../../shared/domain/batch.ts'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { type Host, HostError } from '../../base/host/host-context.ts'
import { errorText } from '../../base/ui/error-text.ts'
import { batchStoreOf } from './batch-store.ts'

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

export interface FileToQueue {
  item: BatchItem
  /** Its last run; an interrupted run is resumed. */
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
