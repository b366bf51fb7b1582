/** Rows of the job queue. */
import type { JobPool, JobState, JobWorker } from '../../../shared/api/jobs.ts'

type Json = string
type Time = string

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
  /** Name of the workflow, model, data set or video that it works on; null when it has none, and in rows of earlier versions. */
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

/** A process that executes jobs of a shared database. */
export interface WorkerRow {
  id: string
  /** Of its machine. */
  name: string
  kind: JobWorker['kind']
  version: string
  /** By pool. */
  slots: Json
  /** Null for a process of an earlier version. */
  labels: Json | null
  /** Jobs that run in it. */
  running: number
  /** By the database's clock, here and below. */
  started_at: Time
  seen_at: Time
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

/** A run whose video is executed in parts. */
export interface RunPartsRow {
  run_id: string
  plan: Json
}

/** The newest log lines and the picture of a run that somebody follows on another machine. */
export interface RunLiveRow {
  run_id: string
  /** Of the claim of the worker that wrote them. */
  token: number
  lines: Json
  picture: Json | null
}
