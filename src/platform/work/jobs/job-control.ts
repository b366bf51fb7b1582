/** Jobs as users cancel and retry them. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Job } from '../../../shared/api/jobs.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, isUuid } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { JobControls, JobKind } from './job.ts'
import { readJob } from './job-list.ts'
import type { JobStore } from './job-store.ts'
import type { Jobs } from './jobs.ts'

export interface JobControl {
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<Job>
  /** @throws ApiError wrong_state when it has ended */
  cancel(caller: Caller, id: string): Promise<Job>
  /** Returns the job that does the work again. @throws ApiError wrong_state unless it failed, was cancelled or parked */
  retry(caller: Caller, id: string): Promise<Job>
}

export interface JobControlOptions {
  db: Database
  store: JobStore
  jobs: Jobs
  kinds: ReadonlyMap<string, JobKind>
  controls: ReadonlyMap<string, JobControls>
}

export function createJobControl({ db, store, jobs, kinds, controls }: JobControlOptions): JobControl {
  async function rowOf({ organizationId }: Caller, id: string): Promise<JobRow> {
    const row = isUuid(id) ? await store.find(organizationId, id.toLowerCase()) : null
    if (!row) throw new ApiError('not_found', message('jobs.missing'))
    return row
  }

  async function get({ organizationId }: Caller, id: string): Promise<Job> {
    const job = isUuid(id) ? await readJob(db, organizationId, id.toLowerCase()) : null
    if (!job) throw new ApiError('not_found', message('jobs.missing'))
    return job
  }

  return {
    get,
    async cancel(caller, id) {
      const job = await rowOf(caller, id)
      if (job.state !== 'queued' && job.state !== 'running') {
        throw new ApiError('wrong_state', message('jobs.has_ended', { state: job.state }))
      }
      const cancel = controls.get(job.kind)?.cancel
      await (cancel ? cancel(caller, job) : jobs.cancel(caller, job.id))
      return get(caller, id)
    },
    async retry(caller, id) {
      const job = await rowOf(caller, id)
      const refuse = ({ state }: Pick<JobRow, 'state'>) =>
        new ApiError('wrong_state', message('jobs.not_to_retry', { state }))
      if (!['failed', 'cancelled', 'parked'].includes(job.state)) throw refuse(job)
      const { retry, checkRetry } = controls.get(job.kind) ?? {}
      if (retry) return get(caller, await retry(caller, job))
      await checkRetry?.(caller, job)
      const isQueued = await store.retry(caller.organizationId, job.id, async (tx, row) =>
        kinds.get(row.kind)?.requeued?.(tx, row),
      )
      if (!isQueued) throw refuse(await rowOf(caller, id))
      jobs.wake()
      return get(caller, id)
    },
  }
}
