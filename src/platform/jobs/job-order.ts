/** The order of the waiting jobs of an organization. */
import type { JobPool } from '../../shared/api/jobs.ts'
import type { Database } from '../db/database.ts'

interface LaneOf {
  organizationId: string
  pool: JobPool
}

const waitingIn = (db: Database, { organizationId, pool }: LaneOf) =>
  db
    .selectFrom('jobs')
    .select(['id', 'position'])
    .where('organization_id', '=', organizationId)
    .where('pool', '=', pool)
    .where('state', '=', 'queued')
    .orderBy('priority', 'desc')
    .orderBy('position')

export const waitingJobs = async (db: Database, lane: LaneOf): Promise<string[]> =>
  (await waitingIn(db, lane).execute()).map((job) => job.id)

export async function reorderJobs(db: Database, lane: LaneOf, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const waiting = await waitingIn(tx, lane).execute()
    const isWaiting = new Set(waiting.map((job) => job.id))
    const named = [...new Set(ids)].filter((id) => isWaiting.has(id))
    const isNamed = new Set(named)
    const places = waiting.filter((job) => isNamed.has(job.id)).map((job) => job.position)
    const moved = named.map((id, i) => ({ id, position: places[i] as number }))
    // By id, so that two transactions lock the rows in the same order.
    for (const { id, position } of moved.sort((a, b) => (a.id < b.id ? -1 : 1))) {
      await tx.updateTable('jobs').set({ position }).where('id', '=', id).where('state', '=', 'queued').execute()
    }
  })
}
