/** Changes, copies and deletes existing models. */

import type { Role } from '../../shared/api/endpoint.ts'
import { roleAtLeast } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { CUSTOM_LICENSE, type Model, type ModelBulkDelete, type ModelUpdate } from '../../shared/api/models.ts'
import { message } from '../../shared/messages/message.ts'
import { newId } from '../db/ids.ts'
import type { OneAtATime } from '../db/one-at-a-time.ts'
import type { ModelRow } from '../db/tables.ts'
import type { Caller } from '../identity/caller.ts'
import { insertWithFreeName, requirePathName, slugOf, unlessTaken } from '../naming/resource-name.ts'
import { type ModelRepository, modelOf } from './model-repository.ts'
import { requireReady } from './model-weights.ts'

export interface ModelChanges {
  /** @throws ApiError not_found, empty_update, name_taken, invalid_field, role_too_low */
  update(caller: Caller, role: Role, nameOrId: string, change: ModelUpdate): Promise<Model>
  /**
   * Creates a private copy of a model that is public or the organization's own. @throws ApiError not_found,
   * wrong_state, invalid_field, storage_quota_reached
   */
  fork(caller: Caller, source: { organization: string; model: string }, name?: string): Promise<Model>
  /** @throws ApiError not_found */
  delete(caller: Caller, nameOrId: string): Promise<void>
  bulkDelete(caller: Caller, ids: readonly string[]): Promise<ModelBulkDelete>
}

export interface ModelChangesOptions {
  repository: ModelRepository
  /** Shared with the code that stores weights before the row that names them. */
  alone: OneAtATime
  /** Removes those of these files that nothing else names. */
  release(hashes: readonly string[]): Promise<void>
  now: () => Date
}

export function createModelChanges(options: ModelChangesOptions): ModelChanges {
  const { repository, alone, release } = options
  const at = () => options.now().toISOString()

  async function rowOf(caller: Caller, nameOrId: string): Promise<ModelRow> {
    const row = await repository.find(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('model.missing', { name: nameOrId }))
    return row
  }

  return {
    async update(caller, role, nameOrId, update) {
      const row = await rowOf(caller, nameOrId)
      if (Object.keys(update).length === 0) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      const changesVisibility = update.visibility !== undefined && update.visibility !== row.visibility
      if (changesVisibility && !roleAtLeast(role, 'admin')) {
        throw new ApiError('role_too_low', message('model.sharing_needs_admin', { role }))
      }
      if (update.name !== undefined) requirePathName(update.name)
      const change: Partial<ModelRow> = { ...update, updated_at: at() }
      if ('description' in update || 'readme' in update) change.card_edited = 1
      const license_id = update.license_id === undefined ? row.license_id : update.license_id
      if (license_id !== CUSTOM_LICENSE) change.license_custom_text = null
      const taken = () => new ApiError('name_taken', message('model.name_taken', { name: update.name ?? '' }))
      await unlessTaken(() => repository.update(row.id, change), taken)
      return modelOf({ ...row, ...change })
    },

    fork(caller, { organization, model }, name) {
      if (name !== undefined) requirePathName(name)
      return alone(async () => {
        const visible = await repository.listVisible(organization, caller.organizationId)
        const source =
          visible.find((row) => row.id === model.toLowerCase() || row.name === model) ??
          visible.find((row) => slugOf(row.name) === model)
        if (!source) throw new ApiError('not_found', message('model.not_to_copy', { name: `${organization}/${model}` }))
        requireReady(source)
        const copy: ModelRow = {
          ...source,
          id: newId(),
          organization_id: caller.organizationId,
          created_by: caller.userId,
          name: name ?? source.name,
          visibility: 'private',
          version: '1.0.0',
          parent_model_id: null,
          forked_from_model_id: source.id,
          // A data set of another organization is nothing that this one can look up.
          dataset_id: source.organization_id === caller.organizationId ? source.dataset_id : null,
          bundled_as: null,
          card_edited: 0,
          created_at: at(),
          updated_at: at(),
        }
        return modelOf(await insertWithFreeName(repository, copy))
      })
    },

    async delete(caller, nameOrId) {
      const { id } = await rowOf(caller, nameOrId)
      const gone = await repository.delete(caller.organizationId, [id])
      await release([...gone.values()])
    },

    async bulkDelete(caller, ids) {
      const unique = [...new Set(ids.map((id) => id.toLowerCase()))]
      const gone = await repository.delete(caller.organizationId, unique)
      await release([...gone.values()])
      const succeeded = unique.filter((id) => gone.has(id))
      const not_found = unique.filter((id) => !gone.has(id))
      return { data: { succeeded, not_found, count: succeeded.length } }
    },
  }
}
