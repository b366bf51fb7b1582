/** Queues an ended job again. */
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
    const job = await tx
      .updateTable('jobs')
      .set({ state: 'queued', losses: 0, result: null, error: null, started_at: null, finished_at: null })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('state', 'in', ['failed', 'cancelled', 'parked'])
      .returningAll()
      .executeTakeFirst()
    if (!job) return false
    await reset(tx, job)
    const position = await countNew(tx, job)
    await tx.updateTable('jobs').set({ position }).where('id', '=', id).execute()
    return true
  })
