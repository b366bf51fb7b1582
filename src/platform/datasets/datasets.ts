/** Data sets: creates, changes, archives and deletes them. Their contents are handled by images and annotations. */

import type { Transaction } from 'kysely'
import {
  type Dataset,
  type DatasetClass,
  type DatasetCreate,
  type DatasetUpdate,
  type NewDatasetClass,
  plainType,
} from '../../shared/api/datasets.ts'
import type { Page, PaginatedList } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { AnnotationType } from '../../shared/domain/annotation.ts'
import { classColor } from '../../shared/domain/class-color.ts'
import { message, saidOf } from '../../shared/messages/message.ts'
import { type Database, fromJson, lockingTransaction, newId, toJson } from '../db/database.ts'
import { insertWithFreeName, requirePathName, unlessTaken } from '../db/naming/resource-name.ts'
import { type CountedRows, countedPage, type NamedRows, namedRows, paginatedListOf } from '../db/pages.ts'
import type { DatasetRow } from '../db/schema/datasets.ts'
import type { Tables } from '../db/tables.ts'
import type { Caller } from '../machine/identity/caller.ts'
import { lockDataset } from './content-locks.ts'
import { ARCHIVED } from './counters.ts'

interface DatasetFigures {
  image_count: number
  completed_image_count: number
  archived_image_count: number
  total_size: number
}

