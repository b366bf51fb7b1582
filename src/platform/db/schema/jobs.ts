/** The job queue, and the processes that execute its jobs. */
import type { SchemaModule } from 'kysely'
import type { JobPool, JobState, JobWorker } from '../../../shared/api/jobs.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

/** The jobs of an organization in a pool, and its share of the slots. */
export interface LaneRow {
  organization_id: string
  pool: JobPool
  /** Share of the slots relative to other lanes, from 1. */
  weight: number
  /** The lane with the lowest one is next: slot time used, in microseconds, divided by the weight. */
  pass: number
  /** Most jobs that run at the same time; null without a limit. */
  cap: number | null
  /** 1 while none of its jobs may start. */
  paused: 0 | 1
  /** Only workers with this label execute its jobs; null for any. */
  label: string | null
  queued: number
  running: number
  /** Position of the job that was queued last. */
  last_position: number
}

async function createLanes(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('lanes')
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('pool', 'text', required)
    .addColumn('weight', 'integer', required)
    .addColumn('pass', 'bigint', required)
    .addColumn('cap', 'integer')
    .addColumn('paused', 'integer', required)
    .addColumn('label', 'text')
    .addColumn('queued', 'integer', required)
    .addColumn('running', 'integer', required)
    .addColumn('last_position', 'bigint', required)
    .addPrimaryKeyConstraint('lanes_key', ['organization_id', 'pool'])
    .execute()
  await schema.createIndex('lanes_next').on('lanes').columns(['pool', 'pass', 'organization_id']).execute()
}

export interface JobRow {
  id: string
  organization_id: string
  pool: JobPool
  kind: string
  /** Jobs of an organization with a higher one start first. */
  priority: number
  /** Order of arrival within a lane. */
  position: number
  state: JobState
  /** Number of claims so far: only the holder of the last one may write. */
  token: number
  /** Number of leases that ended without a word of the worker. */
  losses: number
  /** Expected slot time in milliseconds, charged to the lane at the claim. */
  estimate_ms: number
  payload: Json
  /** Only workers with this label execute it; null for any. */
  label: string | null
  /** Name of the workflow, model, data set or video that it works on; null when it has none. */
  subject: string | null
  /** `traceparent` of the work that queued it; null when that was not recorded. */
  trace: string | null
  result: Json | null
  /** `Said` of a job that failed or was parked. */
  error: Json | null
  /** Id of the user who asked for it. */
  created_by: string | null
  created_at: Time
  started_at: Time | null
  finished_at: Time | null
}

async function createJobs(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('jobs')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('pool', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('priority', 'integer', required)
    .addColumn('position', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('token', 'integer', required)
    .addColumn('losses', 'integer', required)
    .addColumn('estimate_ms', 'bigint', required)
    .addColumn('payload', 'text', required)
    .addColumn('label', 'text')
    .addColumn('subject', 'text')
    .addColumn('trace', 'text')
    .addColumn('result', 'text')
    .addColumn('error', 'text')
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .execute()
  await schema
    .createIndex('jobs_next')
    .on('jobs')
    .columns(['organization_id', 'pool', 'state', 'priority desc', 'position'])
    .execute()
  await schema.createIndex('jobs_of_organization').on('jobs').columns(['organization_id', 'id']).execute()
}

/** One row for each running job. */
export interface JobLeaseRow {
  job_id: string
  token: number
  /** By the database's clock. */
  until: Time
  progress: Json | null
  /** 1 when the worker is to stop the job. */
  cancel: 0 | 1
  /** Until then, somebody follows the job on another machine. */
  watched_until: Time | null
}

async function createJobLeases(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('job_leases')
    .addColumn('job_id', 'text', (c) => c.primaryKey().references('jobs.id').onDelete('cascade'))
    .addColumn('token', 'integer', required)
    .addColumn('until', 'text', required)
    .addColumn('progress', 'text')
    .addColumn('cancel', 'integer', required)
    .addColumn('watched_until', 'text')
    .execute()
}

/** A process that executes jobs of a shared database. */
export interface WorkerRow {
  id: string
  /** The host name of its machine. */
  name: string
  kind: JobWorker['kind']
  version: string
  /** By pool. */
  slots: Json
  /** Names; a process always writes them. */
  labels: Json | null
  /** Jobs that run in it. */
  running: number
  /** By the database's clock, here and below. */
  started_at: Time
  seen_at: Time
}

async function createWorkers(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('workers')
    .addColumn('id', 'text', primary)
    .addColumn('name', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('slots', 'text', required)
    .addColumn('labels', 'text')
    .addColumn('running', 'integer', required)
    .addColumn('started_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .execute()
}

export interface JobTables {
  lanes: LaneRow
  jobs: JobRow
  job_leases: JobLeaseRow
  workers: WorkerRow
}

export const jobTables: TableGroup = [createLanes, createJobs, createJobLeases, createWorkers]
