/**
 * The job queue in the database.
 *
 *     queued → running → done | failed | cancelled
 *     running → queued (lost, or released) | parked (lost too often)
 *     queued → cancelled
 *     failed | cancelled | parked → queued (retried)
 *     done → queued (repeated, for more work)
 *
 * Locks are taken in one order: the job, its lease, records of its kind, its lane. Claims skip jobs that are locked.
 */
import type { JobPool, JobProgress } from '../../../shared/api/jobs.ts'
import { type Database, databaseTime, fromJsonOrNull, newId, toJson } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import { traceparent } from '../../machine/tracing/tracing.ts'
import { finishJob, holdClaim, type RecoverOptions, recoverJobs, releaseJob, type Settle } from './claim-ends.ts'
import { type Claimable, claimById, claimNext } from './claims.ts'
import type { Claim, JobEnd, NewJob, Tx } from './job.ts'
import { reorderJobs, waitingJobs } from './job-order.ts'
import { changeLane, count, countNew, isLanePaused, type LaneChange } from './lanes.ts'
import { type Renewal, type Renewed, renewLeases } from './leases.ts'
import { type Reset, retryJob } from './retry-job.ts'

/** Longer than followers take from one look to the next. */
const WATCHED_FOR_MS = 10_000

export interface PlacedJob extends NewJob {
  pool: JobPool
  estimateMs: number
}

export interface JobStore {
  /** In the transaction of the change that needs the job, as its last step; returns the job's id. */
  enqueue(tx: Tx, job: PlacedJob): Promise<string>
  /** The next job that may start in the pool. */
  claim(pool: JobPool, can: Claimable): Promise<JobRow | null>
  /** True when jobs wait that may start or not. */
  hasWaiting(): Promise<boolean>
  /** A job whose turn a queue outside has decided. */
  claimById(id: string): Promise<JobRow | null>
  renew(renewals: readonly Renewal[]): Promise<Renewed>
  /** Stores the end, once. False when the claim is not the last one any more. `costMs`: slot time used. */
  finish(claim: Claim, end: JobEnd, costMs?: number): Promise<boolean>
  /** Keeps the claim until the transaction ends. @throws ClaimOver when it is not the last one any more */
  hold(tx: Tx, claim: Claim): Promise<void>
  /** Returns the job to its place in the queue. */
  release(claim: Claim, costMs?: number): Promise<boolean>
  /** Takes jobs away from dead workers; returns those that ended by that. */
  recover(options?: RecoverOptions): Promise<{ job: JobRow; end: JobEnd }[]>
  /**
   * Ends a waiting job, and returns it; asks the worker of a running one to stop. Null unless the job has ended by it.
   */
  cancel(organizationId: string, id: string): Promise<JobRow | null>
  /** Queues an ended job again, as the last one of its lane. False unless it failed, was cancelled or was parked. */
  retry(organizationId: string, id: string, reset: Reset): Promise<boolean>
  /** Has its worker learn that somebody follows the job on another machine. */
  watch(id: string): Promise<void>
  find(organizationId: string, id: string): Promise<JobRow | null>
  /** Null when the job does not run, or has not reported anything yet. */
  progress(id: string): Promise<JobProgress | null>
  /** Ids of the waiting jobs of these kinds, which share a pool, the next one first. */
  waiting(organizationId: string, kinds: readonly string[]): Promise<string[]>
  /** Reorders these waiting jobs of equal priority within the places that they hold together; others are ignored. */
  reorder(organizationId: string, pool: JobPool, ids: readonly string[]): Promise<void>
  changeLane(organizationId: string, pool: JobPool, change: LaneChange): Promise<void>
  isPaused(organizationId: string, pool: JobPool): Promise<boolean>
}

export function createJobStore(db: Database, settle: Settle): JobStore {
  async function cancelOnce(organizationId: string, id: string): Promise<JobRow | 'flagged' | null> {
    return db.transaction().execute(async (tx) => {
      const job = await tx
        .updateTable('jobs')
        .set({ state: 'cancelled', finished_at: databaseTime(tx) })
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .where('state', '=', 'queued')
        .returningAll()
        .executeTakeFirst()
      if (job) {
        await count(tx, job, { queued: -1 })
        await settle(tx, job, { state: 'cancelled' })
        return job
      }
      const own = tx.selectFrom('jobs').select('id').where('id', '=', id).where('organization_id', '=', organizationId)
      const { numUpdatedRows } = await tx
        .updateTable('job_leases')
        .set({ cancel: 1 })
        .where('job_id', 'in', own)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? 'flagged' : null
    })
  }

  const find = async (organizationId: string, id: string) =>
    (await db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()) ?? null

  return {
    async enqueue(tx, job) {
      const id = job.id ?? newId()
      const position = await countNew(tx, { organization_id: job.caller.organizationId, pool: job.pool })
      await tx
        .insertInto('jobs')
        .values({
          id,
          organization_id: job.caller.organizationId,
          pool: job.pool,
          kind: job.kind,
          priority: job.priority ?? 0,
          position,
          state: 'queued',
          token: 0,
          losses: 0,
          estimate_ms: job.estimateMs,
          payload: toJson(job.payload),
          label: job.label ?? null,
          subject: job.subject,
          trace: traceparent(),
          result: null,
          error: null,
          created_by: job.caller.userId,
          created_at: databaseTime(tx),
          started_at: null,
          finished_at: null,
        })
        .execute()
      return id
    },
    claim: (pool, can) => claimNext(db, pool, can),
    async hasWaiting() {
      const lane = db.selectFrom('lanes').select('organization_id').where('queued', '>', 0).limit(1)
      return (await lane.executeTakeFirst()) !== undefined
    },
    claimById: (id) => claimById(db, id),
    renew: (renewals) => renewLeases(db, renewals),
    finish: (claim, end, costMs) => finishJob(db, claim, end, settle, costMs),
    hold: holdClaim,
    release: (claim, costMs) => releaseJob(db, claim, costMs),
    recover: (options) => recoverJobs(db, settle, options),
    async cancel(organizationId, id) {
      const ended = await cancelOnce(organizationId, id)
      if (ended === 'flagged') return null
      if (ended) return ended
      // The worker may have lost the job between the two updates: then the job waits again, or has ended.
      const again = (await find(organizationId, id))?.state === 'queued' ? await cancelOnce(organizationId, id) : null
      return again === 'flagged' ? null : again
    },
    retry: (organizationId, id, reset) => retryJob(db, { organizationId, id }, reset),
    async watch(id) {
      const watched_until = databaseTime(db, WATCHED_FOR_MS)
      await db.updateTable('job_leases').set({ watched_until }).where('job_id', '=', id).execute()
    },
    find,
    async progress(id) {
      const lease = db.selectFrom('job_leases').select('progress').where('job_id', '=', id)
      return fromJsonOrNull<JobProgress>((await lease.executeTakeFirst())?.progress ?? null)
    },
    waiting: (organizationId, kinds) => waitingJobs(db, organizationId, kinds),
    reorder: (organizationId, pool, ids) => reorderJobs(db, { organizationId, pool }, ids),
    changeLane: (organization_id, pool, change) => changeLane(db, { organization_id, pool }, change),
    isPaused: (organizationId, pool) => isLanePaused(db, organizationId, pool),
  }
}
