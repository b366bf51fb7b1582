/** Lists the areas of the platform, each above those that it uses. */
import { createAnnotationArea } from './annotations/annotation-area.ts'
import type { Area, PlatformServices } from './area/area.ts'
import { createDatasetArea } from './datasets/dataset-area.ts'
import { createDevicesArea } from './devices/devices-area.ts'
import { createDirectoryArea } from './directories/directory-area.ts'
import type { Handlers } from './http/handler.ts'
import type { Page } from './http/pages.ts'
import { createImageArea } from './images/image-area.ts'
import { createKeyArea } from './keys/key-area.ts'
import type { Keys } from './keys/keys.ts'
import { createLimitsArea, type LimitsArea } from './limits/limits-area.ts'
import { createModelArea } from './models/model-area.ts'
import type { Organizations } from './organizations/organizations.ts'
import { createPeopleArea } from './people/people-area.ts'
import type { PlatformOptions } from './platform.ts'
import { createReadiness } from './readiness/readiness.ts'
import { createRunArea } from './runs/run-area.ts'
import { openRunRecords } from './runs/run-records.ts'
import { createStorageArea } from './storage/storage-area.ts'
import { createUploadArea } from './uploads/upload-area.ts'
import { createVideoArea } from './video/video-area.ts'
import { createWebhookArea } from './webhooks/webhook-area.ts'
import { createWorkflowArea } from './workflows/workflow-area.ts'

export interface PlatformAreas {
  handlers: Handlers
  /** Pages that the server itself serves. */
  pages: readonly Page[]
  keys: Keys
  limits: LimitsArea
  /** Registers the bundled models with an organization. */
  registerBundled(organizationId: string): Promise<void>
  /** Called when the server listens. */
  listening(): void
  /** Completes the work of a dead process, before the first request. */
  start(): Promise<void>
  /** Ends the work in progress. */
  close(): Promise<void>
}

export function createAreas(
  services: PlatformServices,
  organizations: Organizations,
  options: PlatformOptions,
): PlatformAreas {
  const { device, hardwareVideo } = options
  const { allowLocalFiles = false, allowPrivateWebhooks = false, maxUploadBytes, waitLimitMs } = options
  const records = openRunRecords(services)

  const uploads = createUploadArea(services, { allowLocalFiles, maxBytes: maxUploadBytes })
  const storage = createStorageArea(services, { uploads })
  const models = createModelArea(services, { organizations, uploads, storage })
  const fixed = { ...(device !== undefined && { device }), ...(hardwareVideo && { hardware_video: hardwareVideo }) }
  const devices = createDevicesArea(services, { models, fixed, version: options.version })
  const datasets = createDatasetArea(services)
  const directories = createDirectoryArea(services, { datasets })
  const images = createImageArea(services, { uploads, storage, datasets, directories })
  const annotations = createAnnotationArea(services, { records, datasets, images })
  const video = createVideoArea(services, { uploads, storage, datasets, directories, images })
  const webhooks = createWebhookArea(services, { allowPrivate: allowPrivateWebhooks })
  const readiness = createReadiness({ uploads, models, devices, datasets, images, webhooks })
  const runs = createRunArea(services, { records, readiness, devices, annotations, webhooks })
  const workflows = createWorkflowArea(services, { uploads, readiness, runs, waitLimitMs })

  const keys = createKeyArea(services, { organizations })
  const people = createPeopleArea(services, { mail: options.mail })

  // Runs first: they are recovered before unused files are removed, and end before webhooks stop sending.
  const areas: readonly Area[] = [
    runs,
    workflows,
    models,
    devices,
    storage,
    uploads,
    datasets,
    directories,
    images,
    video,
    annotations,
    webhooks,
    keys,
    people,
  ]

  return {
    handlers: {
      workflows: workflows.handlers,
      workflowRuns: runs.handlers,
      models: models.handlers,
      datasets: datasets.handlers(images.contents),
      images: images.handlers,
      directories: directories.handlers,
      annotations: annotations.handlers,
      video: video.handlers,
      uploads: uploads.handlers(models.weights.open),
      webhooks: webhooks.handlers,
      storage: storage.handlers,
      devices: devices.handlers,
      apiKeys: keys.handlers,
      organizations: people.handlers,
    },
    pages: people.pages,
    keys: keys.keys,
    limits: createLimitsArea(services),
    registerBundled: models.models.registerBundled,
    listening() {
      webhooks.wake()
      people.wake()
    },
    async start() {
      for (const area of areas) await area.start?.()
    },
    async close() {
      for (const area of areas) await area.close?.()
    },
  }
}
