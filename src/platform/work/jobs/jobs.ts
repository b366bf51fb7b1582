/** The job queue as other areas use it. */
import type { JobPool, JobProgress } from '../../../shared/api/jobs.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { JobControls, JobKind, NewJob, Tx } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import type { JobStore } from './job-store.ts'
import { repeatJob } from './retry-job.ts'

type Owner = Pick<Caller, 'organizationId'>

export interface Jobs {
  /** Must be called before the area of jobs starts. */
  register(kind: JobKind): void
  /** Calls of users for jobs of a kind; omitted ones change the queue only. */
  control(kind: string, controls: JobControls): void
  /** In the transaction of the change that needs the job, as its last step; returns the job's id. */
  enqueue(tx: Tx, job: NewJob): Promise<string>
  /** Queues a job that has succeeded again, for more work, in the same way; false unless it is there and has succeeded. */
  repeat(tx: Tx, job: { organizationId: string; id: string }): Promise<boolean>
  /** Call once that transaction has committed. */
  wake(): void
  /** True when the job waited and has ended by this; a running one is asked to stop. */
  cancel(caller: Owner, id: string): Promise<boolean>
  /** Executes a waiting job without a slot, as `JobRunner.executeNow` describes. */
  executeNow(id: string): Promise<boolean>
  /** True for a job that waits or runs. */
  isLive(caller: Owner, id: string): Promise<boolean>
  /** Ids of the organization's waiting jobs, the next one first, without those that are steps of others. */
  waiting(caller: Owner, pool: JobPool): Promise<string[]>
  /** Reorders these waiting jobs within the places that they hold together; others are ignored. */
  reorder(caller: Owner, pool: JobPool, ids: readonly string[]): Promise<void>
  isPaused(caller: Owner, pool: JobPool): Promise<boolean>
  /** While paused, none of the organization's jobs in the pool starts; running ones continue. */
  setPaused(caller: Owner, pool: JobPool, paused: boolean): Promise<void>
  /** The last progress that the running job reported; null when it has reported none. */
  progress(id: string): Promise<JobProgress | null>
  /** Has the worker of a running job learn that somebody follows it on another machine, for some seconds. */
  watch(id: string): Promise<void>
}

export function createJobs(
  store: JobStore,
  runner: JobRunner,
  kinds: Map<string, JobKind>,
  controls: Map<string, JobControls>,
): Jobs {
  return {
    register(kind) {
      if (kinds.has(kind.kind)) throw new Error(`The job kind ${kind.kind} is registered twice.`)
      kinds.set(kind.kind, kind)
    },
    control: (kind, own) => void controls.set(kind, own),
    async enqueue(tx, job) {
      const kind = kinds.get(job.kind)
      if (!kind) throw new Error(`The job kind ${job.kind} is not registered.`)
      return store.enqueue(tx, { ...job, pool: kind.pool, estimateMs: kind.estimateMs })
    },
    repeat: repeatJob,
    wake: runner.wake,
    executeNow: runner.executeNow,
    async cancel(caller, id) {
      const ended = await store.cancel(caller.organizationId, id)
      if (ended) await kinds.get(ended.kind)?.after?.(ended, { state: 'cancelled' })
      else runner.stop(id)
      return ended !== null
    },
    async isLive(caller, id) {
      const state = (await store.find(caller.organizationId, id))?.state
      return state === 'queued' || state === 'running'
    },
    waiting: (caller, pool) =>
      store.waiting(
        caller.organizationId,
        [...kinds.values()].filter((kind) => kind.pool === pool && !kind.isStep).map(({ kind }) => kind),
      ),
    reorder: (caller, pool, ids) => store.reorder(caller.organizationId, pool, ids),
    isPaused: (caller, pool) => store.isPaused(caller.organizationId, pool),
    async setPaused(caller, pool, paused) {
      await store.changeLane(caller.organizationId, pool, { paused })
      if (!paused) runner.wake()
    },
    progress: store.progress,
    watch: store.watch,
  }
}
