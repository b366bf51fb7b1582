/** Runs of workflows: their queue, their records and their notices to webhooks. */
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import type { AnnotationArea } from '../../datasets/annotations/annotation-area.ts'
import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import { type NamedRows, namedRows } from '../../db/pages.ts'
import type { WorkflowRow } from '../../db/schema/workflows.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers, StoredFile } from '../../http/handler.ts'
import type { DevicesArea } from '../../models/devices/devices-area.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import type { WebhookArea } from '../../work/webhooks/webhook-area.ts'
import type { GraphReadiness } from '../readiness/readiness.ts'
import { type ArtifactLinks, createArtifactLinks } from './artifact-links.ts'
import type { InterruptedRuns } from './interrupted-runs.ts'
import { openParts } from './parts/open-parts.ts'
import { createPrepareJob } from './prepare-job.ts'
import { createRunChanges } from './run-changes.ts'
import { lineOfEvent } from './run-feed.ts'
import { createRunIntake } from './run-intake.ts'
import { createRunLabel } from './run-label.ts'
import { createRunLive } from './run-live.ts'
import { createRunNotices } from './run-notices.ts'
import { createRunQueue, RUN_JOB } from './run-queue.ts'
import type { RunRecords } from './run-repository.ts'
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

const runHandlers = (
  runs: Runs,
  workflows: Pick<NamedRows<WorkflowRow>, 'find'>,
  links: ArtifactLinks,
): GroupHandlers<'workflowRuns'> => ({
  list: async ({ caller, query }) => {
    const { workflow, status, limit, offset } = query
    const found = workflow === undefined ? undefined : await workflows.find(caller.organizationId, workflow)
    if (found === null) throw new ApiError('not_found', message('workflow.missing', { name: workflow ?? '' }))
    return runs.list(caller, {
      limit,
      offset,
      ...(found ? { workflowId: found.id } : {}),
      ...(status === undefined ? {} : { status }),
    })
  },
  get: ({ caller, params }) => runs.get(caller, params.run_id),
  graph: ({ caller, params }) => runs.graph(caller, params.run_id),
  cancel: ({ caller, params }) => runs.cancel(caller, params.run_id),
  resume: ({ caller, params }) => runs.resume(caller, params.run_id),
  picture: ({ caller, params }) => runs.picture(caller, params.run_id),
  queue: async ({ caller }) => runs.queue(caller),
  load: async ({ caller }) => runs.load(caller),
  updateQueue: async ({ caller, body }) => runs.updateQueue(caller, body),
  delete: ({ caller, params }) => runs.delete(caller, params.run_id),
  events: ({ caller, params, header, signal }) =>
    runs.follow(caller, params.run_id, lineOfEvent(header('last-event-id')), signal),
  artifact: async ({ caller, params }) => {
    return stored(await runs.artifact(caller, params.run_id, params.artifact_id))
  },
  deleteArtifact: ({ caller, params }) => runs.deleteArtifact(caller, params.run_id, params.artifact_id),
  artifactDownload: async ({ params: { run_id, artifact_id }, query }) => {
    links.check(run_id, artifact_id, query.expires, query.signature)
    return stored(await runs.anyArtifact(run_id, artifact_id))
  },
})

const stored = ({ artifact, path }: Awaited<ReturnType<Runs['artifact']>>): StoredFile => ({
  path,
  name: artifact.name,
  mediaType: artifact.media_type,
  etag: artifact.sha256,
})

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
