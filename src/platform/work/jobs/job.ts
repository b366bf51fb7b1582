/** Jobs: long work that survives its process. The row is the record; any worker may execute it. */
import type { Transaction } from 'kysely'
import type { JobPool, JobProgress } from '../../../shared/api/jobs.ts'
import type { PlainCode } from '../../../shared/messages/message.ts'
import { type Said, type Sayable, saidOf } from '../../../shared/messages/message.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Tables } from '../../db/tables.ts'
import { type Caller, jobCaller } from '../../machine/identity/caller.ts'

/** Writes that belong to the caller's own change: both are stored, or neither. */
export type Tx = Transaction<Tables>

/** All servers have it: for a job of a portable kind that needs the data folder of a server. */
export const SERVER_LABEL = 'server'

export interface NewJob {
  /** A new id when omitted; the record that the job works on can have the same one. */
  id?: string
  /** Whose organization it belongs to, and the author of its results. */
  caller: Pick<Caller, 'organizationId' | 'userId'>
  kind: string
  /** 0 when omitted. Compared only with jobs of the same organization. */
  priority?: number
  /** Only workers with this label execute it; any when omitted. */
  label?: string
  /** Name of the workflow, model, data set or video that it works on, as people see it in the list; null for one that is not listed. */
  subject: string | null
  /** JSON. The worker knows nothing else: no memory of the process that queued the job. */
  payload: unknown
}

/** A right to write the outcome of a job, until another worker claims it. */
export interface Claim {
  readonly id: string
  readonly token: number
}

export type JobEnd =
  | { state: 'done'; result?: unknown }
  | { state: 'failed'; error: Said }
  | { state: 'cancelled' }
  /** Given up: its worker was lost too often. */
  | { state: 'parked'; error: Said }

export const failed = (reason: Sayable): JobEnd => ({ state: 'failed', error: saidOf(reason) })

/** `closing`: the worker ends, and another one will start the job again. `lost`: another worker may have it already. */
export type StopReason = 'cancelled' | 'closing' | 'lost'

export interface JobContext {
  /** Aborted with a `StopReason`. */
  signal: AbortSignal
  /** Stored with the next renewal of the lease, the newest value only. */
  progress(value: JobProgress): void
  /** True while somebody follows the job on another machine, a moment later. */
  isWatched(): boolean
  hold: Hold
}

/**
 * The fence for writes of a running job: call it in their transaction. The claim is then the last one until they are stored.
 * Throws ClaimOver when another worker may have the job, which the job need not catch.
 */
export type Hold = (tx: Tx) => Promise<void>

/** A kind of job and its code. */
export interface JobKind {
  readonly kind: string
  readonly pool: JobPool
  /** Expected slot time, by which organizations share the slots until it is known. */
  readonly estimateMs: number
  /** True when it needs the database and the store alone, and leaves nothing in the data folder: any worker can execute it. */
  readonly isPortable?: boolean
  /** True for jobs that are steps of another one, by which users see and control them. */
  readonly isStep?: boolean
  /** Most jobs of this kind that one worker runs at the same time; omitted: as many as the pool has slots. */
  readonly atOnce?: number
  /**
   * May be executed again after a crash, from the start. Files go to the folder of `withJobFolder`. Returns null when the signal
   * stopped it; an error that it throws then is ignored.
   * @throws RecordOver when the record that it works on has ended meanwhile, which ends the job as cancelled
   */
  run(job: JobRow, context: JobContext): Promise<JobEnd | null>
  /**
   * The reason that people are given for an error that `run` threw, when they can do something about it; null for a fault, which
   * is logged. Every error is a fault when omitted.
   */
  reasonOf?(error: unknown): Sayable | null
  /** The messages for a fault and for a full disk. */
  readonly failures: { fault: PlainCode; diskFull: PlainCode }
  /** Stores the end in the records of the kind, in the transaction that ends the job. Only database calls. */
  ended?(tx: Tx, job: JobRow, end: JobEnd): Promise<unknown>
  /**
   * Resets the records of the kind, in the transaction that queues the ended job again. Only database calls.
   */
  requeued?(tx: Tx, job: JobRow): Promise<void>
  /** Called when the end is stored, at most once, by any worker; a crash may prevent it. */
  after?(job: JobRow, end: JobEnd): Promise<void>
}

/** Calls of users that do more for jobs of a kind than change the queue. */
export interface JobControls {
  /** Cancels a job that is queued or running. @throws ApiError wrong_state when it has ended meanwhile */
  cancel?(caller: Caller, job: JobRow): Promise<unknown>
  /** Retries a job that has ended, but not as `done`; returns the id of the job that executes it. @throws ApiError */
  retry?(caller: Caller, job: JobRow): Promise<string>
  /** Checks that the same job can be executed again. @throws ApiError wrong_state */
  checkRetry?(caller: Caller, job: JobRow): Promise<void>
}

export const callerOf = (job: JobRow): Caller => jobCaller(job.organization_id, job.created_by)
