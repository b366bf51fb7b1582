/** Leases: a running job belongs to its worker for a few seconds at a time, so that a dead worker loses it. */
import type { JobProgress } from '../../../shared/api/jobs.ts'
import { type Database, databaseTime, toJson } from '../../db/database.ts'
import type { Claim } from './job.ts'

export const LEASE_MS = 8000

export interface Renewal extends Claim {
  /** Omitted when it has not changed. */
  progress?: JobProgress | undefined
}

export interface Renewed {
  /** Claims that are over: the job belongs to another worker, or to none. */
  lost: Claim[]
  /** Claims on jobs that are to be stopped. */
  cancel: Claim[]
  /** Claims on jobs that somebody follows on another machine. */
  watched: Claim[]
}

/** A claim that is over stays over: its lease is gone, or has a newer token. */
export async function renewLeases(db: Database, renewals: readonly Renewal[]): Promise<Renewed> {
  // Sorted, so that two transactions lock the rows in the same order.
  const sorted = [...renewals].sort((a, b) => (a.id < b.id ? -1 : 1))
  return db.transaction().execute(async (tx) => {
    const renewed: Renewed = { lost: [], cancel: [], watched: [] }
    for (const { id, token, progress } of sorted) {
      const lease = await tx
        .updateTable('job_leases')
        .set({ until: databaseTime(tx, LEASE_MS), ...(progress !== undefined && { progress: toJson(progress) }) })
        .where('job_id', '=', id)
        .where('token', '=', token)
        .returning((eb) => ['cancel', eb('watched_until', '>', databaseTime(tx)).as('is_watched')])
        .executeTakeFirst()
      if (!lease) renewed.lost.push({ id, token })
      else if (lease.cancel === 1) renewed.cancel.push({ id, token })
      if (lease?.is_watched) renewed.watched.push({ id, token })
    }
    return renewed
  })
}
