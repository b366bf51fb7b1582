/** The jobs of an organization as the API lists them. */
import type { Job, JobProgress, JobState } from '../../shared/api/jobs.ts'
import type { Said } from '../../shared/messages/said.ts'
import type { Database } from '../db/database.ts'
import { fromJsonOrNull } from '../db/json.ts'

export interface JobFilter {
  state?: JobState
  limit: number
  offset: number
}

/** Newest first. */
export async function listJobs(db: Database, organizationId: string, filter: JobFilter): Promise<Job[]> {
  let query = jobsOf(db, organizationId)
  if (filter.state !== undefined) query = query.where('jobs.state', '=', filter.state)
  const rows = await query.orderBy('jobs.id', 'desc').limit(filter.limit).offset(filter.offset).execute()
  return rows.map(shown)
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
    .select(['jobs.id', 'jobs.kind', 'jobs.state', 'jobs.token', 'jobs.error', 'job_leases.progress'])
    .select(['jobs.created_at', 'jobs.started_at', 'jobs.finished_at'])
    .where('jobs.organization_id', '=', organizationId)

type ListedRow = Awaited<ReturnType<ReturnType<typeof jobsOf>['execute']>>[number]

function shown({ token, error, progress, ...job }: ListedRow): Job {
  const said = fromJsonOrNull<Said>(error)
  return {
    ...job,
    attempts: token,
    progress: fromJsonOrNull<JobProgress>(progress),
    error: said?.message ?? null,
    ...(said?.text && { text: said.text }),
  }
}
