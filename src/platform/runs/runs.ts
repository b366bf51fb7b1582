/** Runs of workflows: starts, follows, cancels, reads and deletes them. */

import { ApiError } from '../../shared/api/errors.ts'
import type { RunLoad, RunQueueState, RunQueueUpdate } from '../../shared/api/workflow-runs.ts'
import type {
  Artifact,
  RunError,
  RunErrorCode,
  RunPicture,
  RunSource,
  RunStatus,
  RunUpdate,
  WorkflowRun,
} from '../../shared/domain/run.ts'
import { isInterrupted, isTerminal } from '../../shared/domain/run.ts'
import type { EngineLoad } from '../../shared/engine-contract/job.ts'
import type { Graph, Layout } from '../../shared/graph/graph.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import { fromJsonOrNull } from '../db/json.ts'
import { storedWorkflow } from '../db/stored-workflow.ts'
import type { RunRow } from '../db/tables.ts'
import type { ServerEvent } from '../http/handler.ts'
import type { Log } from '../machine/log.ts'
import type { RunFiles } from './run-files.ts'
import type { RunQueue } from './run-queue.ts'
import { type RunRepository, runOf } from './run-repository.ts'
import { newRow, resumedRow } from './run-rows.ts'

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

export interface RunListFilter {
  workflowId?: string
  status?: RunStatus
  limit: number
  offset: number
}

