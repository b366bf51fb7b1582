/** Jobs: the queue, its runner, and the kinds of jobs that the areas above register. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { type JobControls, type JobKind, SERVER_LABEL } from './job.ts'
import { createJobControl } from './job-control.ts'
import { listJobs, readQueues } from './job-list.ts'
import type { JobRunner } from './job-runner.ts'
import { createJobStore } from './job-store.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createLeaseKeeper } from './lease-keeper.ts'
import { createSlotRunner, SLOTS } from './slot-runner.ts'
import { createWorkers, type Workers } from './workers.ts'

export interface JobsArea extends Area {
  jobs: Jobs
  handlers: Pick<Handlers, 'jobs'>
  start: JobRunner['start']
  drain: JobRunner['drain']
  /** For operators: they name machines. */
  workers: Workers['list']
  /** The slots of all processes that are alive together, by pool. */
  slots: Workers['slots']
  hasWorker: Workers['have']
}

export interface JobsAreaOptions {
  /** True to execute portable jobs only. */
  isWorker: boolean
  /** Runs at the same time; 1 when omitted. */
  runSlots: number | undefined
  /** Address of the PostgreSQL database; undefined for SQLite. */
  database: string | undefined
  /** Given by the operator. */
  labels: readonly string[]
  /** The version of Sightline that this process runs. */
  version: string
}

const stepsOf = (kinds: ReadonlyMap<string, JobKind>): string[] =>
  [...kinds.values()].filter(({ isStep }) => isStep).map(({ kind }) => kind)

export function createJobsArea(
  { db, processId, soleProcess, metrics, room, now, log }: PlatformServices,
  { isWorker, runSlots, database, version, ...given }: JobsAreaOptions,
): JobsArea {
  const kinds = new Map<string, JobKind>()
  const controls = new Map<string, JobControls>()
  const store = createJobStore(db, async (tx, job, end) => kinds.get(job.kind)?.ended?.(tx, job, end))
  const slots = { ...SLOTS, ...(runSlots !== undefined && { runs: runSlots }) }
  const labels = [...(isWorker ? [] : [SERVER_LABEL]), ...given.labels]
  // What only other processes would read is written where there can be some.
  const keeper = soleProcess || database === undefined ? null : createLeaseKeeper(database, log)
  const runner = createSlotRunner({
    store,
    kinds,
    slots,
    isWorker,
    soleProcess,
    keeper,
    labels,
    metrics,
    room,
    log,
  })
  const { running } = runner
  const workers = createWorkers({
    db,
    id: processId,
    isWorker,
    version,
    slots,
    labels: given.labels,
    running,
    now,
    log,
  })
  const jobs = createJobs(store, runner, kinds, controls)
  const control = createJobControl({ db, store, jobs, kinds, controls })
  const handlers: JobsArea['handlers'] = {
    jobs: {
      list: ({ caller, query }) => listJobs(db, caller.organizationId, query, stepsOf(kinds)),
      queues: async ({ caller }) => readQueues(db, caller.organizationId, await workers.slots(), stepsOf(kinds)),
      get: ({ caller, params }) => control.get(caller, params.job_id),
      cancel: ({ caller, params }) => control.cancel(caller, params.job_id),
      retry: ({ caller, params }) => control.retry(caller, params.job_id),
    },
  }
  return {
    jobs,
    handlers,
    drain: runner.drain,
    workers: workers.list,
    slots: workers.slots,
    hasWorker: workers.have,
    async start() {
      if (!soleProcess) await workers.announce()
      await runner.start()
    },
    async close() {
      await runner.close()
      await workers.close()
    },
  }
}
