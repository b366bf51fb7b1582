/** Models as rows. */
import type { Transaction } from 'kysely'
import type { Page } from '../../shared/api/endpoint.ts'
import type { MODEL_STATUSES, Model } from '../../shared/api/models.ts'
import type { ModelType } from '../../shared/domain/model-types.ts'
import { countStored, requireRoom } from '../accounts/quota/quota.ts'
import { type Database, fromJsonOrNull } from '../db/database.ts'
import { type CountedRows, countedPage, findNamed, type NamedRows, namedRows } from '../db/pages.ts'
import type { ModelRow } from '../db/schema/models.ts'
import type { Tables } from '../db/tables.ts'

export interface ModelFilter extends Page {
  name?: string
  datasetId?: string
  status?: (typeof MODEL_STATUSES)[number]
  model_type?: ModelType
}

/** The columns that say how a model is run: without its texts, which may be long. */
const USABLE = [
  'id',
  'name',
  'status',
  'class_mapping',
  'training_config',
  'conversion',
  'architecture',
  'file_sha256',
] as const
export type UsableModelRow = Pick<ModelRow, (typeof USABLE)[number]>

export interface ModelRepository extends NamedRows<ModelRow> {
  /** Finds a model as `find` does, with few columns. */
  findUsable(organizationId: string, nameOrId: string): Promise<UsableModelRow | null>
  /**
   * `before`: what belongs to the same transaction, such as naming the file in the store. The file counts as storage unless the
   * model is a bundled one.
   * @throws ApiError storage_quota_reached
   */
  insert(row: ModelRow, before: (tx: Transaction<Tables>) => Promise<void>): Promise<void>
  /** `also`: in the same transaction. */
  update(id: string, change: Partial<ModelRow>, also?: (tx: Transaction<Tables>) => Promise<void>): Promise<void>
  /** Returns the ids that were the organization's and are now deleted, with the hashes of their files. */
  delete(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Searches all organizations: only for callers who have shown a right to this model. */
  byId(id: string): Promise<ModelRow | null>
  /** Models of an organization, given by slug or id, that are visible to the reader, oldest first. */
  listVisible(organization: string, readerId: string): Promise<ModelRow[]>
  findBundled(organizationId: string, bundledAs: string): Promise<ModelRow | null>
  /** The options of those of these models that exist, as JSON. */
  conversionsOf(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>
  weightsOf(organizationId: string): Promise<{ id: string; sha256: string }[]>
  list(organizationId: string, filter: ModelFilter): Promise<CountedRows<ModelRow>>
}

/** Bundled models are the installation's, not of the organization. */
const countedBytes = ({ bundled_as, size_bytes }: Pick<ModelRow, 'bundled_as' | 'size_bytes'>): number =>
  bundled_as === null ? Number(size_bytes) : 0

export function createModelRepository(db: Database): ModelRepository {
  return {
    ...namedRows(db, 'models'),
    findUsable: findNamed(db, 'models', USABLE),
    insert: (row, before) =>
      db.transaction().execute(async (tx) => {
        const bytes = countedBytes(row)
        await before(tx)
        await requireRoom(tx, row.organization_id, { bytes })
        await tx.insertInto('models').values(row).execute()
        await countStored(tx, row.organization_id, 'models', bytes)
      }),
    update: (id, change, also) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('models').set(change).where('id', '=', id).execute()
        await also?.(tx)
      }),
    async delete(organizationId, ids) {
      const gone = await db.transaction().execute(async (tx) => {
        const deleted = tx.deleteFrom('models').where('organization_id', '=', organizationId).where('id', 'in', ids)
        const rows = await deleted.returning(['id', 'file_sha256', 'size_bytes', 'bundled_as']).execute()
        const bytes = rows.reduce((sum, row) => sum + countedBytes(row), 0)
        await countStored(tx, organizationId, 'models', -bytes)
        return rows
      })
      return new Map(gone.map((row) => [row.id, row.file_sha256]))
    },
    byId: async (id) => (await db.selectFrom('models').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,
    listVisible: (organization, readerId) =>
      db
        .selectFrom('models')
        .innerJoin('organizations', 'organizations.id', 'models.organization_id')
        .selectAll('models')
        .where((e) => e.or([e('organizations.slug', '=', organization), e('organizations.id', '=', organization)]))
        .where((e) => e.or([e('visibility', '=', 'public'), e('organization_id', '=', readerId)]))
        .orderBy('models.id')
        .execute(),
    async findBundled(organizationId, bundledAs) {
      const mine = db.selectFrom('models').selectAll().where('organization_id', '=', organizationId)
      return (await mine.where('bundled_as', '=', bundledAs).executeTakeFirst()) ?? null
    },
    async conversionsOf(organizationId, ids) {
      if (ids.length === 0) return new Map()
      const own = db.selectFrom('models').select(['id', 'conversion']).where('organization_id', '=', organizationId)
      return new Map((await own.where('id', 'in', ids).execute()).map((row) => [row.id, row.conversion]))
    },
    weightsOf: (organizationId) =>
      db
        .selectFrom('models')
        .select(['id', 'file_sha256 as sha256'])
        .where('organization_id', '=', organizationId)
        .execute(),
    list(organizationId, filter) {
      let query = db.selectFrom('models').where('organization_id', '=', organizationId)
      if (filter.name !== undefined) query = query.where('name', '=', filter.name)
      if (filter.datasetId !== undefined) query = query.where('dataset_id', '=', filter.datasetId)
      if (filter.status !== undefined) query = query.where('status', '=', filter.status)
      if (filter.model_type !== undefined) query = query.where('model_type', '=', filter.model_type)
      return countedPage(query, query.selectAll().orderBy('id', 'desc'), filter)
    },
  }
}

/** The path of the file is never exposed. */
export const modelOf = ({
  file_sha256: _file,
  size_bytes: _size,
  dataset_id: _dataset,
  bundled_as: _bundled,
  card_edited: _edited,
  ...row
}: ModelRow): Model => ({
  ...row,
  metrics: fromJsonOrNull(row.metrics),
  class_mapping: fromJsonOrNull(row.class_mapping),
  training_config: fromJsonOrNull(row.training_config),
  conversion: fromJsonOrNull(row.conversion),
  conversion_in_use: fromJsonOrNull(row.conversion_in_use),
})
