/** The job queue as other areas use it. */
import type { Caller } from '../identity/caller.ts'
import type { JobKind, NewJob, Tx } from './job.ts'
import type { JobRunner } from './job-runner.ts'
import type { JobStore } from './job-store.ts'

export interface Jobs {
  /** Must be called before the area of jobs starts. */
  register(kind: JobKind): void
  /** In the transaction of the change that needs the job, as its last step; returns the job's id. */
  enqueue(tx: Tx, job: NewJob): Promise<string>
  /** Call once that transaction has committed. */
  wake(): void
  /** Does nothing when the job has ended. */
  cancel(caller: Caller, id: string): Promise<void>
  /** The last progress that the running job reported; null when there is none. */
  progress<T>(id: string): Promise<T | null>
}

export function createJobs(store: JobStore, runner: JobRunner, kinds: Map<string, JobKind>): Jobs {
  return {
    register(kind) {
      if (kinds.has(kind.kind)) throw new Error(`The job kind ${kind.kind} is registered twice.`)
      kinds.set(kind.kind, kind)
    },
    async enqueue(tx, job) {
      const kind = kinds.get(job.kind)
      if (!kind) throw new Error(`The job kind ${job.kind} is not registered.`)
      return store.enqueue(tx, { ...job, pool: kind.pool, estimateMs: kind.estimateMs })
    },
    wake: runner.wake,
    async cancel(caller, id) {
      const ended = await store.cancel(caller.organizationId, id)
      if (ended) await kinds.get(ended.kind)?.after?.(ended, { state: 'cancelled' })
      else runner.stop(id)
    },
    progress: store.progress,
  }
}
