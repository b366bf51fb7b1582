/** Models as rows. */
import type { MODEL_STATUSES, MODEL_TYPES, Model } from '../../shared/api/models.ts'
import type { Database } from '../db/database.ts'
import { isUuid } from '../db/ids.ts'
import { fromJsonOrNull } from '../db/json.ts'
import type { ModelRow } from '../db/tables.ts'

export interface ModelFilter {
  limit: number
  offset: number
  name?: string
  status?: (typeof MODEL_STATUSES)[number]
  model_type?: (typeof MODEL_TYPES)[number]
}

export interface ModelRepository {
  insert(row: ModelRow): Promise<void>
  update(id: string, change: Partial<ModelRow>): Promise<void>
  /** By id where the text is one, else by name. */
  find(organizationId: string, nameOrId: string): Promise<ModelRow | null>
  findBundled(organizationId: string, bundledAs: string): Promise<ModelRow | null>
  nameTaken(organizationId: string, name: string): Promise<boolean>
  list(organizationId: string, filter: ModelFilter): Promise<{ rows: ModelRow[]; total: number }>
}

export function createModelRepository(db: Database): ModelRepository {
  const byColumn = async (organizationId: string, column: 'id' | 'name' | 'bundled_as', value: string) =>
    (await db
      .selectFrom('models')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(column, '=', value)
      .executeTakeFirst()) ?? null

  return {
    async insert(row) {
      await db.insertInto('models').values(row).execute()
    },
    async update(id, change) {
      await db.updateTable('models').set(change).where('id', '=', id).execute()
    },
    async find(organizationId, nameOrId) {
      const byId = isUuid(nameOrId) ? await byColumn(organizationId, 'id', nameOrId.toLowerCase()) : null
      return byId ?? (await byColumn(organizationId, 'name', nameOrId))
    },
    findBundled: (organizationId, bundledAs) => byColumn(organizationId, 'bundled_as', bundledAs),
    nameTaken: async (organizationId, name) => (await byColumn(organizationId, 'name', name)) !== null,
    async list(organizationId, filter) {
      let query = db.selectFrom('models').where('organization_id', '=', organizationId)
      if (filter.name !== undefined) query = query.where('name', '=', filter.name)
      if (filter.status !== undefined) query = query.where('status', '=', filter.status)
      if (filter.model_type !== undefined) query = query.where('model_type', '=', filter.model_type)
      const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await query.selectAll().orderBy('id', 'desc').limit(filter.limit).offset(filter.offset).execute()
      return { rows, total: Number(total) }
    },
  }
}

/** Where the file lies is never told. */
export const modelOf = ({ file_sha256: _file, bundled_as: _bundled, ...row }: ModelRow): Model => ({
  ...row,
  metrics: fromJsonOrNull(row.metrics),
  class_mapping: fromJsonOrNull(row.class_mapping),
  training_config: fromJsonOrNull(row.training_config),
})
