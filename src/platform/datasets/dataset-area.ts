/** Data sets: their records and their figures. Directories, images and annotations are areas above it. */

import { createFindUsers } from '../db/references/resource-users.ts'
import type { Area, PlatformServices } from '../http/area/area.ts'
import type { Handlers } from '../http/handler.ts'
import { type DatasetContents, datasetHandlers } from './dataset-handlers.ts'
import { createInsights } from './dataset-insights.ts'
import { createDatasetRepository, type DatasetRepository } from './dataset-repository.ts'
import { createDatasets, type Datasets } from './datasets.ts'
import { recountUnsure } from './recount.ts'

export interface DatasetArea extends Area {
  repository: DatasetRepository
  datasets: Datasets
  handlers: Record<never, never>
  /** Handlers of the data sets, given the images in them. */
  serveWith(contents: DatasetContents): Handlers['datasets']
}

export function createDatasetArea({ db, now }: PlatformServices): DatasetArea {
  const repository = createDatasetRepository(db)
  const datasets = createDatasets(repository, now)
  return {
    repository,
    datasets,
    handlers: {},
    start: () => recountUnsure(db),
    serveWith: (contents) => datasetHandlers(datasets, contents, createInsights(db), createFindUsers(db)),
  }
}
