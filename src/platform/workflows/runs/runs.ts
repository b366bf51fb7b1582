/** Runs of workflows: starts, follows, cancels, reads and deletes them. */

import type { Page } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { RunLoad, RunQueueState, RunQueueUpdate } from '../../../shared/api/workflow-runs.ts'
import type {
  Artifact,
  RunError,
  RunErrorCode,
  RunPicture,
  RunSource,
  RunStatus,
  RunUpdate,
  WorkflowRun,
} from '../../../shared/domain/run.ts'
import { isInterrupted, isTerminal } from '../../../shared/domain/run.ts'
import type { EngineLoad } from '../../../shared/engine-contract/job.ts'
import type { Graph, Layout } from '../../../shared/graph/graph.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import { fromJsonOrNull } from '../../db/database.ts'
import type { RunRow } from '../../db/schema/workflows.ts'
import { storedGraph, storedWorkflow } from '../../db/stored-workflow.ts'
import type { ServerEvent } from '../../http/handler.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { RUN_POOL } from '../../work/jobs/lanes.ts'
import { endOfRun, followRun } from './follow-run.ts'
import type { InterruptedRuns } from './interrupted-runs.ts'
import type { RunChanges } from './run-changes.ts'
import type { LastLine } from './run-feed.ts'
import type { RunFiles } from './run-files.ts'
import type { RunLabel } from './run-label.ts'
import type { RunLive } from './run-live.ts'
import type { RunQueue } from './run-queue.ts'
import { type RunRepository, runOf } from './run-repository.ts'
import { newRow, repeatedRow, resumedRow } from './run-rows.ts'

export interface RunRequest {
  workflowId: string
  workflowName: string
  /** Includes the source of this run. */
  graph: Graph
  layout: Layout | null
  source: RunSource
  sampleFps: number | null
  durationS: number | null
}

export interface RunListFilter extends Page {
  workflowId?: string
  status?: RunStatus
}

