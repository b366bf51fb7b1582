/** Puts the areas of the platform together: a line creates one, a word lists it. */

import { createAuditArea } from './accounts/audit/audit-area.ts'
import { createDeviceAuthorizationsArea } from './accounts/device-authorizations/device-authorizations-area.ts'
import { createKeyArea, type KeyArea } from './accounts/keys/key-area.ts'
import type { Keys } from './accounts/keys/keys.ts'
import type { Organizations } from './accounts/organizations/organizations.ts'
import { createPasswords } from './accounts/passwords/passwords.ts'
import { createPeopleArea } from './accounts/people/people-area.ts'
import { createSignInArea, type SignInArea } from './accounts/sign-in/sign-in-area.ts'
import type { AgentTool } from './agents/tools/agent-tool.ts'
import { createToolsArea } from './agents/tools/tools-area.ts'
import { createAnnotationCommentArea } from './datasets/annotation-comments/annotation-comment-area.ts'
import { createAnnotationArea } from './datasets/annotations/annotation-area.ts'
import { createDatasetArea } from './datasets/dataset-area.ts'
import { createDerivationArea } from './datasets/derivations/derivation-area.ts'
import { createDirectoryArea } from './datasets/directories/directory-area.ts'
import { createEmbeddingArea } from './datasets/embeddings/embedding-area.ts'
import { createImageBatchArea } from './datasets/image-batches/image-batch-area.ts'
import { createImageListArea } from './datasets/image-lists/image-list-area.ts'
import { createImageSplitArea } from './datasets/image-splits/image-split-area.ts'
import { createImageArea } from './datasets/images/image-area.ts'
import { createSearchArea } from './datasets/search/search-area.ts'
import { createStorageArea } from './datasets/storage/storage-area.ts'
import { createTaskArea } from './datasets/tasks/task-area.ts'
import { createUploadArea } from './datasets/uploads/upload-area.ts'
import { createDerivedDatasetArea } from './exchange/derived-datasets/derived-dataset-area.ts'
import { createExportArea } from './exchange/exports/export-area.ts'
import { createImportArea } from './exchange/imports/import-area.ts'
import { createConnectionArea } from './exchange/storage-connections/connection-area.ts'
import type { Area, PlatformServices } from './http/area/area.ts'
import type { VerifySecret } from './http/auth.ts'
import type { ChangeLog } from './http/changes.ts'
import type { Handlers } from './http/handler.ts'
import { createAutoAnnotationArea } from './labelling/auto-annotation/auto-annotation-area.ts'
import { createPropagationArea } from './labelling/propagation/propagation-area.ts'
import { createDeploymentArea } from './models/deployments/deployment-area.ts'
import { createDevicesArea } from './models/devices/devices-area.ts'
import { createEvaluationArea } from './models/evaluations/evaluation-area.ts'
import { createModelArea } from './models/model-area.ts'
import type { PlatformOptions } from './platform.ts'
import { createOperatorArea } from './studio/operator/operator-area.ts'
import { createStudioRecordArea } from './studio/studio-records/studio-record-area.ts'
import { createEventFeedArea } from './work/event-feed/event-feed-area.ts'
import { createJobsArea, type JobsArea } from './work/jobs/jobs-area.ts'
import { createNotificationArea } from './work/notifications/notification-area.ts'
import { createWebhookArea } from './work/webhooks/webhook-area.ts'
import { createReadiness } from './workflows/readiness/readiness.ts'
import { createArtifactLinks } from './workflows/runs/artifact-links.ts'
import { createRunArea } from './workflows/runs/run-area.ts'
import { createEventData } from './workflows/runs/run-events.ts'
import { openRunRecords } from './workflows/runs/run-repository.ts'
import { createVideoArea } from './workflows/video/video-area.ts'
import { createWorkflowArea } from './workflows/workflow-area.ts'

/** All areas as one. */
export interface PlatformAreas extends Required<Area> {
  readonly handlers: Handlers
  readonly keys: Keys
  readonly changes: ChangeLog
  readonly verifySession: VerifySecret
  readonly verifyDeploymentToken: VerifySecret
  readonly visitorOf: SignInArea['visitorOf']
  readonly firstOwnerLink: SignInArea['firstOwnerLink']
  readonly isFirstOwnerLink: SignInArea['isFirstOwnerLink']
  readonly firstKey: KeyArea['firstKey']
  /** Starts no more jobs; resolves when those that run have ended. */
  readonly drain: JobsArea['drain']
  /** Executes jobs without the rest of a server. */
  readonly startJobs: NonNullable<JobsArea['start']>
  /** The tools that the MCP server offers. */
  readonly agentTools: readonly AgentTool[]
}

