import { uploadTarget } from '../datasets/uploads/upload-target.ts'
import type { Uploads } from '../datasets/uploads/uploads.ts'
import type { FindModelUsers } from '../db/references/model-users.ts'
import type { GroupHandlers } from '../http/handler.ts'
import type { ModelWeights } from './model-weights.ts'
import type { Models } from './models.ts'

export const modelHandlers = (
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
