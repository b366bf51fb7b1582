/** The order of the waiting jobs of an organization. */
import type { JobPool } from '../../../shared/api/jobs.ts'
import type { Database } from '../../db/database.ts'

interface LaneOf {
  organizationId: string
  pool: JobPool
}

const waitingOf = (db: Database, organizationId: string) =>
  db
    .selectFrom('jobs')
    .select(['id', 'position'])
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'queued')
    .orderBy('priority', 'desc')
    .orderBy('position')

export async function waitingJobs(db: Database, organizationId: string, kinds: readonly string[]): Promise<string[]> {
  if (kinds.length === 0) return []
  const jobs = await waitingOf(db, organizationId).where('kind', 'in', kinds).execute()
  return jobs.map(({ id }) => id)
}

export async function reorderJobs(db: Database, lane: LaneOf, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const waiting = await waitingOf(tx, lane.organizationId).where('pool', '=', lane.pool).execute()
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
