/** Runs of workflows: their queue, their records and their notices to webhooks. */
import type { AnnotationArea } from '../../datasets/annotations/annotation-area.ts'
import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import { namedRows } from '../../db/named-rows.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DevicesArea } from '../../models/devices/devices-area.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { WebhookArea } from '../../work/webhooks/webhook-area.ts'
import type { GraphReadiness } from '../readiness/readiness.ts'
import { createArtifactLinks } from './artifact-links.ts'
import type { InterruptedRuns } from './interrupted-runs.ts'
import { openParts } from './parts/open-parts.ts'
import { createPrepareJob } from './prepare-job.ts'
import { createRunChanges } from './run-changes.ts'
import { runHandlers } from './run-handlers.ts'
import { createRunIntake } from './run-intake.ts'
import { createRunLabel } from './run-label.ts'
import { createRunLive } from './run-live.ts'
import { createRunNotices } from './run-notices.ts'
import { createRunQueue, RUN_JOB } from './run-queue.ts'
import type { RunRecords } from './run-records.ts'
import { createRuns, type Runs } from './runs.ts'

export interface RunAreaNeeds {
  records: RunRecords
  readiness: GraphReadiness
  devices: DevicesArea
  datasets: DatasetArea
  images: ImageArea
  annotations: AnnotationArea
  webhooks: WebhookArea
  jobs: JobsArea
  /** Length in seconds of the parts in which several workers execute a run; 0: none do. By default `PART_S`. */
  partS: number | undefined
  interruptedRuns: InterruptedRuns
}

export interface RunArea extends Area {
  runs: Runs
  handlers: Pick<Handlers, 'workflowRuns'>
}

export function createRunArea(services: PlatformServices, needs: RunAreaNeeds): RunArea {
  const { db, engine, events, folders, now, log } = services
  const { repository, files } = needs.records
  const { datasets, repository: datasetRepository } = needs.datasets
  const intake = createRunIntake({
    ...services,
    runs: repository,
    files,
    datasetRepository,
    datasets,
    images: needs.images.images,
    annotations: needs.annotations.annotations,
  })
  const { jobs } = needs.jobs
  const { outboxes } = needs.webhooks
  const links = createArtifactLinks(services)
  const prepare = createPrepareJob({
    repository,
    files,
    ...needs.readiness,
    outboxDirOf: outboxes.dirOf,
    cacheDir: folders.cache,
    deviceChecks: folders.deviceChecks,
    hardwareVideo: needs.devices.devices.hardwareVideo,
    expect: intake.expect,
  })
  const notices = createRunNotices({ events, outboxes })
  const settle = intake.settle
  const parts = openParts(services, { jobs: needs.jobs, repository, prepare, partS: needs.partS })
  const live = createRunLive(db, jobs)
  const changes = createRunChanges()
  const closing = new AbortController()
  const { interruptedRuns } = needs
  const queue = createRunQueue({
    ...services,
    jobs,
    repository,
    files,
    prepare,
    parts,
    live,
    changes,
    settle,
    notices,
    interruptedRuns,
  })
  const runs = createRuns({
    repository,
    queue,
    live,
    changes,
    jobs,
    files,
    interruptedRuns,
    closing: closing.signal,
    labelOf: createRunLabel(needs.jobs),
    engineLoad: engine.load,
    now,
  })
  jobs.control(RUN_JOB, {
    cancel: (caller, job) => runs.cancel(caller, job.id),
    retry: async (caller, job) => (await runs.retry(caller, job.id)).id,
  })
  return {
    runs,
    handlers: { workflowRuns: runHandlers(runs, namedRows(db, 'workflows'), links) },
    async start() {
      await intake.resume()
      await runs.recover()
      await notices.recover((id) => repository.organizationOf(id))
      parts?.start()
    },
    listening() {
      void repository.requeueWaiting().catch((error) => log('warning', 'Waiting runs are listed as processing.', error))
    },
    async close() {
      parts?.close()
      await queue.close()
      closing.abort()
    },
  }
}
