/** The users of a model: workflows and runs, as of any resource, and evaluations that wait for it or run it. */
import type { ModelUsers } from '../../../shared/api/resource-users.ts'
import { type Database, fromJson } from '../database.ts'
import { liveEvaluations } from '../live-evaluations.ts'
import { namedModels } from './named-resources.ts'
import { createFindUsers, type ReferredResource } from './resource-users.ts'

export type FindModelUsers = (model: ReferredResource) => Promise<ModelUsers>

export function createFindModelUsers(db: Database): FindModelUsers {
  const findUsers = createFindUsers(db)
  return async (model) => {
    const evaluations = await liveEvaluations(db)
      .select(['id', 'config'])
      .where('organization_id', '=', model.organization_id)
      .where('model_id', '=', model.id)
      .orderBy('id')
      .execute()
    return {
      ...(await findUsers(model, namedModels)),
      evaluations: evaluations.map(({ id, config }) => ({
        id,
        export_name: fromJson<{ export_name: string }>(config).export_name,
      })),
    }
  }
}