/** Data sets as rows, with the totals of their images. */
export interface DatasetRepository extends NamedRows<DatasetRow> {
  insert(row: DatasetRow): Promise<void>
  update(id: string, change: Partial<DatasetRow>): Promise<void>
  /** Changes the class list as it is now; null leaves it. `also`: further writes of a change. Returns whether it changed. */
  changeClasses(
    id: string,
    at: string,
    change: (now: DatasetClass[]) => DatasetClass[] | null,
    also?: (tx: Transaction<Tables>) => Promise<void>,
  ): Promise<boolean>
  /** Nobody finds it from now on, and its name is free. `at`: ISO 8601 */
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
    ...named,
    async insert(row) {
      await db.insertInto('datasets').values(row).execute()
    },
    changeClasses: (id, updated_at, change, also) =>
      lockingTransaction(db, async (tx) => {
        await lockDataset(tx, id)
        const row = await tx.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
        const classes = row ? change(classesOf(row)) : null
        if (classes === null) return false
        await tx
          .updateTable('datasets')
          .set({ classes: toJson(classes), updated_at })
          .where('id', '=', id)
          .execute()
        await also?.(tx)
        return true
      }),
    async update(id, change) {
      await db.updateTable('datasets').set(change).where('id', '=', id).execute()
    },
    async hide(id, at) {
      await db.updateTable('datasets').set({ deleted_at: at }).where('id', '=', id).execute()
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
export const classesOf = (row: DatasetRow): DatasetClass[] => fromJson(row.classes)

const datasetOf = (row: DatasetRow, figures: DatasetFigures): Dataset => ({
  ...row,
  ...figures,
  annotation_types: typesOf(row),
  classes: classesOf(row),
  is_public: row.is_public === 1,
  is_archived: row.is_archived === 1,
  images: null,
})

export interface Datasets {
  list(caller: Caller, filter: Page & { archived: boolean }): Promise<PaginatedList<Dataset>>
  /** @throws ApiError invalid_field */
  create(caller: Caller, fields: DatasetCreate): Promise<Dataset>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, nameOrId: string): Promise<Dataset>
  rowOf(caller: Caller, nameOrId: string): Promise<DatasetRow>
  /** @throws ApiError empty_update, name_conflict, invalid_field */
  update(caller: Caller, nameOrId: string, update: DatasetUpdate): Promise<Dataset>
  /** @throws ApiError dataset_public */
  archive(caller: Caller, nameOrId: string): Promise<Dataset>
  unarchive(caller: Caller, nameOrId: string): Promise<Dataset>
  /** Appends the classes that the class list lacks. `also`: writes with them. Returns whether there were such. */
  addClasses(
    caller: Caller,
    datasetId: string,
    classes: readonly Pick<DatasetClass, 'name' | 'type'>[],
    also?: (tx: Transaction<Tables>, added: readonly DatasetClass[]) => Promise<void>,
  ): Promise<boolean>
}

export function createDatasets(repository: DatasetRepository, now: () => Date): Datasets {
  const at = () => now().toISOString()

  async function rowOf(caller: Caller, nameOrId: string): Promise<DatasetRow> {
    const row = await repository.find(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('dataset.missing', { name: nameOrId }))
    return row
  }
  const withFigures = async (row: DatasetRow) => datasetOf(row, (await repository.figures([row.id]))(row.id))

  async function change(row: DatasetRow, fields: Partial<DatasetRow>): Promise<Dataset> {
    const changed = { ...fields, updated_at: at() }
    await repository.update(row.id, changed)
    return withFigures({ ...row, ...changed })
  }

  return {
    rowOf,
    get: async (caller, nameOrId) => withFigures(await rowOf(caller, nameOrId)),
    async list(caller, filter) {
      const found = await repository.list(caller.organizationId, filter)
      const figures = await repository.figures(found.rows.map((row) => row.id))
      return paginatedListOf(found, filter, (row) => datasetOf(row, figures(row.id)))
    },
    async create(caller, fields) {
      requirePathName(fields.name)
      const annotation_types = typesFrom(fields.annotation_types ?? ['bbox'])
      const row: DatasetRow = {
        id: newId(),
        organization_id: caller.organizationId,
        created_by: caller.userId,
        name: fields.name,
        description: fields.description ?? null,
        readme: fields.readme ?? null,
        annotation_types: toJson(annotation_types),
        classes: toJson(classesFrom(fields.classes ?? [], annotation_types)),
        is_public: 0,
        is_archived: 0,
        archived_at: null,
        storage_class: 'standard',
        created_at: at(),
        updated_at: null,
        deleted_at: null,
        is_counted: 1,
      }
      return withFigures(await insertWithFreeName(repository, row))
    },
    async update(caller, nameOrId, { new_name, annotation_types, classes, ...plain }) {
      const row = await rowOf(caller, nameOrId)
      const fields: Partial<DatasetRow> = { ...plain }
      if (new_name !== undefined) {
        requirePathName(new_name, '/new_name')
        fields.name = new_name
      }
      const types = annotation_types ? typesFrom(annotation_types) : fromJson<AnnotationType[]>(row.annotation_types)
      if (annotation_types) fields.annotation_types = toJson(types)
      if (classes) fields.classes = toJson(classesFrom(classes, types))
      if (Object.keys(fields).length === 0) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      const taken = () => new ApiError('name_conflict', message('dataset.name_taken', { name: new_name ?? '' }))
      return unlessTaken(() => change(row, fields), taken)
    },
    async archive(caller, nameOrId) {
      const row = await rowOf(caller, nameOrId)
      if (row.is_public) {
        throw new ApiError('dataset_public', message('dataset.public', { name: row.name }))
      }
      return row.is_archived ? withFigures(row) : change(row, { is_archived: 1, archived_at: at() })
    },
    async unarchive(caller, nameOrId) {
      const row = await rowOf(caller, nameOrId)
      return row.is_archived ? change(row, { is_archived: 0, archived_at: null }) : withFigures(row)
    },
    async addClasses(caller, datasetId, classes, also) {
      const { id } = await rowOf(caller, datasetId)
      const keyOf = ({ name, type }: Pick<DatasetClass, 'name' | 'type'>) => `${type} ${name}`
      let added: DatasetClass[] = []
      const change = (known: readonly DatasetClass[]) => {
        const keys = new Set(known.map(keyOf))
        const lacking = classes.filter((one) => !keys.has(keyOf(one)) && keys.add(keyOf(one)))
        added = lacking.map(({ name, type }) => ({ name, type, color: classColor(name) }))
        return added.length > 0 ? [...known, ...added] : null
      }
      return repository.changeClasses(id, at(), change, async (tx) => also?.(tx, added))
    },
  }
}

const typesFrom = (given: readonly (AnnotationType | 'box')[]): AnnotationType[] => [...new Set(given.map(plainType))]

/** A class without a type gets the data set's first. @throws ApiError invalid_field for a duplicate class */
function classesFrom(given: readonly NewDatasetClass[], types: readonly AnnotationType[]): DatasetClass[] {
  const seen = new Set<string>()
  return given.map(({ name, type, color }, i) => {
    const plain = type === undefined ? (types[0] as AnnotationType) : plainType(type)
    const key = `${plain} ${name}`
    if (seen.has(key)) {
      const problem = message('invalid.class_duplicate', { name, type: plain })
      throw new ApiError('invalid_field', message('invalid.class_twice', { name }), [
        { field: `/classes/${i}`, ...saidOf(problem) },
      ])
    }
    seen.add(key)
    return { name, type: plain, color: color ?? classColor(name) }
  })
}
