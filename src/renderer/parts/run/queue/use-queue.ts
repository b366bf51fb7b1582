/** The run queue: its order, and whether it is paused. */
import type { RunQueueState, RunQueueUpdate } from '../../../../shared/api/workflow-runs.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import type { Resource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import type { EngineNow } from './engine-now.ts'

export interface Queue {
  /** Ids of the queued runs, the next one first. */
  ids: readonly string[]
  paused: boolean
  move(runId: string, by: -1 | 1): void
  setPaused(paused: boolean): void
}

/** @param reading holds the latest engine state; changes are shown in it before the host confirms them */
export function useQueue<T extends { engine: EngineNow }>({ value, patch, reload }: Resource<T>): Queue {
  const host = useHost()
  const state = value?.engine.queue
  const ids = state?.run_ids ?? []
  const show = (change: (queue: RunQueueState) => RunQueueState) =>
    patch((was) => ({ ...was, engine: { ...was.engine, queue: change(was.engine.queue) } }))
  const update = (body: RunQueueUpdate) => {
    show((before) => ({ ...before, ...body }))
    host.api('workflowRuns.updateQueue', { body }).then(
      (now) => show(() => now),
      (error: unknown) => {
        toastError(texts.runs.list.queue.notChanged, error)
        void reload()
      },
    )
  }
  return {
    ids,
    paused: state?.paused ?? false,
    move(runId, by) {
      const from = ids.indexOf(runId)
      const other = ids[from + by]
      if (from < 0 || other === undefined) return
      update({ run_ids: ids.with(from, other).with(from + by, runId) })
    },
    setPaused: (paused) => update({ paused }),
  }
}
