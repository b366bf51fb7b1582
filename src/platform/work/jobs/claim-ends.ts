/** The ends of claims: a job is finished or released by its worker, or taken away from a worker whose lease is over. */
import { message, type Said, saidOf } from '../../../shared/messages/message.ts'
import { type Database, databaseTime, isPostgres, toJson, toJsonOrNull } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import { ClaimOver } from './claim-over.ts'
import type { Claim, JobEnd, Tx } from './job.ts'
import { count } from './lanes.ts'
import { LEASE_MS } from './leases.ts'

/** A job that was lost so often is suspected of killing its workers. */
export const LOSSES_UNTIL_PARKED = 3

/** Stores the end in the records of the job's kind. */
export type Settle = (tx: Tx, job: JobRow, end: JobEnd) => Promise<unknown>

/** False, and nothing is written, when the claim is not the last one any more. `costMs`: the slot time that was used. */
export async function finishJob(
  db: Database,
  claim: Claim,
  end: JobEnd,
  settle: Settle,
  costMs?: number,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await endRunning(tx, claim, end)
    if (!job) return false
    await count(tx, job, { running: -1, ms: costMs === undefined ? 0 : costMs - job.estimate_ms })
    await settle(tx, job, end)
    return true
  })
}

/** Returns a running job to its place in the queue, without counting a loss. False when the claim is not the last one. */
export async function releaseJob(db: Database, claim: Claim, costMs = 0): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await requeue(tx, claim, 0)
    if (job) await count(tx, job, { queued: 1, running: -1, ms: costMs - job.estimate_ms })
    return job !== undefined
  })
}

export interface RecoverOptions {
  /** True when no other process can be alive: then a lease is over, whatever it says. */
  alone?: boolean
  /** Claims that this process holds, which it keeps, whatever their leases say. */
  isHeld?(claim: Claim): boolean
}

/** Takes jobs away from workers that no longer renew their leases; returns the jobs that ended by that. */
export async function recoverJobs(
  db: Database,
  settle: Settle,
  { alone = false, isHeld = () => false }: RecoverOptions = {},
): Promise<{ job: JobRow; end: JobEnd }[]> {
  // A lease that ends later began before the clock was set back.
  const longest = databaseTime(db, LEASE_MS)
  await db.updateTable('job_leases').set({ until: longest }).where('until', '>', longest).execute()
  const all = db.selectFrom('job_leases').select(['job_id as id', 'token'])
  const over = await (alone ? all : all.where('until', '<', databaseTime(db))).execute()
  const ended: { job: JobRow; end: JobEnd }[] = []
  for (const claim of over) {
    if (isHeld(claim)) continue
    const change = await db.transaction().execute((tx) => takeAway(tx, claim, alone, settle))
    if (change) ended.push(change)
  }
  return ended
}

async function takeAway(tx: Tx, claim: Claim, alone: boolean, settle: Settle) {
  const still = tx.selectFrom('job_leases').select('cancel').where('job_id', '=', claim.id)
  const over = alone ? still : still.where('until', '<', databaseTime(tx))
  const lease = await over.where('token', '=', claim.token).executeTakeFirst()
  if (!lease) return null
  const losses = tx.selectFrom('jobs').select('losses').where('id', '=', claim.id)
  const lost = ((await losses.executeTakeFirst())?.losses ?? 0) + 1
  const end: JobEnd | null =
    lease.cancel === 1
      ? { state: 'cancelled' }
      : lost >= LOSSES_UNTIL_PARKED
        ? { state: 'parked', error: saidOf(message('jobs.parked', { losses: lost })) }
        : null
  const job = await (end ? endRunning(tx, claim, end, 1) : requeue(tx, claim, 1))
  if (!job) return null
  await count(tx, job, { running: -1, queued: end ? 0 : 1 })
  if (end) await settle(tx, job, end)
  return end && { job, end }
}

async function endRunning(tx: Tx, claim: Claim, end: JobEnd, losses = 0): Promise<JobRow | undefined> {
  const job = await ofClaim(tx, claim)
    .set((eb) => ({
      state: end.state,
      losses: eb('losses', '+', losses),
      ...outcomeOf(end),
      finished_at: databaseTime(tx),
    }))
    .returningAll()
    .executeTakeFirst()
  if (job) await dropLease(tx, claim)
  return job
}

async function requeue(tx: Tx, claim: Claim, losses: number): Promise<JobRow | undefined> {
  const job = await ofClaim(tx, claim)
    .set((eb) => ({ state: 'queued', losses: eb('losses', '+', losses), started_at: null }))
    .returningAll()
    .executeTakeFirst()
  if (job) await dropLease(tx, claim)
  return job
}

/** The fence: every end that a worker stores passes through it. */
const ofClaim = (tx: Tx, { id, token }: Claim) =>
  tx.updateTable('jobs').where('id', '=', id).where('token', '=', token).where('state', '=', 'running')

const dropLease = (tx: Tx, { id }: Claim) => tx.deleteFrom('job_leases').where('job_id', '=', id).execute()

/** The same fence for writes that end nothing: until they are stored, the claim cannot be taken away. @throws ClaimOver */
export async function holdClaim(tx: Tx, { id, token }: Claim): Promise<void> {
  const lease = tx.selectFrom('job_leases').select('job_id').where('job_id', '=', id).where('token', '=', token)
  // Renewals, which change no key, are not held up.
  const held = await (isPostgres(tx) ? lease.forKeyShare() : lease).executeTakeFirst()
  if (!held) throw new ClaimOver()
}

/** The columns of an end. */
export const outcomeOf = (end: JobEnd): Pick<JobRow, 'result' | 'error'> => ({
  result: end.state === 'done' ? toJsonOrNull(end.result) : null,
  error: 'error' in end ? toJson(end.error satisfies Said) : null,
})
