/** Changes a class throughout a data set: in its class list and in every annotation. */

import type { annotations } from '../../shared/api/annotations.ts'
import { type DatasetClass, plainType } from '../../shared/api/datasets.ts'
import type { OutputOf } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { AnnotationType } from '../../shared/domain/annotation.ts'
import { message } from '../../shared/messages/message.ts'
import { classesOf } from '../datasets/dataset-repository.ts'
import type { Datasets } from '../datasets/datasets.ts'
import type { Database } from '../db/database.ts'
import { toJson } from '../db/json.ts'
import type { DatasetRow } from '../db/rows/dataset-rows.ts'
import type { Caller } from '../identity/caller.ts'

export interface ClassChanges {
  /** @throws ApiError not_found for data set and class, here and below; name_conflict */
  rename(
    caller: Caller,
    change: { dataset: string; old_name: string; new_name: string },
  ): Promise<OutputOf<typeof annotations.renameClass>>
  merge(
    caller: Caller,
    change: { dataset: string; source_name: string; target_name: string },
  ): Promise<OutputOf<typeof annotations.mergeClass>>
  delete(
    caller: Caller,
    change: { dataset: string; name: string; class_type?: AnnotationType | 'box'; delete_annotations: boolean },
  ): Promise<OutputOf<typeof annotations.deleteClass>>
}

type Tx = Pick<Database, 'selectFrom' | 'updateTable' | 'deleteFrom'>

export function createClassChanges(db: Database, datasets: Datasets, now: () => Date): ClassChanges {
  /** Types under which annotations use a name. */
  async function usedTypes(datasetId: string, name: string): Promise<AnnotationType[]> {
    const query = db.selectFrom('annotations').select('type').distinct()
    const rows = await query.where('dataset_id', '=', datasetId).where('name', '=', name).execute()
    return rows.map((row) => row.type)
  }
  /** Types of a class, from the class list and the annotations. */
  async function typesUnder(dataset: DatasetRow, name: string): Promise<Set<AnnotationType>> {
    const listed = classesOf(dataset).filter((c) => c.name === name)
    return new Set([...listed.map((c) => c.type), ...(await usedTypes(dataset.id, name))])
  }
  async function known(dataset: DatasetRow, name: string): Promise<Set<AnnotationType>> {
    const types = await typesUnder(dataset, name)
    if (types.size === 0)
      throw new ApiError('not_found', message('dataset.class_missing', { name, dataset: dataset.name }))
    return types
  }

  /** Returns whether the list changed. */
  async function writeList(tx: Tx, dataset: DatasetRow, classes: readonly DatasetClass[]): Promise<boolean> {
    const text = toJson(classes)
    if (text === dataset.classes) return false
    const change = { classes: text, updated_at: now().toISOString() }
    await tx.updateTable('datasets').set(change).where('id', '=', dataset.id).execute()
    return true
  }

  async function imagesWith(tx: Tx, datasetId: string, name: string, type?: AnnotationType): Promise<number> {
    let query = tx.selectFrom('annotations').where('dataset_id', '=', datasetId).where('name', '=', name)
    if (type !== undefined) query = query.where('type', '=', type)
    const { n } = await query.select((e) => e.fn.count<number>('image_id').distinct().as('n')).executeTakeFirstOrThrow()
    return Number(n)
  }

  /** Renames all annotations of a class in one statement. */
  async function moveAnnotations(tx: Tx, datasetId: string, from: string, to: string) {
    const images_updated = await imagesWith(tx, datasetId, from)
    const { numUpdatedRows } = await tx
      .updateTable('annotations')
      .set({ name: to })
      .where('dataset_id', '=', datasetId)
      .where('name', '=', from)
      .executeTakeFirst()
    return { images_updated, annotations_updated: Number(numUpdatedRows) }
  }

  return {
    async rename(caller, { dataset: nameOrId, old_name, new_name }) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const types = await known(dataset, old_name)
      const clash =
        old_name === new_name ? undefined : [...(await typesUnder(dataset, new_name))].find((t) => types.has(t))
      if (clash) {
        throw new ApiError('name_conflict', message('dataset.class_taken', { name: new_name, type: clash }))
      }
      const classes = classesOf(dataset).map((c) => (c.name === old_name ? { ...c, name: new_name } : c))
      const changed = await db.transaction().execute(async (tx) => ({
        ...(await moveAnnotations(tx, dataset.id, old_name, new_name)),
        config_updated: await writeList(tx, dataset, classes),
      }))
      return { data: { dataset_id: dataset.id, old_name, new_name, ...changed } }
    },
    async merge(caller, { dataset: nameOrId, source_name, target_name }) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      await known(dataset, source_name)
      await known(dataset, target_name)
      const isSame = source_name === target_name
      const classes = classesOf(dataset).filter((c) => isSame || c.name !== source_name)
      const changed = await db.transaction().execute(async (tx) => ({
        ...(await moveAnnotations(tx, dataset.id, source_name, target_name)),
        config_updated: await writeList(tx, dataset, classes),
      }))
      return { data: { dataset_id: dataset.id, source_name, target_name, ...changed } }
    },
    async delete(caller, { dataset: nameOrId, name, class_type, delete_annotations }) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const type = class_type === undefined ? undefined : plainType(class_type)
      const types = await known(dataset, name)
      if (type !== undefined && !types.has(type)) {
        throw new ApiError('not_found', message('dataset.class_of_type_missing', { name, type, dataset: dataset.name }))
      }
      const classes = classesOf(dataset).filter((c) => c.name !== name || (type !== undefined && c.type !== type))
      const changed = await db.transaction().execute(async (tx) => {
        const config_updated = await writeList(tx, dataset, classes)
        if (!delete_annotations) return { config_updated, images_updated: 0, annotations_removed: 0 }
        const images_updated = await imagesWith(tx, dataset.id, name, type)
        let removal = tx.deleteFrom('annotations').where('dataset_id', '=', dataset.id).where('name', '=', name)
        if (type !== undefined) removal = removal.where('type', '=', type)
        const { numDeletedRows } = await removal.executeTakeFirst()
        return { config_updated, images_updated, annotations_removed: Number(numDeletedRows) }
      })
      return { data: { dataset_id: dataset.id, name, ...changed } }
    },
  }
}
