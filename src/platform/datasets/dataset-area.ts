/** Data sets: their records and their figures. Directories, images and annotations are areas above it. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { GroupHandlers } from '../http/handler.ts'
import { createFindUsers } from '../references/resource-users.ts'
import { type DatasetContents, datasetHandlers } from './dataset-handlers.ts'
import { createInsights } from './dataset-insights.ts'
import { createDatasetRepository, type DatasetRepository } from './dataset-repository.ts'
import { createDatasets, type Datasets } from './datasets.ts'

export interface DatasetArea extends Area {
  repository: DatasetRepository
  datasets: Datasets
  handlers(contents: DatasetContents): GroupHandlers<'datasets'>
}

export function createDatasetArea({ db, now }: PlatformServices): DatasetArea {
  const repository = createDatasetRepository(db)
  const datasets = createDatasets(repository, now)
  return {
    repository,
    datasets,
    handlers: (contents) => datasetHandlers(datasets, contents, createInsights(db), createFindUsers(db)),
  }
}