export function createAreas(
  services: PlatformServices,
  organizations: Organizations,
  options: PlatformOptions,
): PlatformAreas {
  const { device, hardwareVideo } = options
  const { partSeconds: partS, interruptedRuns = 'requeue' } = options
  const { allowLocalFiles = false, allowPrivateWebhooks = false, maxUploadBytes, waitLimitMs } = options
  const records = openRunRecords(services)

  const jobs = createJobsArea(services, {
    isWorker: options.isWorker ?? false,
    runSlots: options.runSlots,
    version: options.version,
    database: options.database,
    labels: options.labels ?? [],
  })
  const uploads = createUploadArea(services, { allowLocalFiles, maxBytes: maxUploadBytes })
  const derivations = createDerivationArea(services, { jobs, maxThumbnailBytes: options.maxThumbnailBytes })
  const storage = createStorageArea(services, { derivations })
  const datasets = createDatasetArea(services)
  const models = createModelArea(services, { organizations, uploads, storage, datasets })
  const fixed = { ...(device !== undefined && { device }), ...(hardwareVideo && { hardware_video: hardwareVideo }) }
  const devices = createDevicesArea(services, { models, fixed, version: options.version })
  const deployments = createDeploymentArea(services, { models, devices, allowPrivate: allowPrivateWebhooks })
  const directories = createDirectoryArea(services, { datasets })
  const images = createImageArea(services, { derivations, uploads, storage, datasets, directories })
  const imageLists = createImageListArea(services, { datasets })
  const imageBatches = createImageBatchArea(services, { derivations, datasets, directories, storage })
  const imageSplits = createImageSplitArea(services, { datasets, imageBatches })
  const imports = createImportArea(services, { datasets, images, uploads, storage, jobs })
  const derivedDatasets = createDerivedDatasetArea(services, { datasets, images, jobs })
  const exports = createExportArea(services, { datasets, storage, jobs })
  const evaluations = createEvaluationArea(services, { models, devices, jobs, exports })
  const embeddings = createEmbeddingArea(services, { datasets, derivations, jobs })
  const search = createSearchArea(services, { datasets, derivations, embeddings, images, jobs })
  const annotations = createAnnotationArea(services, { datasets, images })
  const video = createVideoArea(services, { records, uploads, storage, datasets, directories, images, jobs })
  const connections = createConnectionArea(services, { datasets, images, jobs, allowPrivate: allowPrivateWebhooks })
  const propagation = createPropagationArea(services, { images })
  const annotationComments = createAnnotationCommentArea(services, { images })
  const autoAnnotation = createAutoAnnotationArea(services, { datasets, models, devices, jobs })
  const links = createArtifactLinks(services)
  const eventData = createEventData((runId, artifactId) => links.of(runId, artifactId, services.origin()))
  const webhooks = createWebhookArea(services, { allowPrivate: allowPrivateWebhooks, eventData })
  const events = createEventFeedArea(services)
  const notifications = createNotificationArea(services)
  const readiness = createReadiness({ uploads, models, devices, datasets, images, exports, webhooks })
  const runs = createRunArea(services, {
    records,
    readiness,
    devices,
    datasets,
    images,
    annotations,
    webhooks,
    jobs,
    partS,
    interruptedRuns,
  })
  const workflows = createWorkflowArea(services, { uploads, readiness, runs, waitLimitMs })
  const tasks = createTaskArea(services, { datasets, imageLists })
  const studioRecords = createStudioRecordArea(services)
  const tools = createToolsArea(services, { readiness, runs, allowLocalFiles })

  const keys = createKeyArea(services, { organizations })
  const passwords = createPasswords(services)
  const people = createPeopleArea(services, { mail: options.mail, passwords, memberChanged: keys.keys.changed })
  const signIn = createSignInArea(services, {
    passwords,
    publicUrl: options.publicUrl,
    hasStudio: options.studio !== undefined,
    openId: options.openId,
  })
  const deviceAuthorizations = createDeviceAuthorizationsArea(services, {
    keys: keys.keys,
    attempts: passwords.attempts,
    publicUrl: options.publicUrl,
    visitorOf: signIn.visitorOf,
  })

  const operator = createOperatorArea(services, { devices, jobs, storage })
  const audit = createAuditArea(services)

  // From the top down: runs are recovered before unused files are removed, and end before events and webhooks stop.
  // Jobs last: they start when all other work of a dead process is completed.
  const all = together([
    workflows,
    runs,
    video,
    connections,
    evaluations,
    exports,
    imports,
    derivedDatasets,
    autoAnnotation,
    annotationComments,
    propagation,
    annotations,
    search,
    embeddings,
    events,
    notifications,
    webhooks,
    imageSplits,
    imageBatches,
    imageLists,
    images,
    derivations,
    directories,
    datasets,
    deployments,
    devices,
    models,
    storage,
    uploads,
    tasks,
    studioRecords,
    tools,
    people,
    deviceAuthorizations,
    signIn,
    keys,
    operator,
    audit,
    jobs,
  ])
  return {
    ...all,
    keys: keys.keys,
    drain: jobs.drain,
    startJobs: jobs.start,
    agentTools: tools.tools,
    changes: audit.changes,
    verifySession: signIn.verifySession,
    verifyDeploymentToken: deployments.verifyToken,
    visitorOf: signIn.visitorOf,
    firstOwnerLink: signIn.firstOwnerLink,
    isFirstOwnerLink: signIn.isFirstOwnerLink,
    firstKey: keys.firstKey,
  }
}

/** Each endpoint must have a handler: a missing one does not compile. */
function together<A extends Area>(areas: readonly A[]): Required<Area> & { handlers: All<A['handlers']> } {
  const each = async (call: (area: Area) => Promise<void> | undefined) => {
    for (const area of areas) await call(area)
  }
  return {
    handlers: Object.assign({}, ...areas.map((area) => area.handlers)),
    pages: areas.flatMap((area) => area.pages ?? []),
    start: () => each((area) => area.start?.()),
    listening: () => {
      for (const area of areas) area.listening?.()
    },
    organizationMade: (id) => each((area) => area.organizationMade?.(id)),
    close: () => each((area) => area.close?.()),
  }
}

/** What is in any member of a union. */
type All<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never
