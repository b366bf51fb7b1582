/** Data sets that are made of the images of another one. */

import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { deriveJob } from './derive-job.ts'
import { createDerivePreview } from './derive-preview.ts'
import { createDeriveDataset } from './derived-datasets.ts'

export interface DerivedDatasetAreaNeeds {
  datasets: DatasetArea
  images: ImageArea
  jobs: JobsArea
}

export interface DerivedDatasetArea extends Area {
  handlers: Pick<Handlers, 'derivedDatasets'>
}

export function createDerivedDatasetArea(
  services: PlatformServices,
  needs: DerivedDatasetAreaNeeds,
): DerivedDatasetArea {
  const { folders, blobs } = services
  const { jobs } = needs.jobs
  const { datasets, repository } = needs.datasets
  const { images } = needs.images
  jobs.register(deriveJob({ ...services, datasets, images, localFile: blobs.localFile, tmpDir: folders.tmp }))
  const derive = createDeriveDataset({ ...services, datasets, repository, jobs })
  const preview = createDerivePreview({
    ...services,
    datasets,
    images,
    localFile: blobs.localFile,
    tmpDir: folders.tmp,
  })
  return {
    handlers: {
      derivedDatasets: {
        create: ({ caller, params, body }) => derive(caller, params.dataset, body),
        preview: ({ caller, params, body }) => preview(caller, params.dataset, body),
      },
    },
  }
}
