/** Data sets as rows, with the totals of their images. */
import type { Dataset, DatasetClass } from '../../shared/api/datasets.ts'
import type { Page } from '../../shared/api/paging.ts'
import type { AnnotationType } from '../../shared/domain/annotation.ts'
import type { Database } from '../db/database.ts'
import { fromJson, toJson } from '../db/json.ts'
import { type NamedRows, namedRows } from '../db/named-rows.ts'
import { type CountedRows, countedPage } from '../db/pages.ts'
import type { DatasetRow } from '../db/schema/datasets.ts'
import { ARCHIVED } from './counters.ts'

export interface DatasetFigures {
  image_count: number
  completed_image_count: number
  archived_image_count: number
  total_size: number
}

export interface DatasetRepository extends NamedRows<DatasetRow> {
  insert(row: DatasetRow): Promise<void>
  update(id: string, change: Partial<DatasetRow>): Promise<void>
  /** Changes the class list as it is now; null leaves it. Returns whether it changed. */
  changeClasses(id: string, at: string, change: (now: DatasetClass[]) => DatasetClass[] | null): Promise<boolean>
  /** Nobody finds it from now on. `at`: ISO 8601 */
  hide(id: string, at: string): Promise<void>
  /** Ids of the hidden data sets of all organizations. */
  hidden(): Promise<string[]>
  /** Deletes it with its images, directories and annotations. */
  delete(id: string): Promise<void>
  /** Newest first. */
  list(organizationId: string, filter: Page & { archived: boolean }): Promise<CountedRows<DatasetRow>>
  /** Keyed by the id of the data set; all zero for one without images. */
  figures(ids: readonly string[]): Promise<(id: string) => DatasetFigures>
}

const NO_IMAGES: DatasetFigures = { image_count: 0, completed_image_count: 0, archived_image_count: 0, total_size: 0 }

export function createDatasetRepository(db: Database): DatasetRepository {
  const named = namedRows(db, 'datasets')
  return {
    async find(organizationId, nameOrId) {
      const row = await named.find(organizationId, nameOrId)
      return row?.deleted_at === null ? row : null
    },
    nameTaken: named.nameTaken,
    async insert(row) {
      await db.insertInto('datasets').values(row).execute()
    },
    changeClasses: (id, updated_at, change) =>
      db.transaction().execute(async (tx) => {
        await lockDataset(tx, id)
        const row = await tx.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
        const classes = row ? change(classesOf(row)) : null
        if (classes === null) return false
        await tx
          .updateTable('datasets')
          .set({ classes: toJson(classes), updated_at })
          .where('id', '=', id)
          .execute()
        return true
      }),
    async update(id, change) {
      await db.updateTable('datasets').set(change).where('id', '=', id).execute()
    },
    async hide(id, at) {
      // Its name is free from now on.
      await db.updateTable('datasets').set({ deleted_at: at, name: id }).where('id', '=', id).execute()
    },
    async hidden() {
      const rows = await db.selectFrom('datasets').select('id').where('deleted_at', 'is not', null).execute()
      return rows.map((row) => row.id)
    },
    async delete(id) {
      await db.deleteFrom('datasets').where('id', '=', id).execute()
    },
    list(organizationId, { archived, ...page }) {
      const query = db
        .selectFrom('datasets')
        .where('organization_id', '=', organizationId)
        .where('is_archived', '=', archived ? 1 : 0)
        .where('deleted_at', 'is', null)
      return countedPage(query, query.selectAll().orderBy('id', 'desc'), page)
    },
    async figures(ids) {
      if (ids.length === 0) return () => NO_IMAGES
      const rows = await db
        .selectFrom('dataset_counters')
        .select(['dataset_id', 'key', 'images', 'amount'])
        .where('dataset_id', 'in', ids)
        .where('kind', '=', 'state')
        .execute()
      const byId = new Map<string, DatasetFigures>()
      for (const { dataset_id, key, images, amount } of rows) {
        const figures = byId.get(dataset_id) ?? { ...NO_IMAGES }
        if (key === ARCHIVED) figures.archived_image_count = Number(images)
        else figures.image_count += Number(images)
        if (key === 'complete') figures.completed_image_count = Number(images)
        figures.total_size += Number(amount)
        byId.set(dataset_id, figures)
      }
      return (id) => byId.get(id) ?? NO_IMAGES
    },
  }
}

export const typesOf = (row: DatasetRow): AnnotationType[] => fromJson(row.annotation_types)
/** Keeps others from changing the data set until the transaction ends, so that it can be read and written. */
export async function lockDataset(tx: Pick<Database, 'updateTable'>, id: string): Promise<void> {
  await tx
    .updateTable('datasets')
    .set((e) => ({ classes: e.ref('classes') }))
    .where('id', '=', id)
    .execute()
}

export const classesOf = (row: DatasetRow): DatasetClass[] => fromJson(row.classes)

export const datasetOf = (row: DatasetRow, figures: DatasetFigures): Dataset => ({
  ...row,
  ...figures,
  annotation_types: typesOf(row),
  classes: classesOf(row),
  is_public: row.is_public === 1,
  is_archived: row.is_archived === 1,
  images: null,
})
