import type { GroupHandlers } from '../http/handler.ts'
import { imageOf } from '../images/image-record.ts'
import type { Images } from '../images/images.ts'
import type { FindUsers } from '../references/resource-users.ts'
import type { ReadInsights } from './dataset-insights.ts'
import type { Datasets } from './datasets.ts'

export const datasetHandlers = (
  datasets: Datasets,
  images: Images,
  readInsights: ReadInsights,
  findUsers: FindUsers,
): GroupHandlers<'datasets'> => ({
  users: ({ caller, params }) => findUsers.ofDataset(caller.organizationId, params.dataset),
  list: ({ caller, query }) => datasets.list(caller.organizationId, query),
  get: async ({ caller, params, query, origin }) => {
    const dataset = await datasets.get(caller.organizationId, params.dataset)
    if (!query.include_images) return dataset
    const rows = await images.list(dataset.id, query.images_limit, query.images_offset)
    return { ...dataset, images: rows.map((row) => imageOf(row, origin)) }
  },
  create: ({ caller, body }) => datasets.create(caller.organizationId, body),
  update: ({ caller, params, body }) => datasets.update(caller.organizationId, params.dataset, body),
  archive: ({ caller, params }) => datasets.archive(caller.organizationId, params.dataset),
  unarchive: ({ caller, params }) => datasets.unarchive(caller.organizationId, params.dataset),
  delete: ({ caller, params }) => images.deleteDataset(caller.organizationId, params.dataset),
  insights: async ({ caller, params }) =>
    readInsights((await datasets.rowOf(caller.organizationId, params.dataset)).id),
})
