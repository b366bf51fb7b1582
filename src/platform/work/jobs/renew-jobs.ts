/** Renews the leases of the jobs that run in this process: stores their progress, and learns which of them are to stop. */
import type { Log } from '../../machine/log.ts'
import type { JobStore } from './job-store.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import type { Renewal } from './leases.ts'
import { claimOf, isSameClaim, type RunningJob, stopJob } from './running-job.ts'

export interface RenewJobsOptions {
  store: Pick<JobStore, 'renew'>
  keeper: Pick<LeaseKeeper, 'renewed'> | null
  log: Log
}

export async function renewJobs(
  running: ReadonlySet<RunningJob>,
  { store, keeper, log }: RenewJobsOptions,
): Promise<void> {
  if (running.size === 0) return
  const renewals = [...running].map((entry): Renewal => {
    const change = entry.isProgressNew ? { ...claimOf(entry), progress: entry.progress } : claimOf(entry)
    entry.isProgressNew = false
    return change
  })
  try {
    const { lost, cancel, watched } = await store.renew(renewals)
    keeper?.renewed()
    for (const entry of running) {
      const isEntry = isSameClaim.bind(null, claimOf(entry))
      entry.isWatched = watched.some(isEntry)
      if (lost.some(isEntry)) stopJob(entry, 'lost')
      else if (cancel.some(isEntry)) stopJob(entry, 'cancelled')
    }
  } catch (error) {
    for (const entry of running) entry.isProgressNew = entry.progress !== undefined
    log('error', 'Running jobs could not renew their leases.', error)
  }
}
