/** Decides whether a graph can be run: finds its media, and checks everything else that it names. */
import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { UploadArea } from '../../datasets/uploads/upload-area.ts'
import type { ExportArea } from '../../exchange/exports/export-area.ts'
import type { DevicesArea } from '../../models/devices/devices-area.ts'
import type { ModelArea } from '../../models/model-area.ts'
import type { WebhookArea } from '../../work/webhooks/webhook-area.ts'
import { createFileKinds } from './file-kinds.ts'
import { createRunMedia, type FindRunMedia } from './run-media.ts'
import { type CheckRunnable, createRunnableCheck } from './runnable.ts'

export interface ReadinessNeeds {
  uploads: UploadArea
  models: ModelArea
  devices: DevicesArea
  datasets: DatasetArea
  images: ImageArea
  exports: ExportArea
  webhooks: WebhookArea
}

export interface GraphReadiness {
  findMedia: FindRunMedia
  checkRunnable: CheckRunnable
}

export function createReadiness({
  uploads,
  models,
  devices,
  datasets,
  images,
  exports,
  webhooks,
}: ReadinessNeeds): GraphReadiness {
  const { repository } = datasets
  const findMedia = createRunMedia({
    fileKindOf: createFileKinds(),
    ...uploads,
    datasets: repository,
    images: images.images,
    exports: exports.recorded,
  })
  return {
    findMedia,
    checkRunnable: createRunnableCheck({
      models: models.models,
      devices: devices.devices,
      findMedia,
      datasets: repository,
      whyNotCallable: webhooks.whyNotCallable,
    }),
  }
}
