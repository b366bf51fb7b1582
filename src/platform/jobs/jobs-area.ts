/** Jobs: the queue, its runner, and the kinds of jobs that the areas above register. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { Handlers } from '../http/handler.ts'
import { createEmbeddedRunner } from './embedded-runner.ts'
import type { JobKind } from './job.ts'
import { listJobs } from './job-list.ts'
import { createJobStore } from './job-store.ts'
import { createJobs, type Jobs } from './jobs.ts'

export interface JobsArea extends Area {
  jobs: Jobs
  handlers: Pick<Handlers, 'jobs'>
}

export function createJobsArea({ db, log }: PlatformServices): JobsArea {
  const kinds = new Map<string, JobKind>()
  const store = createJobStore(db, async (tx, job, end) => kinds.get(job.kind)?.ended?.(tx, job, end))
  const runner = createEmbeddedRunner({ store, kinds, alone: true, log })
  const handlers: JobsArea['handlers'] = {
    jobs: { list: ({ caller, query }) => listJobs(db, caller.organizationId, query) },
  }
  return { jobs: createJobs(store, runner, kinds), handlers, start: runner.start, close: runner.close }
}
