/** What the engine does now, what it takes of the computer, and what waits for it. */
import type { RunLoad, RunQueueState } from '../../../shared/api/workflow-runs.ts'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { Host } from '../../shell/host.ts'

export interface EngineNow {
  load: RunLoad
  queue: RunQueueState
  /** The run that goes on; null while none does. */
  running: WorkflowRun | null
}

/** @param rows read together with it: what they say of the run that goes on is said here too, to the frame */
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

/** Runs that wait, and those that have been completed, by which their length is estimated. Newest first. */
export interface Waiting {
  queued: readonly WorkflowRun[]
  completed: readonly WorkflowRun[]
}

/** Only as far as there is something to estimate. */
export async function readWaiting(host: Host, { run_ids, paused }: RunQueueState): Promise<Waiting> {
  if (run_ids.length === 0 || paused) return { queued: [], completed: [] }
  const [queued, completed] = await Promise.all([listRuns(host, 'queued'), listRuns(host, 'completed')])
  return { queued, completed }
}

const PAGE = 200

const listRuns = (host: Host, status: WorkflowRun['status']) =>
  host.api('workflowRuns.list', { query: { status, limit: PAGE, offset: 0 } })