export interface Runs {
  start(organizationId: string, request: RunRequest): Promise<WorkflowRun>
  list(organizationId: string, filter: RunListFilter): Promise<WorkflowRun[]>
  /** @throws ApiError not_found, here and below */
  get(organizationId: string, id: string): Promise<WorkflowRun>
  graph(organizationId: string, id: string): Promise<{ graph: Graph; layout: Layout | null; source: RunSource | null }>
  /** @throws ApiError wrong_state when it has ended */
  cancel(organizationId: string, id: string): Promise<WorkflowRun>
  /** Starts a run that resumes an interrupted one. @throws ApiError wrong_state when that one has no checkpoint */
  resume(organizationId: string, id: string): Promise<WorkflowRun>
  /** The waiting runs of the organization; the pause applies to all organizations. */
  queue(organizationId: string): RunQueueState
  /** The current run, if it is the organization's, and the engine's load on this computer. */
  load(organizationId: string): RunLoad
  /** Runs that are not named stay behind those that are. @throws ApiError empty_update */
  updateQueue(organizationId: string, change: RunQueueUpdate): RunQueueState
  /** @throws ApiError wrong_state while it is live */
  delete(organizationId: string, id: string): Promise<void>
  /** The latest frame of a running run. @throws ApiError wrong_state when there is none */
  picture(organizationId: string, id: string): Promise<RunPicture>
  follow(
    organizationId: string,
    id: string,
    afterLine: number,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ServerEvent<RunUpdate>>>
  artifact(organizationId: string, id: string, artifactId: string): Promise<{ artifact: Artifact; path: string }>
  /** Removes one file of an ended run. @throws ApiError wrong_state while it is live */
  deleteArtifact(organizationId: string, id: string, artifactId: string): Promise<void>
  /** Searches all organizations: only for callers who have shown a right to this artifact. */
  anyArtifact(id: string, artifactId: string): Promise<{ artifact: Artifact; path: string }>
  /** The ended run, or null when that takes longer than `ms` or the signal aborts. */
  wait(organizationId: string, id: string, ms: number, signal: AbortSignal): Promise<WorkflowRun | null>
  /** Must be called once before anything else: ends the runs that a dead process left live. */
  recover(): Promise<void>
}

export interface RunsOptions {
  repository: RunRepository
  queue: RunQueue
  files: RunFiles
  engineLoad(): EngineLoad
  log: Log
  now: () => Date
}

const ABANDONED: RunError = {
  code: 'host_restarted' satisfies RunErrorCode,
  ...saidOf(message('run.platform_ended')),
  node_id: null,
}

export function createRuns(options: RunsOptions): Runs {
  const { repository, queue, files, engineLoad, log, now } = options

  async function rowOf(organizationId: string, id: string): Promise<RunRow> {
    const row = await repository.find(organizationId, id)
    if (!row) throw new ApiError('not_found', message('run.missing'))
    return row
  }
  /** A run that ended while its row was being read has no feed any more, but a newer row. */
  async function current(row: RunRow): Promise<WorkflowRun> {
    const feed = queue.live(row.id)
    if (feed) return feed.run
    return runOf(isTerminal(row.status) ? row : await rowOf(row.organization_id, row.id))
  }
  /** A resumed run becomes resumable again when its successor ended before it took anything over. */
  const giveBack = async (id: string): Promise<void> => {
    try {
      await repository.setResumable(id, await files.isResumable(id))
    } catch (error) {
      log('error', `Run ${id} could not be marked as one that can be resumed.`, error)
    }
  }
  const get = async (organizationId: string, id: string) => current(await rowOf(organizationId, id))

  function queueOf(organizationId: string): RunQueueState {
    const own = queue.waiting().filter((run) => run.organization_id === organizationId)
    return { paused: queue.isPaused(), run_ids: own.map((run) => run.id) }
  }

  async function artifact(organizationId: string, id: string, artifactId: string) {
    const run = await get(organizationId, id)
    const { frames = null, events = null } = run.inspection ?? {}
    const listed = [...run.artifacts, frames, events].find((a) => a?.id === artifactId)
    const path = listed ? await files.find(run.id, listed) : null
    if (!listed || path === null) throw new ApiError('not_found', message('run.artifact_missing', { id: artifactId }))
    return { artifact: listed, path }
  }

  return {
    get,
    async start(organizationId, request) {
      const row = newRow(organizationId, request, now())
      await repository.insert(row)
      const run = runOf(row)
      queue.add(run)
      return run
    },
    list: async (organizationId, filter) => Promise.all((await repository.list(organizationId, filter)).map(current)),
    async graph(organizationId, id) {
      const row = await rowOf(organizationId, id)
      return { ...storedWorkflow(row), source: fromJsonOrNull(row.source) }
    },
    async cancel(organizationId, id) {
      const run = await get(organizationId, id)
      if (isTerminal(run.status)) throw new ApiError('wrong_state', message('run.has_ended', { status: run.status }))
      await queue.cancel(run.id)
      return get(organizationId, id)
    },
    async resume(organizationId, id) {
      const row = await rowOf(organizationId, id)
      const run = await current(row)
      if (!run.resumable || !(isInterrupted(run) || (await files.isResumable(run.id)))) {
        const why = isTerminal(run.status) ? 'run.nothing_to_resume' : 'run.resume_while_active'
        throw new ApiError('wrong_state', message(why))
      }
      const next = resumedRow(row, now())
      if (!(await repository.insertResumed(next, run.id))) {
        throw new ApiError('wrong_state', message('run.resumed_already'))
      }
      queue.add(runOf(next))
      // A successor that was interrupted is itself resumed.
      void queue.live(next.id)?.ended.then((ended) => (ended.resumable ? undefined : giveBack(run.id)))
      return runOf(next)
    },
    queue: queueOf,
    updateQueue(organizationId, { paused, run_ids }) {
      if (paused === undefined && run_ids === undefined) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (run_ids !== undefined) {
        const own = queueOf(organizationId).run_ids
        queue.reorder([...run_ids.filter((id) => own.includes(id)), ...own.filter((id) => !run_ids.includes(id))])
      }
      if (paused !== undefined) queue.setPaused(paused)
      return queueOf(organizationId)
    },
    async delete(organizationId, id) {
      const run = await get(organizationId, id)
      if (!isTerminal(run.status)) {
        throw new ApiError('wrong_state', message('run.delete_while_active', { status: run.status }))
      }
      await repository.delete(run)
      await files.delete(run.id)
    },
    async picture(organizationId, id) {
      const run = await get(organizationId, id)
      const picture = await queue.picture(run.id)
      if (!picture) throw new ApiError('wrong_state', message('run.no_frame'))
      return picture
    },
    async follow(organizationId, id, afterLine, signal) {
      const row = await rowOf(organizationId, id)
      const feed = queue.live(row.id)
      return feed ? feed.follow(signal, afterLine) : onlyRun(runOf(await rowOf(organizationId, id)))
    },
    artifact,
    async deleteArtifact(organizationId, id, artifactId) {
      const run = await get(organizationId, id)
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
    load(organizationId) {
      const { processes, cpuShare, memoryBytes } = engineLoad()
      const going = queue.running()
      const run_id = going?.organization_id === organizationId ? going.id : null
      return { run_id, processes, cpu_share: cpuShare, memory_bytes: memoryBytes }
    },
    async anyArtifact(id, artifactId) {
      const organizationId = await repository.organizationOf(id)
      if (organizationId === null) throw new ApiError('not_found', message('run.deleted'))
      return artifact(organizationId, id, artifactId)
    },
    async wait(organizationId, id, ms, signal) {
      const ended = queue.live(id)?.ended ?? get(organizationId, id)
      return Promise.race([ended, timeOrAbort(ms, signal)])
    },
    async recover() {
      for (const row of await repository.listLive()) {
        const log = await files.keepOnlyLog(row.id)
        const ended: Partial<WorkflowRun> = {
          status: 'error',
          error: ABANDONED,
          resumable: true,
          artifacts: log ? [log] : [],
          finished_at: now().toISOString(),
        }
        await repository.save({ ...runOf(row), ...ended })
      }
    },
  }
}

async function* onlyRun(run: WorkflowRun): AsyncGenerator<ServerEvent<RunUpdate>> {
  yield { data: { type: 'run', run } }
}

const timeOrAbort = (ms: number, signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve(null)
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
