/** The jobs of an organization as the API lists them. */
import {
  JOB_POOLS,
  type Job,
  type JobPool,
  type JobProgress,
  type JobQueue,
  type JobState,
} from '../../../shared/api/jobs.ts'
import type { Said } from '../../../shared/messages/message.ts'
import { type Database, fromJsonOrNull } from '../../db/database.ts'
import { SERVER_LABEL } from './job.ts'

export interface JobFilter {
  state?: JobState
  limit: number
  offset: number
}

/** Newest first. `steps`: kinds of jobs that are steps of others, which are not listed. */
export async function listJobs(
  db: Database,
  organizationId: string,
  filter: JobFilter,
  steps: readonly string[],
): Promise<Job[]> {
  let query = jobsOf(db, organizationId)
  if (steps.length > 0) query = query.where('jobs.kind', 'not in', steps)
  if (filter.state !== undefined) query = query.where('jobs.state', '=', filter.state)
  const rows = await query.orderBy('jobs.id', 'desc').limit(filter.limit).offset(filter.offset).execute()
  return rows.map(shown)
}

/** All pools, also those without jobs. `slots`: of all workers; `steps`: kinds of jobs that are steps of others, which are not counted. */
export async function readQueues(
  db: Database,
  organizationId: string,
  slots: Readonly<Record<JobPool, number>>,
  steps: readonly string[],
): Promise<JobQueue[]> {
  const { sum, max } = db.fn
  const inSteps = await countSteps(db, organizationId, steps)
  const lanes = await db
    .selectFrom('lanes')
    .select('pool')
    .select([
      sum<number>('queued').filterWhere('organization_id', '=', organizationId).as('queued'),
      sum<number>('running').filterWhere('organization_id', '=', organizationId).as('running'),
      max('paused').filterWhere('organization_id', '=', organizationId).as('paused'),
      max('weight').filterWhere('organization_id', '=', organizationId).as('weight'),
      max('cap').filterWhere('organization_id', '=', organizationId).as('cap'),
      max('label').filterWhere('organization_id', '=', organizationId).as('label'),
      sum<number>('queued').filterWhere('organization_id', '!=', organizationId).as('others_queued'),
    ])
    .groupBy('pool')
    .execute()
  return JOB_POOLS.map((pool) => {
    const lane = lanes.find((found) => found.pool === pool)
    return {
      pool,
      queued: Math.max(0, Number(lane?.queued ?? 0) - inSteps(pool, 'queued')),
      running: Math.max(0, Number(lane?.running ?? 0) - inSteps(pool, 'running')),
      is_paused: lane?.paused === 1,
      others_queued: Number(lane?.others_queued ?? 0),
      slots: slots[pool],
      weight: lane?.weight ?? 1,
      at_most: lane?.cap ?? null,
      label: lane?.label ?? null,
    }
  })
}

async function countSteps(db: Database, organizationId: string, kinds: readonly string[]) {
  const query = db
    .selectFrom('jobs')
    .select((e) => ['pool', 'state', e.fn.countAll<number>().as('n')])
    .where('organization_id', '=', organizationId)
    .where('state', 'in', ['queued', 'running'])
    .groupBy(['pool', 'state'])
  const rows = kinds.length > 0 ? await query.where('kind', 'in', kinds).execute() : []
  return (pool: JobPool, state: JobState) =>
    Number(rows.find((row) => row.pool === pool && row.state === state)?.n ?? 0)
}

/** Null when the organization has no such job. */
export async function readJob(db: Database, organizationId: string, id: string): Promise<Job | null> {
  const row = await jobsOf(db, organizationId).where('jobs.id', '=', id).executeTakeFirst()
  return row ? shown(row) : null
}

const jobsOf = (db: Database, organizationId: string) =>
  db
    .selectFrom('jobs')
    .leftJoin('job_leases', 'job_leases.job_id', 'jobs.id')
    .select([
      'jobs.id',
      'jobs.kind',
      'jobs.state',
      'jobs.token',
      'jobs.label',
      'jobs.subject',
      'jobs.error',
      'job_leases.progress',
    ])
    .select(['jobs.created_at', 'jobs.started_at', 'jobs.finished_at'])
    .where('jobs.organization_id', '=', organizationId)

type ListedRow = Awaited<ReturnType<ReturnType<typeof jobsOf>['execute']>>[number]

function shown({ token, label, error, progress, ...job }: ListedRow): Job {
  const said = fromJsonOrNull<Said>(error)
  return {
    ...job,
    attempts: token,
    // There is always a server.
    label: label === SERVER_LABEL ? null : label,
    progress: fromJsonOrNull<JobProgress>(progress),
    error: said?.message ?? null,
    ...(said?.text && { text: said.text }),
  }
}
