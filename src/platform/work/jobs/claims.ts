/** Decides which job starts next, and hands it to a worker. */
import { type SqlBool, sql } from 'kysely'
import type { JobPool } from '../../../shared/api/jobs.ts'
import { type Database, databaseTime, isPostgres, lockingTransaction } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Tx } from './job.ts'
import { count, isOpen } from './lanes.ts'
import { LEASE_MS } from './leases.ts'

/** The jobs that a worker can execute. */
export interface Claimable {
  kinds: readonly string[]
  /** Labels of the worker. */
  labels: readonly string[]
}

/** The next job, by lane, priority and order of arrival; null when none may start. */
export async function claimNext(db: Database, pool: JobPool, can: Claimable): Promise<JobRow | null> {
  if (can.kinds.length === 0) return null
  return lockingTransaction(db, async (tx) => {
    const organizationId = await nextLane(tx, pool, can)
    if (organizationId === undefined) return null
    const next = tx
      .selectFrom('jobs')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('pool', '=', pool)
      .where('state', '=', 'queued')
      .where('kind', 'in', can.kinds)
      .where(mayTake('label', can))
      .orderBy('priority', 'desc')
      .orderBy('position')
      .limit(1)
    const found = await (isPostgres(tx) ? next.forUpdate().skipLocked() : next).executeTakeFirst()
    return found ? start(tx, found.id) : null
  })
}

/** Claims a job by its id, for a queue outside that has decided its turn; null when it is not waiting. */
export const claimById = (db: Database, id: string): Promise<JobRow | null> =>
  lockingTransaction(db, (tx) => start(tx, id))

/** True where a job or a lane needs no label, or one that the worker has. */
const mayTake = (column: 'label' | 'jobs.label' | 'lanes.label', { labels }: Claimable) => {
  const label = sql.ref(column)
  if (labels.length === 0) return sql<SqlBool>`${label} is null`
  return sql<SqlBool>`(${label} is null or ${label} in (${sql.join(labels)}))`
}

async function nextLane(tx: Tx, pool: JobPool, can: Claimable): Promise<string | undefined> {
  const lanes = tx
    .selectFrom('lanes')
    .select('organization_id')
    .where('pool', '=', pool)
    .where('queued', '>', 0)
    .where(isOpen)
    .where(mayTake('lanes.label', can))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('jobs')
          .select('jobs.id')
          .whereRef('jobs.organization_id', '=', 'lanes.organization_id')
          .where('jobs.pool', '=', pool)
          .where('jobs.state', '=', 'queued')
          .where('jobs.kind', 'in', can.kinds)
          .where(mayTake('jobs.label', can)),
      ),
    )
    .orderBy('pass')
    .orderBy('organization_id')
    .limit(1)
  if (!isPostgres(tx)) return (await lanes.executeTakeFirst())?.organization_id
  // Another worker that claims from the first lane does not hold up this one, unless there is no other lane.
  const free = await lanes.forUpdate().skipLocked().executeTakeFirst()
  return (free ?? (await lanes.forUpdate().executeTakeFirst()))?.organization_id
}

async function start(tx: Tx, id: string): Promise<JobRow | null> {
  const job = await tx
    .updateTable('jobs')
    .set((eb) => ({ state: 'running', token: eb('token', '+', 1), started_at: databaseTime(tx) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
  if (!job) return null
  const until = databaseTime(tx, LEASE_MS)
  await tx
    .insertInto('job_leases')
    .values({ job_id: id, token: job.token, until, progress: null, cancel: 0, watched_until: null })
    .execute()
  await count(tx, job, { queued: -1, running: 1, ms: job.estimate_ms })
  return job
}
