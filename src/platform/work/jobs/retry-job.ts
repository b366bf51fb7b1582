/** Queues ended jobs again. */
import type { JobState } from '../../../shared/api/jobs.ts'
import type { Database } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Tx } from './job.ts'
import { countNew } from './lanes.ts'

/** Resets the records of the job's kind. */
export type Reset = (tx: Tx, job: JobRow) => Promise<void>

/** The job keeps its token, so that a worker that lost the job before still writes nothing. */
export const retryJob = (
  db: Database,
  { organizationId, id }: { organizationId: string; id: string },
  reset: Reset,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const job = await queueAgain(tx, { organizationId, id }, ['failed', 'cancelled', 'parked'])
    if (!job) return false
    await reset(tx, job)
    await placeLast(tx, job)
    return true
  })

/**
 * Queues a job that has succeeded again, for more work of its kind, as the last step of the transaction that brings the work.
 * False unless it is there and has succeeded.
 */
export async function repeatJob(tx: Tx, owner: { organizationId: string; id: string }): Promise<boolean> {
  const job = await queueAgain(tx, owner, ['done'])
  if (job) await placeLast(tx, job)
  return job !== undefined
}

const queueAgain = (
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
  states: readonly JobState[],
): Promise<JobRow | undefined> =>
  tx
    .updateTable('jobs')
    .set({ state: 'queued', losses: 0, result: null, error: null, started_at: null, finished_at: null })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('state', 'in', states)
    .returningAll()
    .executeTakeFirst()

async function placeLast(tx: Tx, job: JobRow): Promise<void> {
  const position = await countNew(tx, job)
  await tx.updateTable('jobs').set({ position }).where('id', '=', job.id).execute()
}
