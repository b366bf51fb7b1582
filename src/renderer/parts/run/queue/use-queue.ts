/** The run queue: its order, whether it is paused, and the state of the engine that works it off. */
import type { RunLoad, RunQueueState, RunQueueUpdate } from '../../../../shared/api/workflow-runs.ts'
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import type { Resource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'

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

/** The state of the engine: the active run, the load on the computer, and the queue. */
export interface EngineNow {
  load: RunLoad
  queue: RunQueueState
  /** The active run; null while the queue is idle. */
  running: WorkflowRun | null
}

/** @param rows runs read at the same time; the active run is taken from them, so that both show the same progress */
export async function readEngineNow(host: Host, rows: Promise<readonly WorkflowRun[]>): Promise<EngineNow> {
  const [load, queue, known] = await Promise.all([
    host.api('workflowRuns.load', {}),
    host.api('workflowRuns.queue', {}),
    rows,
  ])
  const isIt = (run: WorkflowRun) => run.id === load.run_id
  const row = known.find(isIt)
  const processing = load.run_id === null || row ? [] : await listRuns(host, 'processing')
  const going = row ?? processing.find(isIt) ?? null
  const running = going && !isTerminal(going.status) ? going : null
  return { load: going && !running ? { ...load, run_id: null } : load, queue, running }
}

/** Queued runs, and the completed runs from which their duration is estimated. Newest first. */
export interface Waiting {
  queued: readonly WorkflowRun[]
  completed: readonly WorkflowRun[]
}

/** Reads nothing when there is nothing to estimate. */
export async function readWaiting(host: Host, { run_ids, paused }: RunQueueState): Promise<Waiting> {
  if (run_ids.length === 0 || paused) return { queued: [], completed: [] }
  const [queued, completed] = await Promise.all([listRuns(host, 'queued'), listRuns(host, 'completed')])
  return { queued, completed }
}

const PAGE = 200

const listRuns = (host: Host, status: WorkflowRun['status']) =>
  host.api('workflowRuns.list', { query: { status, limit: PAGE, offset: 0 } })
