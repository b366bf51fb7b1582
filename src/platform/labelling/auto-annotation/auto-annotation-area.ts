/** Auto-annotation: prompts on one image, and batches over many. */

import { createCharges, createCredits } from '../../accounts/credits/credits.ts'
import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DevicesArea } from '../../models/devices/devices-area.ts'
import type { ModelArea } from '../../models/model-area.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { createBatches } from './batches.ts'
import { createInstalledSegmenters } from './installed-segmenters.ts'
import { createPrompts } from './prompts.ts'

export interface AutoAnnotationAreaNeeds {
  datasets: DatasetArea
  models: ModelArea
  devices: DevicesArea
  jobs: JobsArea
}

export interface AutoAnnotationArea extends Area {
  handlers: Pick<Handlers, 'autoAnnotate'>
}

export function createAutoAnnotationArea(
  services: PlatformServices,
  needs: AutoAnnotationAreaNeeds,
): AutoAnnotationArea {
  const { models } = needs.models
  const { datasets } = needs.datasets
  const segmenters = createInstalledSegmenters(models, services.folders.segmenter)
  const prompts = createPrompts({ ...services, datasets, segmenters })
  const charges = createCharges(createCredits(services.now), services.now)
  const batches = createBatches({
    ...services,
    datasets,
    models,
    segmenters,
    charges,
    jobs: needs.jobs.jobs,
    device: needs.devices.devices.chosen,
    deviceChecks: services.folders.deviceChecks,
  })
  return {
    handlers: {
      autoAnnotate: {
        point: ({ caller, body }) => prompts.point(caller, body),
        box: ({ caller, body }) => prompts.box(caller, body),
        text: ({ caller, body }) => prompts.text(caller, body),
        quote: ({ caller, body }) => batches.quote(caller, body),
        batch: ({ caller, body }) => batches.create(caller, body),
        batchStatus: ({ caller, params }) => batches.get(caller, params.job_id),
        cancelBatch: ({ caller, params }) => batches.cancel(caller, params.job_id),
      },
    },
  }
}