export interface Runs {
  /** @throws ApiError insufficient_credits */
  start(caller: Caller, request: RunRequest): Promise<WorkflowRun>
  /** Micro-USD that were held for a run at its start. */
  deposit(run: WorkflowRun): Promise<number>
  list(caller: Caller, filter: RunListFilter): Promise<WorkflowRun[]>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<WorkflowRun>
  graph(caller: Caller, id: string): Promise<{ graph: Graph; layout: Layout | null; source: RunSource | null }>
  /** @throws ApiError wrong_state when it has ended */
  cancel(caller: Caller, id: string): Promise<WorkflowRun>
  /** Starts a run that resumes an interrupted one. @throws ApiError wrong_state when that one has no checkpoint */
  resume(caller: Caller, id: string): Promise<WorkflowRun>
  /** Starts a run that resumes a failed or cancelled one, or does its work again. @throws ApiError wrong_state for others */
  retry(caller: Caller, id: string): Promise<WorkflowRun>
  /** The waiting runs of the organization, and its pause. */
  queue(caller: Caller): Promise<RunQueueState>
  /** The current run, if it is the organization's, and the engine's load on this computer. */
  load(caller: Caller): RunLoad
  /** Runs that are not named stay behind those that are. @throws ApiError empty_update */
  updateQueue(caller: Caller, change: RunQueueUpdate): Promise<RunQueueState>
  /** @throws ApiError wrong_state while it is live */
  delete(caller: Caller, id: string): Promise<void>
  /** The latest frame of a running run. @throws ApiError wrong_state when there is none */
  picture(caller: Caller, id: string): Promise<RunPicture>
  follow(
    caller: Caller,
    id: string,
    last: LastLine,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ServerEvent<RunUpdate>>>
  artifact(caller: Caller, id: string, artifactId: string): Promise<{ artifact: Artifact; path: string }>
  /** Removes one file of an ended run. @throws ApiError wrong_state while it is live */
  deleteArtifact(caller: Caller, id: string, artifactId: string): Promise<void>
  /** Searches all organizations: only for callers who have shown a right to this artifact. */
  anyArtifact(id: string, artifactId: string): Promise<{ artifact: Artifact; path: string }>
  /** The ended run, or null when that takes longer than `ms` or the signal aborts. */
  wait(caller: Caller, id: string, ms: number, signal: AbortSignal): Promise<WorkflowRun | null>
  /** Must be called once before anything else: ends the runs that a dead process was executing, if the host ends such runs. */
  recover(): Promise<void>
}

export interface RunsOptions {
  repository: RunRepository
  queue: RunQueue
  live: Pick<RunLive, 'watch'>
  changes: Pick<RunChanges, 'next'>
  jobs: Jobs
  files: RunFiles
  interruptedRuns: InterruptedRuns
  labelOf: RunLabel
  /** Aborted when the platform closes: runs that continue later are followed elsewhere. */
  closing: AbortSignal
  engineLoad(): EngineLoad
  now: () => Date
}

const ABANDONED: RunError = {
  code: 'host_restarted' satisfies RunErrorCode,
  ...saidOf(message('run.platform_ended')),
  node_id: null,
}

export function createRuns(options: RunsOptions): Runs {
  const { repository, queue, live, changes, jobs, files, labelOf, closing, engineLoad, now } = options

  async function rowOf({ organizationId }: Caller, id: string): Promise<RunRow> {
    const row = await repository.find(organizationId, id)
    if (!row) throw new ApiError('not_found', message('run.missing'))
    return row
  }
  const current = (row: RunRow): WorkflowRun => queue.live(row.id)?.run ?? runOf(row)
  const get = async (caller: Caller, id: string) => current(await rowOf(caller, id))

  async function queueOf(caller: Caller): Promise<RunQueueState> {
    const [paused, run_ids] = await Promise.all([jobs.isPaused(caller, RUN_POOL), jobs.waiting(caller, RUN_POOL)])
    return { paused, run_ids }
  }

  async function artifactOf(run: WorkflowRun, artifactId: string) {
    const { frames = null, events = null } = run.inspection ?? {}
    const listed = [...run.artifacts, frames, events].find((a) => a?.id === artifactId)
    const path = listed ? await files.find(run.id, listed) : null
    if (!listed || path === null) throw new ApiError('not_found', message('run.artifact_missing', { id: artifactId }))
    return { artifact: listed, path }
  }

  async function add(row: RunRow, caller: Caller, store: Parameters<RunQueue['add']>[2]): Promise<void> {
    const label = await labelOf(storedGraph(row.graph))
    await queue.add({ run: runOf(row), label }, caller, store)
  }

  const isResumable = async (run: WorkflowRun) =>
    run.resumable && (isInterrupted(run) || (await files.isResumable(run.id)))

  async function resume(caller: Caller, id: string): Promise<WorkflowRun> {
    const row = await rowOf(caller, id)
    const run = current(row)
    if (!(await isResumable(run))) {
      const why = isTerminal(run.status) ? 'run.nothing_to_resume' : 'run.resume_while_active'
      throw new ApiError('wrong_state', message(why))
    }
    const next = resumedRow(caller, row, now())
    await add(next, caller, async (enqueue) => {
      if (await repository.insertResumed(next, run.id, enqueue)) return
      throw new ApiError('wrong_state', message('run.resumed_already'))
    })
    return runOf(next)
  }

  return {
    get,
    async start(caller, request) {
      const row = newRow(caller, request, now())
      const run = runOf(row)
      await add(row, caller, (enqueue) => repository.insert(row, enqueue))
      return run
    },
    deposit: repository.deposit,
    list: async (caller, filter) => (await repository.list(caller.organizationId, filter)).map(current),
    async graph(caller, id) {
      const row = await rowOf(caller, id)
      return { ...storedWorkflow(row), source: fromJsonOrNull(row.source) }
    },
    async cancel(caller, id) {
      const run = await get(caller, id)
      if (isTerminal(run.status)) throw new ApiError('wrong_state', message('run.has_ended', { status: run.status }))
      await queue.cancel(run)
      return get(caller, id)
    },
    resume,
    async retry(caller, id) {
      const row = await rowOf(caller, id)
      const run = current(row)
      if (run.status !== 'error' && run.status !== 'cancelled') {
        throw new ApiError('wrong_state', message('jobs.not_to_retry', { state: run.status }))
      }
      if (await isResumable(run)) return resume(caller, id)
      const next = repeatedRow(caller, row, now())
      await add(next, caller, (enqueue) => repository.insert(next, enqueue))
      return runOf(next)
    },
    queue: queueOf,
    async updateQueue(caller, { paused, run_ids }) {
      if (paused === undefined && run_ids === undefined) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (run_ids !== undefined) {
        const others = (await queueOf(caller)).run_ids.filter((id) => !run_ids.includes(id))
        await jobs.reorder(caller, RUN_POOL, [...run_ids, ...others])
      }
      if (paused !== undefined) await jobs.setPaused(caller, RUN_POOL, paused)
      return queueOf(caller)
    },
    async delete(caller, id) {
      const run = await get(caller, id)
      if (!isTerminal(run.status)) {
        throw new ApiError('wrong_state', message('run.delete_while_active', { status: run.status }))
      }
      await repository.delete(run)
      await files.delete(run.id)
    },
    async picture(caller, id) {
      const run = await get(caller, id)
      const isElsewhere = run.status === 'processing' && !queue.live(run.id)
      const picture = isElsewhere ? (await live.watch(run.id))?.picture : await queue.picture(run.id)
      if (!picture) throw new ApiError('wrong_state', message('run.no_frame'))
      return picture
    },
    async follow(caller, id, last, signal) {
      const { id: runId } = await rowOf(caller, id)
      return followRun(
        {
          id: runId,
          read: async () => runOf(await rowOf(caller, runId)),
          feed: () => queue.live(runId),
          watch: () => live.watch(runId),
          changes,
        },
        AbortSignal.any([signal, closing]),
        last,
      )
    },
    artifact: async (caller, id, artifactId) => artifactOf(await get(caller, id), artifactId),
    async deleteArtifact(caller, id, artifactId) {
      const run = await get(caller, id)
      if (!isTerminal(run.status)) {
        throw new ApiError('wrong_state', message('run.files_while_active', { status: run.status }))
      }
      const listed = run.artifacts.find((a) => a.id === artifactId)
      if (!listed) throw new ApiError('not_found', message('run.artifact_missing', { id: artifactId }))
      await repository.replaceArtifacts(
        run.id,
        run.artifacts.filter((a) => a !== listed),
      )
      await files.remove(run.id, listed)
    },
    load(caller) {
      const { processes, cpuShare, memoryBytes } = engineLoad()
      const going = queue.running()
      const run_id = going?.organization_id === caller.organizationId ? going.id : null
      return { run_id, processes, cpu_share: cpuShare, memory_bytes: memoryBytes }
    },
    async anyArtifact(id, artifactId) {
      const row = await repository.byId(id)
      if (!row) throw new ApiError('not_found', message('run.deleted'))
      return artifactOf(current(row), artifactId)
    },
    wait: (caller, id, ms, signal) =>
      endOfRun({ id, read: () => get(caller, id), changes }, AbortSignal.any([signal, AbortSignal.timeout(ms)])),
    async recover() {
      if (options.interruptedRuns !== 'end') return
      for (const { id, organization_id } of await repository.listInterrupted()) {
        const log = await files.keepOnlyLog(id, { resumable: true })
        const artifacts = log ? [log] : []
        const finished_at = now().toISOString()
        await repository.end(id, { status: 'error', error: ABANDONED, resumable: true, artifacts, finished_at })
        await jobs.cancel({ organizationId: organization_id }, id)
      }
    },
  }
}
