/** Changes, copies and deletes existing models. */

import type { Transaction } from 'kysely'
import type { Role } from '../../shared/api/endpoint.ts'
import { roleAtLeast } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { CUSTOM_LICENSE, type Model, type ModelBulkDelete, type ModelUpdate } from '../../shared/api/models.ts'
import { type Conversion, givenOptions } from '../../shared/domain/conversion.ts'
import type { Engine } from '../../shared/engine-contract/job.ts'
import { message } from '../../shared/messages/message.ts'
import { fromJsonOrNull, newId, toJsonOrNull } from '../db/database.ts'
import { insertWithFreeName, requirePathName, slugOf, unlessTaken } from '../db/naming/resource-name.ts'
import type { ModelRow } from '../db/schema/models.ts'
import type { Tables } from '../db/tables.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { BlobGone, nameBlobs } from '../files/blobs/name-blobs.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { inspectWith } from './inspect-model.ts'
import { type ModelRepository, modelOf } from './model-repository.ts'
import { configOf, factsOf } from './model-row.ts'
import { requireReady } from './model-weights.ts'

export interface ModelChanges {
  /** @throws ApiError not_found, empty_update, name_taken, invalid_field, role_too_low, model_unreadable */
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

/** Keeps its own copy of a model's options. */
export interface ModelFollower {
  /** In the transaction of the change. */
  converted(tx: Transaction<Tables>, model: Pick<ModelRow, 'id' | 'conversion'>): Promise<void>
  /** After the change. */
  after(): void
}

export interface ModelChangesOptions {
  repository: ModelRepository
  engine: Engine
  blobs: Pick<BlobStore, 'localFile'>
  /** Follows changes of options. */
  followers: readonly ModelFollower[]
  /** Removes those of these files that nothing else names. */
  release(hashes: readonly string[]): Promise<void>
  now: () => Date
}

export function createModelChanges(options: ModelChangesOptions): ModelChanges {
  const { repository, release, engine, blobs, followers } = options
  const at = () => options.now().toISOString()

  async function rowOf(caller: Caller, nameOrId: string): Promise<ModelRow> {
    const row = await repository.find(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('model.missing', { name: nameOrId }))
    return row
  }

  /** The columns that change with the options. */
  async function optionsOf(row: ModelRow, given: Conversion | null): Promise<Partial<ModelRow>> {
    const conversion = givenOptions(given)
    const path = await blobs.localFile(row.file_sha256)
    const inspection = await inspectWith(engine, { path, name: row.name }, conversion)
    const training_config = configOf(inspection, fromJsonOrNull<object>(row.training_config) ?? {})
    return { ...factsOf(inspection), training_config, conversion: toJsonOrNull(conversion) }
  }

  return {
    async update(caller, role, nameOrId, { conversion, ...update }) {
      const row = await rowOf(caller, nameOrId)
      if (Object.keys(update).length === 0 && conversion === undefined) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      const changesVisibility = update.visibility !== undefined && update.visibility !== row.visibility
      if (changesVisibility && !roleAtLeast(role, 'admin')) {
        throw new ApiError('role_too_low', message('model.sharing_needs_admin', { role }))
      }
      if (update.name !== undefined) requirePathName(update.name)
      const converted = conversion === undefined ? {} : await optionsOf(row, conversion)
      const change: Partial<ModelRow> = { ...update, ...converted, updated_at: at() }
      if ('description' in update || 'readme' in update) change.card_edited = 1
      const license_id = update.license_id === undefined ? row.license_id : update.license_id
      if (license_id !== CUSTOM_LICENSE) change.license_custom_text = null
      const taken = () => new ApiError('name_taken', message('model.name_taken', { name: update.name ?? '' }))
      const changed = { ...row, ...change }
      await unlessTaken(
        () =>
          repository.update(row.id, change, async (tx) => {
            if (conversion === undefined) return
            for (const follower of followers) await follower.converted(tx, changed)
          }),
        taken,
      )
      if (conversion !== undefined) for (const follower of followers) follower.after()
      return modelOf(changed)
    },

    async fork(caller, { organization, model }, name) {
      if (name !== undefined) requirePathName(name)
      const missing = () =>
        new ApiError('not_found', message('model.not_to_copy', { name: `${organization}/${model}` }))
      const visible = await repository.listVisible(organization, caller.organizationId)
      const source =
        visible.find((row) => row.id === model.toLowerCase() || row.name === model) ??
        visible.find((row) => slugOf(row.name) === model)
      if (!source) throw missing()
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
      try {
        const insert = (row: ModelRow) => repository.insert(row, (tx) => nameBlobs(tx, [row.file_sha256]))
        return modelOf(await insertWithFreeName({ nameTaken: repository.nameTaken, insert }, copy))
      } catch (error) {
        // The source was deleted in between.
        throw error instanceof BlobGone ? missing() : error
      }
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
