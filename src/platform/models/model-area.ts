/** Models: imported ones, and those bundled with the app, which every organization has. */

import type { Organizations } from '../accounts/organizations/organizations.ts'
import type { DatasetArea } from '../datasets/dataset-area.ts'
import type { StorageArea } from '../datasets/storage/storage-area.ts'
import type { UploadArea } from '../datasets/uploads/upload-area.ts'
import { createFindModelUsers } from '../db/references/model-users.ts'
import type { Area, PlatformServices } from '../http/area/area.ts'
import type { Handlers } from '../http/handler.ts'
import type { ModelFollower } from './model-changes.ts'
import { modelHandlers } from './model-handlers.ts'
import { createModelRepository } from './model-repository.ts'
import { createModelWeights } from './model-weights.ts'
import { createModels, type Models } from './models.ts'

export interface ModelAreaNeeds {
  uploads: UploadArea
  storage: StorageArea
  organizations: Organizations
  datasets: DatasetArea
}

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
