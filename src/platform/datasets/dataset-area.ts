/** Data sets: their records and their figures. Directories, images and annotations are areas above it. */

import type { datasets as endpoints, Image } from '../../shared/api/datasets.ts'
import type { OutputOf, Page } from '../../shared/api/endpoint.ts'
import { namedDatasets } from '../db/references/named-resources.ts'
import { createFindUsers, type FindUsers } from '../db/references/resource-users.ts'
import type { Area, PlatformServices } from '../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../http/handler.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { recountUnsure } from './counters.ts'
import { createInsights, type ReadInsights } from './dataset-insights.ts'
import { createDatasetRepository, createDatasets, type DatasetRepository, type Datasets } from './datasets.ts'

/** The images of data sets, which lie above them. */
export interface DatasetContents {
  /** `origin` is the scheme, host and port of the server. */
  listImages(datasetId: string, page: Page, origin: string): Promise<Image[]>
  /** @throws ApiError not_found */
  deleteDataset(caller: Caller, nameOrId: string): Promise<OutputOf<typeof endpoints.delete>>
}

const datasetHandlers = (
  datasets: Datasets,
  contents: DatasetContents,
  readInsights: ReadInsights,
  findUsers: FindUsers,
): GroupHandlers<'datasets'> => ({
  users: async ({ caller, params }) => findUsers(await datasets.rowOf(caller, params.dataset), namedDatasets),
  list: ({ caller, query }) => datasets.list(caller, query),
  get: async ({ caller, params, query, origin }) => {
    const dataset = await datasets.get(caller, params.dataset)
    if (!query.include_images) return dataset
    const images = await contents.listImages(
      dataset.id,
      { limit: query.images_limit, offset: query.images_offset },
      origin,
    )
    return { ...dataset, images }
  },
  create: ({ caller, body }) => datasets.create(caller, body),
  update: ({ caller, params, body }) => datasets.update(caller, params.dataset, body),
  archive: ({ caller, params }) => datasets.archive(caller, params.dataset),
  unarchive: ({ caller, params }) => datasets.unarchive(caller, params.dataset),
  delete: ({ caller, params }) => contents.deleteDataset(caller, params.dataset),
  insights: async ({ caller, params }) => readInsights((await datasets.rowOf(caller, params.dataset)).id),
})

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
