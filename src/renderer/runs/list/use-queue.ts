/** The runs that wait for their turn: their order, and whether any is started at all. */
import { useCallback } from 'react'
import type { RunQueueUpdate } from '../../../shared/api/workflow-runs.ts'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { texts } from '../../messages/texts.ts'
import { useHost } from '../../shell/host.ts'
import { toastError } from '../../ui/toast.tsx'
import { useResource } from '../../ui/use-resource.ts'

export interface Queue {
  /** The next one first. */
  ids: readonly string[]
  paused: boolean
  move(runId: string, by: -1 | 1): void
  setPaused(paused: boolean): void
  reload(): Promise<void>
}

/** Read often while one of the runs is live. */
export function useQueue(runs: readonly WorkflowRun[] | undefined): Queue {
  const host = useHost()
  const load = useCallback(() => host.api('workflowRuns.queue', {}), [host])
  const active = runs?.some((run) => !isTerminal(run.status)) ?? false
  const { value, reload, patch } = useResource(load, active ? 1_000 : 5_000)
  const ids = value?.run_ids ?? []

  const update = (body: RunQueueUpdate) => {
    patch((before) => ({ ...before, ...body }))
    host.api('workflowRuns.updateQueue', { body }).then(
      (now) => patch(() => now),
      (error: unknown) => {
        toastError(texts.runs.list.queue.notChanged, error)
        void reload()
      },
    )
  }
  return {
    ids,
    paused: value?.paused ?? false,
    move(runId, by) {
      const from = ids.indexOf(runId)
      const other = ids[from + by]
      if (from < 0 || other === undefined) return
      update({ run_ids: ids.with(from, other).with(from + by, runId) })
    },
    setPaused: (paused) => update({ paused }),
    reload,
  }
}
