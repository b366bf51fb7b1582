/** The state of the engine: the active run, the load on the computer, and the queue. */
import type { RunLoad, RunQueueState } from '../../../../shared/api/workflow-runs.ts'
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import type { Host } from '../../../base/host/host-context.ts'

export interface EngineNow {
  load: RunLoad
  queue: RunQueueState
  /** The active run; null while there is none. */
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
