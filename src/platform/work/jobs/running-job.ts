/** A job that runs in this process. */
import type { JobProgress } from '../../../shared/api/jobs.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Claim, StopReason } from './job.ts'

export interface RunningJob {
  job: JobRow
  /** False for a job whose slot is that of another one, which waits for it. */
  hasSlot: boolean
  stopping: AbortController
  startedAt: number
  progress: JobProgress | undefined
  isProgressNew: boolean
  isWatched: boolean
  done: Promise<void>
}

export const newRunningJob = (job: JobRow, hasSlot: boolean): RunningJob => ({
  job,
  hasSlot,
  stopping: new AbortController(),
  startedAt: performance.now(),
  progress: undefined,
  isProgressNew: false,
  isWatched: false,
  done: Promise.resolve(),
})

export const claimOf = ({ job: { id, token } }: RunningJob): Claim => ({ id, token })

export const isSameClaim = (a: Claim, b: Claim): boolean => a.id === b.id && a.token === b.token

/** Slot time that was used so far. */
export const costOf = ({ startedAt }: RunningJob): number => performance.now() - startedAt

/** The first reason counts. */
export function stopJob({ stopping }: RunningJob, reason: StopReason): void {
  if (!stopping.signal.aborted) stopping.abort(reason)
}
