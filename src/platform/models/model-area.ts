/** Models: imported ones, and those bundled with the app, which every organization has. */

import type { Organizations } from '../accounts/organizations/organizations.ts'
import type { DatasetArea } from '../datasets/dataset-area.ts'
import type { StorageArea } from '../datasets/storage/storage-area.ts'
import type { UploadArea } from '../datasets/uploads/upload-area.ts'
import { type Uploads, uploadTarget } from '../datasets/uploads/uploads.ts'
import { createFindModelUsers, type FindModelUsers } from '../db/references/model-users.ts'
import type { Area, PlatformServices } from '../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../http/handler.ts'
import type { ModelFollower } from './model-changes.ts'
import { createModelRepository } from './model-repository.ts'
import { createModelWeights, type ModelWeights } from './model-weights.ts'
import { createModels, type Models } from './models.ts'

export interface ModelAreaNeeds {
  uploads: UploadArea
  storage: StorageArea
  organizations: Organizations
  datasets: DatasetArea
}

const modelHandlers = (
  models: Models,
  weights: ModelWeights,
  uploads: Uploads,
  findUsers: FindModelUsers,
): GroupHandlers<'models'> => ({
  users: async ({ caller, params }) => findUsers(await models.get(caller, params.model)),
  list: ({ caller, query }) => models.list(caller, query),
  get: ({ caller, params }) => models.get(caller, params.model),
  uploadUrl: uploadTarget(uploads),
  import: ({ caller, body }) =>
    models.import(caller, {
      handle: body.gcs_uri,
      data: body.data_gcs_uris ?? [],
      name: body.name,
      description: body.description ?? null,
      dataset: body.dataset,
      conversion: body.conversion ?? null,
    }),
  update: ({ caller, params, body }) => models.update(caller, caller.role, params.model, body),
  download: ({ caller, params, query, origin }) => weights.place(caller, params.model, query, origin),
  fork: ({ caller, params, body }) => models.fork(caller, params, body.name),
  delete: ({ caller, params }) => models.delete(caller, params.model),
  bulkDelete: ({ caller, body }) => models.bulkDelete(caller, body.model_ids),
})

export interface ModelArea extends Area {
  models: Models
  /** Has the areas above follow changes of options. */
  follow(follower: ModelFollower): void
  handlers: Pick<Handlers, 'models' | 'uploads'>
}

export function createModelArea(services: PlatformServices, needs: ModelAreaNeeds): ModelArea {
  const { uploads, resolveMedia } = needs.uploads
  const repository = createModelRepository(services.db)
  const followers: ModelFollower[] = []
  const models = createModels({
    ...services,
    repository,
    followers,
    datasets: needs.datasets,
    resolveMedia,
    sam3Dir: services.folders.sam3,
    tmpDir: services.folders.tmp,
    uploads,
    release: needs.storage.reclaim.release,
  })
  const weights = createModelWeights({ ...services, repository })
  return {
    models,
    follow: (follower) => void followers.push(follower),
    handlers: {
      models: modelHandlers(models, weights, uploads, createFindModelUsers(services.db)),
      uploads: needs.uploads.serveWith(weights.open),
    },
    async start() {
      for (const id of await needs.organizations.ids()) await models.registerBundled(id)
    },
    organizationMade: models.registerBundled,
  }
}
